/**
 * A step of a process with an effect outside of the process. On the journal: a new line, a sync, its count, the sync
 * of its folder, a truncation, or its removal. On the server: a write. Reads have no effect.
 */
export type Step = 'append' | 'sync' | 'count' | 'folder-sync' | 'cut' | 'remove' | 'send';

const killedBefore = process.env['TORTURE_POINT'];
const counts = new Map<Step, number>();
const names: string[] = [];

/** The steps so far, in order, such as `append 1`, `append 2`, `sync 1`. */
export const reachedSteps: readonly string[] = names;

/** Call this before each step. It kills the process if TORTURE_POINT is the name or the number of the step. */
export function reach(step: Step): void {
  const count = (counts.get(step) ?? 0) + 1;
  counts.set(step, count);
  const name = `${step} ${count}`;
  names.push(name);
  if (killedBefore === name || killedBefore === String(names.length)) process.kill(process.pid, 'SIGKILL');
}
