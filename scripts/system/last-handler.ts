import { debuglog } from 'node:util';
import { sentence } from '../text/escape.js';
import { exitCodes, gravestOf } from '../text/exit-codes.js';
import { errorSentence, isSystemError, reasonOf } from '../text/system-error.js';

/** Catches what nothing else has caught, so that a command never ends with the code of a verdict by accident. */
interface LastHandler {
  /** Prints one sentence about an error that ends the command, and notes its exit code. */
  failed(error: unknown): void;
  /** The command has done its work. Without this call, the process does not end with 0. */
  ended(): void;
}

/** The exit code of Node.js for a module whose `await` never ends. */
const unsettled = 13;

/** An error of an output stream after which the output is incomplete, though somebody may wait for it. */
interface LostOutput {
  stream: NodeJS.WriteStream;
  error: NodeJS.ErrnoException;
}

/**
 * Watches a process that runs one command: uncaught exceptions, output that cannot be written, and an end before the
 * work is done. At the exit it decides the code.
 *
 * @param shown removes secrets from a message
 */
export function lastHandler(shown: (message: string) => string): LastHandler {
  let isEnded = false;
  /** The code of an error that is not a verdict. */
  let own: number | undefined;
  let lost: LostOutput | undefined;

  const failed = (error: unknown): void => {
    // A stream passes its error on to whoever waits for it.
    if (lost && error === lost.error) return;
    const isFirst = own === undefined;
    own = gravestOf([own ?? exitCodes.done, isSystemError(error) ? exitCodes.usage : exitCodes.noVerdict]);
    if (!isFirst) return;
    say(shown, errorSentence(error));
    sayWhere(shown, error);
  };

  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader may stop early, as `head` does, and a terminal may be closed. Neither is an error.
      if (error.code !== 'EPIPE' && error.code !== 'EIO') lost ??= { stream, error };
    });
  }
  process.on('uncaughtException', (error) => {
    failed(error);
    if (!endsInOrder()) process.exit();
  });
  process.once('exit', (code) => {
    if (!isEnded && own === undefined && (code === exitCodes.done || code === unsettled)) {
      own = exitCodes.noVerdict;
      say(shown, 'This is a mistake of directory-contract: it ended before its work was done. Please report it.');
    }
    if (own !== undefined) {
      const open = openWrites();
      for (const each of open) say(shown, each);
      if (open.length > 0) own = exitCodes.notRestored;
      // No verdict of a program that has failed counts.
      process.exitCode = gravestOf([own, ...(code === exitCodes.violated ? [] : [code])]);
    }
    if (lost) {
      const name = lost.stream === process.stdout ? 'Standard output' : 'Standard error';
      say(shown, `${name} is incomplete: ${reasonOf(lost.error)}. Correct this, then run the command again.`);
      process.exitCode = gravestOf([Number(process.exitCode ?? code), exitCodes.usage]);
    }
  });
  return {
    failed,
    ended() {
      isEnded = true;
    },
  };
}

/** Prints to standard error. Nothing can be done if that fails as well. */
function say(shown: (message: string) => string, text: string): void {
  try {
    process.stderr.write(`${shown(sentence(text))}\n`);
  } catch {
    return;
  }
}

/** Prints where the error was thrown, for whoever sets NODE_DEBUG=directory-contract. */
function sayWhere(shown: (message: string) => string, error: unknown): void {
  if (!debuglog('directory-contract').enabled || !(error instanceof Error)) return;
  for (const line of (error.stack ?? '').split('\n').slice(1)) say(shown, line.trimEnd());
}

/** Each returns what must still be done by hand if the process ends now; undefined if nothing must. */
const watchers = new Set<() => string | undefined>();

/**
 * Has the last words of the command name writes that are not proven to be undone.
 *
 * @param left returns a sentence with the command that undoes them; undefined if none is open
 */
export function watchOpenWrites(left: () => string | undefined): void {
  watchers.add(left);
}

/** Sentences about writes that are not proven to be undone; empty if there are none. */
function openWrites(): string[] {
  return [...watchers].flatMap((left) => left() ?? []);
}

/** Ends a run when the process gets a signal, or when this program has made a mistake outside of its awaited work. */
interface StopSignals {
  /** Aborted by the first signal or such a mistake; then no new request is sent. */
  signal: AbortSignal;
  /** 129 for SIGHUP, 130 for SIGINT and 143 for SIGTERM, as in shells; undefined before a signal. */
  exitCode(): number | undefined;
  /** A sentence that names the signal; undefined before a signal. */
  sentence(): string | undefined;
  /** Stops listening. */
  close(): void;
}

const signals = {
  SIGHUP: { code: exitCodes.SIGHUP, sentence: 'The process received SIGHUP: the terminal was closed.' },
  SIGINT: { code: exitCodes.SIGINT, sentence: 'The process received SIGINT, as from Ctrl-C.' },
  SIGTERM: { code: exitCodes.SIGTERM, sentence: 'The process received SIGTERM.' },
} as const;

/** Emitted for each uncaught exception, before the last handler of the command gets it. */
const uncaught = 'uncaughtExceptionMonitor';

/** Whether something listens that ends the work of this process in order. */
function endsInOrder(): boolean {
  return process.listenerCount(uncaught) > 0;
}

/**
 * Listens to SIGHUP, SIGINT and SIGTERM. The first ends the run; the second ends the process at once.
 *
 * @param onFirst called at the first signal, to print what happens next
 */
export function stopSignals(onFirst: () => void): StopSignals {
  const controller = new AbortController();
  let first: keyof typeof signals | undefined;
  const names = Object.keys(signals) as (keyof typeof signals)[];
  const listeners = names.map(
    (name) =>
      [
        name,
        () => {
          if (first !== undefined) process.exit(signals[name].code);
          first = name;
          controller.abort();
          onFirst();
        },
      ] as const,
  );
  const halt = (): void => {
    if (controller.signal.aborted) return;
    controller.abort();
    onFirst();
  };
  for (const [name, listener] of listeners) process.on(name, listener);
  process.on(uncaught, halt);
  return {
    signal: controller.signal,
    exitCode: () => first && signals[first].code,
    sentence: () => first && signals[first].sentence,
    close: () => {
      for (const [name, listener] of listeners) process.off(name, listener);
      process.off(uncaught, halt);
    },
  };
}

/** Resolves at the first SIGHUP, SIGINT or SIGTERM, and after an uncaught exception. */
export function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', uncaught] as const) process.once(signal, () => resolve());
  });
}
