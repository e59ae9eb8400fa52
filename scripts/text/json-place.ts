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
  return { ...linesOf(text)(mistake.start), message: `Expected ${sentencePart(mistake, text[mistake.start])}` };
}

function sentencePart({ expected }: JsonMistake, found: string | undefined): string {
  if (expected === 'less depth') return `at most ${mostLevels} levels`;
  if (expected === 'the end of a string' || (expected === 'a name in double quotes' && found === '"'))
    return 'a closing quote for the string that begins here, or valid characters in it';
  const wanted = expected === 'the end of the text' ? 'the end of the file' : expected;
  return `${wanted}, found ${found === undefined ? 'the end of the file' : JSON.stringify(found)}`;
}

/**
 * Returns a function that finds the place of a value in a valid JSON text by the names and positions that lead to it;
 * for a missing value, the place of the innermost value around it.
 */
export function placesIn(text: string): (path: readonly (string | number)[]) => Place {
  // In the order of the text, so that the values inside a value follow it.
  const values: { place: Place; name: string; parent: number }[] = [];
  const around: number[] = [];
  const placeAt = linesOf(text);
  scanJson(text, Infinity, {
    value(path, start) {
      const depth = path.length;
      around[depth] = values.length;
      values.push({ place: placeAt(start), name: String(path[depth - 1]), parent: around[depth - 1] ?? -1 });
    },
  });
  return (path) => {
    let found = 0;
    for (const name of path) {
      const next = below(values, found, String(name));
      if (next === undefined) break;
      found = next;
    }
    return values[found]?.place ?? { line: 1, column: 1 };
  };
}

function below(values: readonly { name: string; parent: number }[], above: number, wanted: string): number | undefined {
  for (let index = above + 1; index < values.length; index += 1) {
    const { name, parent = -1 } = values[index] ?? {};
    if (parent < above) return undefined;
    if (parent === above && name === wanted) return index;
  }
  return undefined;
}

/** Returns a function that turns offsets in a text, in ascending order, into places. */
export function linesOf(text: string): (offset: number) => Place {
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
