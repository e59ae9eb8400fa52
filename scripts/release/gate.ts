import { availableParallelism } from 'node:os';
import { type Progress, table, timed } from '../text/progress.js';
import type { PackedPackage } from './packed-package.js';

/** How much a gate checks: what fits into `npm test`, or everything. */
export type Extent = 'sample' | 'all';

/** The result of a gate. */
export interface GateResult {
  /** The measured figure with its limit: `5,712 of 6,000 bytes`. */
  figure: string;
  /** One sentence per problem; empty if the package passes. */
  problems: readonly string[];
  /** Checks that were skipped, each with the reason. They do not fail the gate. */
  leftOut?: readonly string[];
}

/** A requirement that the package must meet before it is published. */
export interface Gate {
  name: string;
  /** The end of a sentence that begins with "The package". */
  about: string;
  /** Checks a packed package. If it cannot, it rejects, and the gate fails. */
  run(packed: PackedPackage, scope: Extent): Promise<GateResult>;
}

export interface GateOutcome extends GateResult {
  name: string;
}

/** Runs one gate on a package. A gate that cannot run has failed. */
export async function throughGate({ name, run }: Gate, packed: PackedPackage, scope: Extent): Promise<GateOutcome> {
  try {
    return { name, ...(await run(packed, scope)) };
  } catch (error) {
    const problem = `The gate could not check the package: ${String((error as Error).message)}`;
    return { name, figure: 'not measured', problems: [problem] };
  }
}

/** Runs every gate, as many at a time as the machine has processors. The outcomes are in the order of the gates. */
export async function runGates(
  gates: readonly Gate[],
  packed: PackedPackage,
  scope: Extent,
  progress: Progress,
): Promise<GateOutcome[]> {
  const outcomes: GateOutcome[] = [];
  const waiting = gates.entries();
  const passThrough = async (): Promise<void> => {
    for (const [index, gate] of waiting)
      outcomes[index] = await timed(progress, gate.name, () => throughGate(gate, packed, scope));
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, passThrough));
  return outcomes;
}

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
