import { type Fault, faultNamed, right } from './faults.js';
import type { Programs } from './programs.js';
import type { Kind } from './resources.js';
import { type Case, type Task, torture } from './torture.js';

/** After every twelfth run, the undo is killed as well, at each of its steps. */
const undoStride = 12;
/** Runs with the package's own contract have many steps, so only every n-th is tested; n must not fit their rhythm. */
const ownStride = { right: 23, wrong: 53 };

/** Returns a run for each step of a complete run, killed at that step. */
export function killsAt(kind: Kind, fault: Fault, steps: readonly string[]): Task[] {
  const stride = kind === 'shop' ? 1 : fault === right ? ownStride.right : ownStride.wrong;
  return steps
    .filter((_, index) => index % stride === 0)
    .map((point, index) => ({ kind, fault, point, ...(index % undoStride === 0 && { undoPoints: 'all' as const }) }));
}

/** Kills at each kind of step, but at different places for each fault. */
const turns: readonly { fault: Fault; points: readonly string[]; undoPoint: number }[] = [
  { fault: right, points: ['append 3', 'sync 2', 'remove 1'], undoPoint: 1 },
  { fault: faultNamed('drop after write'), points: ['folder-sync 1'], undoPoint: 2 },
  { fault: faultNamed('500 after write'), points: ['sync 3'], undoPoint: 3 },
  { fault: faultNamed('refuse after 1'), points: ['send 3'], undoPoint: 4 },
  { fault: faultNamed('refuse after 3'), points: ['send 5'], undoPoint: 3 },
  { fault: faultNamed('ignore every second write'), points: ['send 4'], undoPoint: 2 },
  { fault: faultNamed('late write'), points: ['append 5', 'send 2'], undoPoint: 3 },
  { fault: faultNamed('lagging reads'), points: ['send 3'], undoPoint: 4 },
];

/** A fixed sample for each kind of contract. Before `append 4`, a write has a response that is not recorded yet. */
export const sample: readonly Task[] = [
  ...turns.flatMap(({ fault, points, undoPoint }): Task[] => [
    { kind: 'shop', fault, point: 'append 4', undoPoints: [undoPoint] },
    ...points.map((point) => ({ kind: 'shop' as const, fault, point })),
  ]),
  { kind: 'shop', fault: faultNamed('refuse after 1') },
  { kind: 'shop', fault: faultNamed('ignore every second write') },
  { kind: 'sandbox', fault: faultNamed('none'), point: 'append 8', undoPoints: [3] },
  { kind: 'sandbox', fault: faultNamed('drop after write'), point: 'send 4' },
];

/** Number of concurrent runs, most of which mostly wait. */
const width = 6;

/** @returns all cases in the order in which they end */
export async function tortureAll(
  programs: Readonly<Record<Kind, Programs>>,
  tasks: readonly Task[],
  onCases: (cases: readonly Case[]) => void = () => undefined,
): Promise<Case[]> {
  const all: Case[] = [];
  const waiting = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of waiting) {
      const { cases } = await torture(programs[task.kind], task);
      all.push(...cases);
      onCases(cases);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return all;
}
