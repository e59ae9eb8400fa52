import { table } from '../text/progress.js';
import type { GateOutcome } from './run-gates.js';

/** One line per gate with its figure, followed by one line per skipped check. */
export function outcomesText(outcomes: readonly GateOutcome[]): string {
  const rows = outcomes.map(({ name, figure, problems }) => [
    name,
    problems.length === 0 ? figure : `FAILED  ${figure}`,
  ]);
  const leftOut = outcomes.flatMap(({ name, leftOut: texts = [] }) =>
    texts.map((text) => `${name}: skipped ${text}\n`),
  );
  return `${table([['gate', 'figure'], ...rows])}\n${leftOut.join('')}`;
}

/** The problems, gate by gate; empty if every gate passed. */
export function problemsText(outcomes: readonly GateOutcome[]): string {
  return outcomes
    .filter(({ problems }) => problems.length > 0)
    .map(({ name, problems }) =>
      [`The gate ${name} failed:`, ...problems.map((problem) => `  ${problem.replaceAll('\n', '\n  ')}`)].join('\n'),
    )
    .join('\n\n');
}
