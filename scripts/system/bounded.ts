import { type Context, createContext, type RunningScriptOptions, Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** What work came to: its value, or what stopped it. */
export type Bounded<Value> = { value: Value; stopped?: undefined } | { stopped: 'time' | 'signal' };

export interface Bound {
  /** Wall-clock time that the work may take. */
  milliseconds: number;
}

/**
 * Does synchronous work that somebody else's text may make endless, and stops it where it takes too long. Even one
 * regular expression that goes on for ever is stopped, since the platform looks for the end of its time inside of it.
 *
 * The work is stopped anywhere, without its `finally` blocks: it has to be such as can be left undone. What it throws
 * is thrown. A call inside of bounded work is bound by the outer one alone. A call takes some 60 µs. Signals are heard
 * after it.
 */
export function bounded<Value>(work: () => Value, { milliseconds }: Bound): Bounded<Value> {
  return isAtWork ? { value: work() } : attempt(work, { timeout: milliseconds });
}

/** Nearly all work is done by then, and a signal that came meanwhile is not yet late. */
const moment = 500;

/**
 * The same for work that may take longer than a signal can wait. What is not done in half a second is begun anew, so
 * that it has to be such as can be done twice. Before that, signals are heard; where `signal` is aborted then, the work
 * is left.
 *
 * On the main thread of a program that listens to SIGINT, the signal stops the second try, and the listeners hear of it
 * before this resolves. SIGTERM and SIGHUP are heard after the work.
 */
export async function stoppable<Value>(
  work: () => Value,
  { milliseconds, signal }: Bound & { signal?: AbortSignal | undefined },
): Promise<Bounded<Value>> {
  const first = bounded(work, { milliseconds: Math.min(moment, milliseconds) });
  if (first.stopped === undefined || milliseconds <= moment) return first;
  // Watching for SIGINT switches off its listeners for so long, and with them would go a signal that waits to be heard.
  await signalsHeard();
  if (signal?.aborted) return { stopped: 'signal' };
  // Without a listener the signal ends the process by itself.
  const second = attempt(work, {
    timeout: milliseconds,
    breakOnSigint: isMainThread && process.listenerCount('SIGINT') > 0,
  });
  if (second.stopped === 'signal') process.emit('SIGINT', 'SIGINT');
  return second;
}

/** Turns of the event loop until one was so short that no signal can have come in it; others may work in between. */
async function signalsHeard(): Promise<void> {
  for (let [turns, before] = [0, -Infinity]; turns < 20; turns += 1) {
    await new Promise(setImmediate);
    const now = performance.now();
    if (now - before < 2) return;
    before = now;
  }
}

let isAtWork = false;
let context: Context | undefined;
let script: Script | undefined;

function attempt<Value>(work: () => Value, options: RunningScriptOptions): Bounded<Value> {
  let value: Value | undefined;
  context ??= createContext(Object.create(null) as Context);
  script ??= new Script('work()');
  context['work'] = () => {
    value = work();
  };
  isAtWork = true;
  try {
    script.runInContext(context, { ...options, displayErrors: false });
    return { value: value as Value };
  } catch (error) {
    const stopped = reasonOf(error);
    if (!stopped) throw error;
    return { stopped };
  } finally {
    isAtWork = false;
    context['work'] = undefined;
  }
}

/** The error is one of the realm that the script ran in, and no `Error` here. */
function reasonOf(error: unknown): 'time' | 'signal' | undefined {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    ? 'time'
    : code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED'
      ? 'signal'
      : undefined;
}
