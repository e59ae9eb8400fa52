import type { Context, RunningScriptOptions, Script } from 'node:vm';

/** The value that the work returned, or the reason why it was stopped. */
type BoundedResult<Value> = { value: Value; stoppedBy?: undefined } | { stoppedBy: 'time' | 'signal' };

interface TimeLimit {
  /** Wall-clock time that the work may take. */
  milliseconds: number;
}

/**
 * Runs synchronous work that could take for ever on untrusted text, and stops it after a time limit. The limit also
 * stops a single regular expression that never ends, since V8 checks for the interrupt while it matches.
 *
 * The work stops anywhere, without running its `finally` blocks, so it must be safe to abandon, and to do again. Its
 * exceptions pass through. Inside other bounded work, only the outer limit applies. A call costs about 60 µs, and
 * delays signals until its end. In a browser, the work runs without a limit.
 */
export function runBounded<Value>(work: () => Value, { milliseconds }: TimeLimit): BoundedResult<Value> {
  if (isWorkRunning || !getBuiltin('vm')) return { value: work() };
  for (let attempts = 1; ; attempts += 1) {
    const startMilliseconds = processMilliseconds();
    const result = tryWithinLimit(work, { timeout: milliseconds });
    if (result.stoppedBy !== 'time' || isWorkSlow(startMilliseconds, milliseconds) || attempts === maxAttempts)
      return result;
  }
}

/** Maximum number of attempts on a machine that is so busy that it hardly runs the work. */
const maxAttempts = 5;

/** Milliseconds of work in one turn of the event loop. Nearly all work takes less; a signal may wait as long. */
const turnBudget = 500;

/**
 * Milliseconds that any work gets, even if the turn has fewer left. This time delays signals only slightly, and is
 * enough for code that V8 has not compiled yet.
 */
const minBudget = 50;

/** The milliseconds of `turnBudget` that are left in this turn of the event loop. */
let remainingBudget = turnBudget;

/**
 * Like `runBounded`, for a program that must notice signals between its requests: all work in one turn of the event
 * loop shares half a second. Work of at most 50 ms may always run.
 */
export function runWithinTurnBudget<Value>(work: () => Value): BoundedResult<Value> {
  if (isWorkRunning || !getBuiltin('vm')) return { value: work() };
  const startTime = performance.now();
  try {
    return runBounded(work, { milliseconds: Math.max(minBudget, Math.ceil(remainingBudget)) });
  } finally {
    const duration = performance.now() - startTime;
    if (duration > minBudget) {
      // Restore the whole budget at the end of the next turn, when signals have been handled.
      if (remainingBudget === turnBudget) setImmediate(() => setImmediate(() => (remainingBudget = turnBudget)));
      remainingBudget -= duration;
    }
  }
}

/**
 * Like `runBounded`, for long work that must not delay the handling of signals. After half a second the work is
 * stopped, signals are handled, and the work starts again from the beginning with more time, so it must be safe to
 * repeat. If `signal` is aborted by then, there are no more tries.
 *
 * On the main thread of a program that listens to SIGINT, that signal stops the later tries, and its listeners run
 * before this resolves. SIGTERM and SIGHUP are handled after the work.
 */
export async function runInterruptibly<Value>(
  work: () => Value,
  { milliseconds, signal }: TimeLimit & { signal?: AbortSignal | undefined },
): Promise<BoundedResult<Value>> {
  if (isWorkRunning) return { value: work() };
  const firstResult = tryWithinLimit(work, { timeout: Math.min(turnBudget, milliseconds) });
  if (firstResult.stoppedBy === undefined || milliseconds <= turnBudget) return firstResult;
  for (let attempts = 1; ; attempts += 1) {
    // Wait: while the vm module watches for SIGINT, our own listeners are off and would lose a pending signal.
    await waitForSignals();
    if (signal?.aborted) return { stoppedBy: 'signal' };
    const before = processMilliseconds();
    // Listen for SIGINT only if the program does: without a listener, the signal ends the process anyway.
    const result = tryWithinLimit(work, {
      timeout: milliseconds,
      breakOnSigint: getBuiltin('worker_threads')?.isMainThread === true && process.listenerCount('SIGINT') > 0,
    });
    if (result.stoppedBy === 'signal') process.emit('SIGINT', 'SIGINT');
    if (result.stoppedBy !== 'time' || isWorkSlow(before, milliseconds) || attempts === maxAttempts) return result;
  }
}

/** Waits for a turn of the event loop of less than 2 ms, after which no signal is pending; other tasks may run. */
async function waitForSignals(): Promise<void> {
  for (let [turns, before] = [0, -Infinity]; turns < 20; turns += 1) {
    await new Promise(setImmediate);
    const now = performance.now();
    if (now - before < 2) return;
    before = now;
  }
}

/** A module of Node.js, loaded without an import, which bundlers for browsers would try to resolve. */
const getBuiltin: typeof process.getBuiltinModule = (name: string) => globalThis.process?.getBuiltinModule?.(name);

let isWorkRunning = false;
let context: Context | undefined;
let script: Script | undefined;

/**
 * Whether stopped work was itself slow. The limit is wall-clock time: if the process used less than half of the limit
 * as processor time, the machine was slow, not the work.
 */
function isWorkSlow(before: number, milliseconds: number): boolean {
  return processMilliseconds() - before >= milliseconds / 2;
}

/** Milliseconds of processor time that this process has used. */
function processMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function tryWithinLimit<Value>(work: () => Value, options: RunningScriptOptions): BoundedResult<Value> {
  const vm = getBuiltin('vm');
  if (!vm) return { value: work() };
  let value: Value | undefined;
  context ??= vm.createContext(Object.create(null) as Context);
  script ??= new vm.Script('work()');
  context['work'] = () => {
    value = work();
  };
  isWorkRunning = true;
  try {
    script.runInContext(context, { ...options, displayErrors: false });
    return { value: value as Value };
  } catch (error) {
    const stoppedBy = stopReasonOf(error);
    if (!stoppedBy) throw error;
    return { stoppedBy };
  } finally {
    isWorkRunning = false;
    context['work'] = undefined;
  }
}

/** The error comes from the realm of the script, so it is not an instance of this realm's `Error`. */
function stopReasonOf(error: unknown): 'time' | 'signal' | undefined {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    ? 'time'
    : code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED'
      ? 'signal'
      : undefined;
}
