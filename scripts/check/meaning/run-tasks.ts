import { type CaseSource, withOtherValues } from '../cases/source.js';
import type { RunSession } from '../session/run-session.js';
import { SideSession } from '../session/session.js';
import { runParallel } from '../session/turns.js';
import { type Harness, removeResource } from './harness.js';

/** Tests that can run in parallel with other tasks, since no two tasks use the same resources. */
export interface Task {
  /** The name that is shown while the task runs. */
  name: string;
  work(harness: Harness): Promise<void>;
}

/**
 * Runs `work` without reporting faults that only several exchanges together show.
 *
 * @returns true if it found no such fault and the work returned true; if false, the work must be repeated in smaller
 * parts
 */
export async function tryWithoutReport(
  harness: Harness,
  work: (harness: Harness) => Promise<boolean>,
): Promise<boolean> {
  const session = new SideSession(harness.session);
  return (await work({ ...harness, session })) && !session.isDoubtful;
}

/**
 * Runs tasks in parallel, each with its own resources. On a faulty server, a task may disturb another task. So tasks
 * that find a fault are repeated alone, and only the findings of the repetition are reported. If the run sends one
 * request at a time, all tasks report at once.
 */
export async function runTasks(
  session: RunSession,
  harness: Harness,
  tasks: readonly Task[],
  begin: (step: string) => void = () => undefined,
): Promise<void> {
  const runAlone = async ({ name, work }: Task, source: CaseSource): Promise<void> => {
    begin(name);
    await work({ ...harness, source });
  };
  if (session.sendsOneByOne) {
    for (const task of tasks) await runAlone(task, harness.source);
    return;
  }
  const doubtfulTasks = new Set<Task>();
  // The limit for requests is also the limit for tasks, so that a task that has begun need not wait for others.
  await runParallel(tasks, session.maxParallel, async (task) => {
    begin(task.name);
    const sideSession = new SideSession(session);
    const stock: Harness['stock'] = { resources: new Map(), owner: `${task.name} `, pendingTypes: new Set() };
    const ownHarness = { ...harness, session: sideSession, stock };
    await task.work(ownHarness);
    if (sideSession.isDoubtful) doubtfulTasks.add(task);
    await session.each([...stock.resources.values()].reverse(), (resource) => removeResource(ownHarness, resource));
  });
  const otherSource = withOtherValues(harness.source);
  for (const task of tasks) if (doubtfulTasks.has(task)) await runAlone(task, otherSource);
}
