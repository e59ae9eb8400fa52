import { createContext, Script, type Context, type RunningScriptOptions } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** What work came to: its value, or what stopped it. */
export type Bounded<Value> = { value: Value; stopped?: undefined } | { stopped: 'time' | 'signal' };

export interface Bound {
  /** Wall-clock time that the work may take. */
  milliseconds: number;
}

/** Nearly all work is done by then, with no listener touched. */
const moment = 20;

/**
 * Does synchronous work that somebody else's text may make endless, and stops it where it takes too long. Even one regular
 * expression that goes on for ever is stopped, since the platform looks for the end of its time inside of it.
 *
 * The work is stopped anywhere, without its `finally` blocks, and work that takes more than 20 ms is begun anew: it has to be
 * such as can be done twice and left undone. What it throws is thrown. A call inside of bounded work is bound by the outer
 * one alone. A call takes some 60 µs.
 *
 * On the main thread of a program that listens to SIGINT, the signal stops work that takes long, and the listeners hear of it
 * before this returns. SIGTERM and SIGHUP are heard after the work.
 */
export function bounded<Value>(work: () => Value, { milliseconds }: Bound): Bounded<Value> {
  if (isAtWork) return { value: work() };
  // Watching for SIGINT switches off its listeners for so long, and with them goes a signal that came in this turn of the
  // event loop and waits to be heard. So only work that is long gets watched.
  const isWatched = isMainThread && milliseconds > moment;
  const first = attempt(work, { timeout: isWatched ? moment : milliseconds });
  if (!isWatched || first.stopped === undefined) return first;
  // Without a listener the signal ends the process by itself.
  const second = attempt(work, { timeout: milliseconds, breakOnSigint: process.listenerCount('SIGINT') > 0 });
  if (second.stopped === 'signal') process.emit('SIGINT', 'SIGINT');
  return second;
}

let isAtWork = false;
let context: Context | undefined;
let script: Script | undefined;

function attempt<Value>(work: () => Value, options: RunningScriptOptions): Bounded<Value> {
  let value: Value | undefined;
  context ??= createContext(Object.create(null) as Context);
  script ??= new Script('work()');
  context['work'] = () => void (value = work());
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
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? 'time' : code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED' ? 'signal' : undefined;
}
