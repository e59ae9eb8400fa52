import { printable } from './escape.js';

/** The first line in which two different texts differ, counted from 1, and both forms of it on two lines. */
export function differentLine(expected: string, found: string): { line: number; text: string } {
  const [wanted, given] = [expected.split('\n'), found.split('\n')];
  const index = wanted.findIndex((line, at) => line !== given[at]);
  const at = index === -1 ? wanted.length : index;
  return { line: at + 1, text: `  expected  ${excerpt(wanted[at])}\n  found     ${excerpt(given[at])}` };
}

function excerpt(line: string | undefined): string {
  if (line === undefined) return '(the file ends)';
  return printable(line.length > 160 ? `${line.slice(0, 160)}…` : line);
}
