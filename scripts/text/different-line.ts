import { sanitizeLines } from './escape.js';

/** Finds the first line, counted from 1, in which two different texts differ; `text` shows both versions of it. */
export function findDifferentLine(expected: string, actual: string): { line: number; text: string } {
  const [expectedLines, actualLines] = [expected.split('\n'), actual.split('\n')];
  const index = expectedLines.findIndex((line, at) => line !== actualLines[at]);
  const at = index === -1 ? expectedLines.length : index;
  return { line: at + 1, text: `  expected  ${excerpt(expectedLines[at])}\n  found     ${excerpt(actualLines[at])}` };
}

function excerpt(line: string | undefined): string {
  if (line === undefined) return '(the file ends)';
  return sanitizeLines(line.length > 160 ? `${line.slice(0, 160)}…` : line);
}
