import { sanitizeLines } from './escape.js';

/** A mistake in the document, at the place where a person can correct it. */
export interface Problem {
  /** Path of the file, relative to the project, with forward slashes. */
  file: string;
  /** The line of the mistake. Lines and columns are counted from 1. */
  line: number;
  column: number;
  /** Name of the rule: a rule of Redocly or Spectral, or `source/…` for a rule of this project. */
  rule: string;
  /** The expected and the actual value, in one or two sentences. */
  message: string;
  /** Advice on what to do next, unless the message contains the advice. */
  hint?: string | undefined;
  /** JSON pointer into the bundle, if the problem was found there. */
  pointer?: string | undefined;
}

/** Stops a build. Its message is printed without a stack trace. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  readonly problems: readonly Problem[];
  /** 1 for a fault of the document, 2 for a fault of the command or the machine. */
  readonly exitCode: 1 | 2;

  constructor(message: string, problems: readonly Problem[] = [], exitCode: 1 | 2 = 1) {
    super(message);
    this.problems = problems;
    this.exitCode = exitCode;
  }
}

/** Sorts problems: causes first, then by place. Drops duplicates, which Redocly reports for each use of a component. */
export function sortProblems(problems: Iterable<Problem>): Problem[] {
  const problemsByKey = new Map<string, Problem>();
  for (const problem of problems) {
    const key = [problem.file, problem.line, problem.column, problem.rule, problem.message].join('\0');
    if (!problemsByKey.has(key)) problemsByKey.set(key, problem);
  }
  return [...problemsByKey.values()].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compareText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compareText(a.rule, b.rule),
  );
}

/**
 * The rank of a problem: unreadable files come first, consequences last. For example, if a schema is wrong, its
 * examples fail as well.
 */
function rank({ rule }: Problem): number {
  if (rule === 'source/unreached' || /^(?:no-invalid|oas3-valid)-.*example/.test(rule)) return 2;
  return rule === 'struct' || rule.startsWith('source/') ? 0 : 1;
}

/** Compares strings by code unit, so that the order is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Maximum number of problems printed; the first ones usually explain the rest. */
const maxPrintedProblems = 25;

export function formatProblems(problems: readonly Problem[]): string {
  const blocks = problems.slice(0, maxPrintedProblems).map((problem) => {
    const lines = [`${problem.file}:${problem.line}:${problem.column}  ${problem.rule}`];
    for (const line of problem.message.split('\n')) lines.push(`  ${line}`);
    if (problem.hint) lines.push(`  ${problem.hint}`);
    if (problem.pointer) lines.push(`  at ${problem.pointer}`);
    return sanitizeLines(lines.join('\n'));
  });
  const hiddenCount = problems.length - maxPrintedProblems;
  if (hiddenCount > 0) blocks.push(`… and ${hiddenCount} more.`);
  return blocks.join('\n\n');
}
