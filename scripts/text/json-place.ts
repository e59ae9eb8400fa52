import { type JsonMistake, scanJson } from './json-scan.js';

/** A place in text; both numbers start at 1. */
export interface TextPosition {
  line: number;
  column: number;
}

/** Maximum nesting depth of arrays and objects in a file. */
export const maxLevels = 1000;

/** Finds the first syntax error of JSON text and describes the expected text; undefined for valid JSON. */
export function findSyntaxMistake(text: string): (TextPosition & { message: string }) | undefined {
  const mistake = scanJson(text, maxLevels, {});
  if (!mistake) return undefined;
  return {
    ...createLineFinder(text)(mistake.start),
    message: `Expected ${describeMistake(mistake, text[mistake.start])}`,
  };
}

function describeMistake({ expected }: JsonMistake, actual: string | undefined): string {
  if (expected === 'less depth') return `at most ${maxLevels} levels`;
  if (expected === 'the end of a string' || (expected === 'a name in double quotes' && actual === '"'))
    return 'a closing quote for the string that begins here, or valid characters in it';
  const expectedText = expected === 'the end of the text' ? 'the end of the file' : expected;
  return `${expectedText}, found ${actual === undefined ? 'the end of the file' : JSON.stringify(actual)}`;
}

/** Returns a function that finds a path in valid JSON: the position of its value, or the innermost one around it. */
export function createLocator(text: string): (path: readonly (string | number)[]) => TextPosition {
  // The values are in the order of the text, so the values inside a value come after it.
  const values: { position: TextPosition; name: string; parent: number }[] = [];
  const parents: number[] = [];
  const positionAt = createLineFinder(text);
  scanJson(text, Infinity, {
    onValue(path, start) {
      const depth = path.length;
      parents[depth] = values.length;
      values.push({ position: positionAt(start), name: String(path[depth - 1]), parent: parents[depth - 1] ?? -1 });
    },
  });
  return (path) => {
    let valueIndex = 0;
    for (const name of path) {
      const next = findChild(values, valueIndex, String(name));
      if (next === undefined) break;
      valueIndex = next;
    }
    return values[valueIndex]?.position ?? { line: 1, column: 1 };
  };
}

function findChild(
  values: readonly { name: string; parent: number }[],
  parentIndex: number,
  childName: string,
): number | undefined {
  for (let index = parentIndex + 1; index < values.length; index += 1) {
    const { name, parent = -1 } = values[index] ?? {};
    if (parent < parentIndex) return undefined;
    if (parent === parentIndex && name === childName) return index;
  }
  return undefined;
}

/** Returns a function that turns offsets in text into places. Calls must pass offsets in ascending order. */
export function createLineFinder(text: string): (offset: number) => TextPosition {
  let [line, start, next] = [1, 0, text.indexOf('\n')];
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      start = next + 1;
      next = text.indexOf('\n', start);
    }
    return { line, column: offset - start + 1 };
  };
}
