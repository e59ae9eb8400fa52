/** A place in a text, both counted from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Where a text stops to be JSON, and what was expected there; undefined where it is JSON. */
export function syntaxMistake(text: string): (Place & { message: string }) | undefined {
  try {
    scan(text, () => undefined);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxMistake) return { ...placeAt(text, error.offset), message: error.message };
    throw error;
  }
}

/** Where the values of JSON pointers stand in a text that is JSON, or the innermost things around them that are there. */
export function placesOf(text: string, pointers: readonly string[]): Place[] {
  const best = pointers.map((pointer) => ({ pointer, length: -1, offset: 0 }));
  scan(text, (at, offset) => {
    for (const place of best) {
      const isAround = place.pointer === at || place.pointer.startsWith(`${at}/`);
      if (isAround && at.length > place.length) Object.assign(place, { length: at.length, offset });
    }
  });
  return best.map(({ offset }) => placeAt(text, offset));
}

class SyntaxMistake extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const depthLimit = 1000;
const space = /[ \t\r\n]*/y;
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Walks over a JSON text (RFC 8259), and tells the pointer and the place of each value as it begins. */
function scan(text: string, visit: (pointer: string, offset: number) => void): void {
  let offset = 0;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    const [found] = pattern.exec(text) ?? [];
    offset += found?.length ?? 0;
    return found;
  };
  const expected = (what: string): SyntaxMistake => {
    const found = text[offset];
    return new SyntaxMistake(
      offset,
      `Expected ${what}, found ${found === undefined ? 'the end of the file' : JSON.stringify(found)}`,
    );
  };
  const expectedOrBroken = (what: string): SyntaxMistake =>
    text[offset] === '"'
      ? new SyntaxMistake(offset, 'Expected an end of the string that begins here, or other characters in it')
      : expected(what);
  const take = (character: string): boolean => {
    match(space);
    if (text[offset] !== character) return false;
    offset += 1;
    return true;
  };

  const items = (close: string, what: string, item: (index: number) => void): void => {
    if (take(close)) return;
    for (let index = 0; ; index++) {
      item(index);
      if (take(close)) return;
      if (!take(',')) throw expected(`a comma or the end of the ${what}`);
    }
  };

  const value = (pointer: string, depth: number): void => {
    if (depth > depthLimit) throw new SyntaxMistake(offset, `Expected at most ${depthLimit} levels`);
    match(space);
    visit(pointer, offset);
    if (take('[')) {
      items(']', 'array', (index) => value(`${pointer}/${index}`, depth + 1));
    } else if (take('{')) {
      items('}', 'object', () => {
        match(space);
        const name = match(string);
        if (name === undefined) throw expectedOrBroken('a name in double quotes');
        if (!take(':')) throw expected('a colon');
        value(`${pointer}/${escaped(JSON.parse(name) as string)}`, depth + 1);
      });
    } else if (match(string) === undefined && match(scalar) === undefined) {
      throw expectedOrBroken('a value');
    }
  };

  value('', 0);
  match(space);
  if (offset < text.length) throw expected('the end of the file');
}

/** A name as a step of a JSON pointer (RFC 6901 §3). */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
