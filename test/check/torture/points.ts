/**
 * What a process does that can be seen from outside of it: a line of the journal, its sync, the count of its lines, the
 * sync of its folder, its cutting off, its removal, and a write that is sent, with its answer. Reads change nothing,
 * neither here nor there.
 */
export type Step = 'append' | 'sync' | 'count' | 'folder-sync' | 'cut' | 'remove' | 'send';

const killedBefore = process.env['TORTURE_POINT'];
const counts = new Map<Step, number>();
const names: string[] = [];

/** The steps that were taken so far, in order: `append 1`, `append 2`, `sync 1`, … */
export const taken: readonly string[] = names;

/**
 * Is called before each step, and so after the one before: every point where the process can be killed is one of these,
 * or its end. It kills itself where TORTURE_POINT names the step, by name or by its number among all.
 */
export function reach(step: Step): void {
  const count = (counts.get(step) ?? 0) + 1;
  counts.set(step, count);
  const name = `${step} ${count}`;
  names.push(name);
  if (killedBefore === name || killedBefore === String(names.length)) process.kill(process.pid, 'SIGKILL');
}
