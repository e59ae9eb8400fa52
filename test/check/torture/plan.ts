import { yamlBeside } from '../../yaml-beside.js';
import { type Fault, faultNamed, right } from './faults.js';
import type { Programs } from './programs.js';
import type { Kind } from './resources.js';
import { type Case, type Task, torture } from './torture.js';

/** After every twelfth run, the undo is also killed, at each of its steps. */
const undoStride = 12;
/** Runs with the package's own contract have many steps, so only every n-th is tested; n is a prime number. */
const ownStride = { right: 23, wrong: 53 };

/** Returns a run for each step of a complete run, killed at that step. */
export function killsAt(kind: Kind, fault: Fault, steps: readonly string[]): Task[] {
  const stride = kind === 'shop' ? 1 : fault === right ? ownStride.right : ownStride.wrong;
  return steps
    .filter((_, index) => index % stride === 0)
    .map((point, index) => ({ kind, fault, point, ...(index % undoStride === 0 && { undoPoints: 'all' as const }) }));
}

/** A fixed sample for each kind of contract. */
export const sample: readonly Task[] = yamlBeside<(Omit<Task, 'fault'> & { fault: string })[]>(
  import.meta.url,
  'sample.yaml',
).map((task) => ({ ...task, fault: faultNamed(task.fault) }));

/** Number of concurrent runs; most of them wait most of the time. */
const width = 6;

/** @returns all cases in the order in which they end */
export async function tortureAll(
  programs: Readonly<Record<Kind, Programs>>,
  tasks: readonly Task[],
  onCases: (cases: readonly Case[]) => void = () => undefined,
): Promise<Case[]> {
  const allCases: Case[] = [];
  const waitingIterator = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of waitingIterator) {
      const { cases } = await torture(programs[task.kind], task);
      allCases.push(...cases);
      onCases(cases);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return allCases;
}
