import { table } from '../text/progress.js';
import type { GateOutcome } from './run-gates.js';

/** One line a gate with its figure, and below one for each thing that was left out. */
export function outcomesText(outcomes: readonly GateOutcome[]): string {
  const rows = outcomes.map(({ name, figure, problems }) => [
    name,
    problems.length === 0 ? figure : `FAILED  ${figure}`,
  ]);
  const leftOut = outcomes.flatMap(({ name, leftOut: texts = [] }) =>
    texts.map((text) => `${name}: left out ${text}\n`),
  );
  return `${table([['gate', 'figure'], ...rows])}\n${leftOut.join('')}`;
}

/** What is wrong, gate by gate; empty where nothing is. */
export function problemsText(outcomes: readonly GateOutcome[]): string {
  return outcomes
    .filter(({ problems }) => problems.length > 0)
    .map(({ name, problems }) =>
      [`The gate ${name} is not passed:`, ...problems.map((problem) => `  ${problem.replaceAll('\n', '\n  ')}`)].join(
        '\n',
      ),
    )
    .join('\n\n');
}
