import { type JsonMistake, scanJson } from './json-scan.js';

/** A place in a text; both numbers start at 1. */
export interface Place {
  line: number;
  column: number;
}

/** The deepest nesting of arrays and objects in a file. */
export const mostLevels = 1000;

/** The first syntax error of a JSON text and what was expected there; undefined if the text is valid JSON. */
export function syntaxMistake(text: string): (Place & { message: string }) | undefined {
  const mistake = scanJson(text, mostLevels, {});
  if (!mistake) return undefined;
  return { ...placeAt(text, mistake.start), message: `Expected ${sentencePart(mistake, text[mistake.start])}` };
}

function sentencePart({ expected }: JsonMistake, found: string | undefined): string {
  if (expected === 'less depth') return `at most ${mostLevels} levels`;
  if (expected === 'the end of a string' || (expected === 'a name in double quotes' && found === '"'))
    return 'a closing quote for the string that begins here, or valid characters in it';
  const wanted = expected === 'the end of the text' ? 'the end of the file' : expected;
  return `${wanted}, found ${found === undefined ? 'the end of the file' : JSON.stringify(found)}`;
}

/** The places of JSON pointers in a JSON text; for a missing value, the place of the innermost value around it. */
export function placesOf(text: string, pointers: readonly string[]): Place[] {
  const best = pointers.map((pointer) => ({ pointer, length: -1, offset: 0 }));
  scanJson(text, Infinity, {
    value(path, offset) {
      const at = path.map((key) => `/${escaped(String(key))}`).join('');
      for (const place of best) {
        const isAround = place.pointer === at || place.pointer.startsWith(`${at}/`);
        if (isAround && at.length > place.length) Object.assign(place, { length: at.length, offset });
      }
    },
  });
  return best.map(({ offset }) => placeAt(text, offset));
}

/** Escapes a name for a JSON pointer (RFC 6901 §3). */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
