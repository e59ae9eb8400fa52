import { availableParallelism } from 'node:os';
import { formatTable, runTimed, type StepProgress } from '../text/progress.js';
import type { PackedPackage } from './packed-package.js';

/** How much a gate checks: a sample, which is quick enough for `npm test`, or everything. */
export type GateScope = 'sample' | 'all';

export interface GateResult {
  /** The measured value and its limit, such as `5,712 of 6,000 bytes`. */
  figure: string;
  /** One sentence per problem; empty if the package passes. */
  problems: readonly string[];
  /** Checks that were skipped, each with the reason. They do not fail the gate. */
  skippedChecks?: readonly string[];
}

/** A requirement that the package must meet before it is published. */
export interface Gate {
  name: string;
  /** The requirement, as the end of a sentence that begins with "The package". */
  requirement: string;
  /** Checks a packed package. If the check is impossible, the promise rejects, and the gate fails. */
  run(pkg: PackedPackage, scope: GateScope): Promise<GateResult>;
}

export interface GateOutcome extends GateResult {
  name: string;
}

/** Runs one gate on a package. A gate that cannot run has failed. */
export async function runGate({ name, run }: Gate, pkg: PackedPackage, scope: GateScope): Promise<GateOutcome> {
  try {
    return { name, ...(await run(pkg, scope)) };
  } catch (error) {
    const problem = `The gate could not check the package: ${String((error as Error).message)}`;
    return { name, figure: 'not measured', problems: [problem] };
  }
}

/** Runs all gates, in parallel on the processors of the machine. The outcomes are in the order of the gates. */
export async function runGates(
  gates: readonly Gate[],
  pkg: PackedPackage,
  scope: GateScope,
  progress: StepProgress,
): Promise<GateOutcome[]> {
  const outcomes: GateOutcome[] = [];
  const queue = gates.entries();
  const runNext = async (): Promise<void> => {
    for (const [index, gate] of queue)
      outcomes[index] = await runTimed(progress, gate.name, () => runGate(gate, pkg, scope));
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runNext));
  return outcomes;
}

export function outcomesText(outcomes: readonly GateOutcome[]): string {
  const rows = outcomes.map(({ name, figure, problems }) => [
    name,
    problems.length === 0 ? figure : `FAILED  ${figure}`,
  ]);
  const skipNotes = outcomes.flatMap(({ name, skippedChecks: texts = [] }) =>
    texts.map((text) => `${name}: skipped ${text}\n`),
  );
  return `${formatTable([['gate', 'figure'], ...rows])}\n${skipNotes.join('')}`;
}

/** Lists the problems, gate by gate; empty if every gate passed. */
export function problemsText(outcomes: readonly GateOutcome[]): string {
  return outcomes
    .filter(({ problems }) => problems.length > 0)
    .map(({ name, problems }) =>
      [`The gate ${name} failed:`, ...problems.map((problem) => `  ${problem.replaceAll('\n', '\n  ')}`)].join('\n'),
    )
    .join('\n\n');
}
