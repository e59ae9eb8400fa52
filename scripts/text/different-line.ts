import { sanitizeLines } from './escape.js';

/** Finds the first line in which two different texts differ, counted from 1; `text` shows this line of both texts. */
export function findDifferentLine(expected: string, actual: string): { line: number; text: string } {
  const [expectedLines, actualLines] = [expected.split('\n'), actual.split('\n')];
  const index = expectedLines.findIndex((line, position) => line !== actualLines[position]);
  const at = index === -1 ? expectedLines.length : index;
  return { line: at + 1, text: `  expected  ${excerpt(expectedLines[at])}\n  found     ${excerpt(actualLines[at])}` };
}

function excerpt(line: string | undefined): string {
  if (line === undefined) return '(the file ends)';
  return sanitizeLines(line.length > 160 ? `${line.slice(0, 160)}…` : line);
}
