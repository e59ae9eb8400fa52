import { debuglog } from 'node:util';
import { sanitizeSentence } from '../text/escape.js';
import { exitCodes, worstExitCode } from '../text/exit-codes.js';
import { describeError, isSystemError, reasonOf } from '../text/system-error.js';

/** Catches uncaught errors, so that a crash never ends with an exit code that is a verdict. */
interface ExitHandler {
  /** Prints one sentence about an error that ends the command, and records its exit code. */
  recordFailure(error: unknown): void;
  /** Records that the command has finished. Without this call, the process does not exit with 0. */
  recordEnd(): void;
}

/** The exit code of Node.js for a module whose `await` never ends. */
const unsettledExitCode = 13;

/** An error that makes the output incomplete, except a reader that stopped early (EPIPE) or a closed terminal (EIO). */
interface LostOutput {
  stream: NodeJS.WriteStream;
  error: NodeJS.ErrnoException;
}

/** Watches a command for uncaught exceptions, lost output and a premature end, and determines the exit code. */
export function installExitHandler(redact: (message: string) => string): ExitHandler {
  let isCommandDone = false;
  /** The exit code for an error of the program or of the machine; such a code is not a verdict. */
  let errorExitCode: number | undefined;
  let lostOutput: LostOutput | undefined;

  const recordFailure = (error: unknown): void => {
    // A stream has already reported this error, which the code that wrote to the stream threw again.
    if (lostOutput && error === lostOutput.error) return;
    const isFirstFailure = errorExitCode === undefined;
    errorExitCode = worstExitCode([
      errorExitCode ?? exitCodes.done,
      isSystemError(error) ? exitCodes.usage : exitCodes.noVerdict,
    ]);
    if (!isFirstFailure) return;
    printError(redact, describeError(error));
    printStack(redact, error);
  };

  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader may stop early, as `head` does, and a terminal may be closed. Neither is an error.
      if (error.code !== 'EPIPE' && error.code !== 'EIO') lostOutput ??= { stream, error };
    });
  }
  process.on('uncaughtException', (error) => {
    recordFailure(error);
    if (!isEndHandledElsewhere()) process.exit();
  });
  process.once('exit', (code) => {
    if (!isCommandDone && errorExitCode === undefined && (code === exitCodes.done || code === unsettledExitCode)) {
      errorExitCode = exitCodes.noVerdict;
      printError(redact, 'This is a bug in directory-contract: it ended before its work was done. Please report it.');
    }
    if (errorExitCode !== undefined) {
      const sentencesOnOpenWrites = listOpenWrites();
      for (const text of sentencesOnOpenWrites) printError(redact, text);
      if (sentencesOnOpenWrites.length > 0) errorExitCode = exitCodes.notRestored;
      // After an error of the program, the exit code `violated` is not a verdict.
      process.exitCode = worstExitCode([errorExitCode, ...(code === exitCodes.violated ? [] : [code])]);
    }
    if (lostOutput) {
      const name = lostOutput.stream === process.stdout ? 'Standard output' : 'Standard error';
      printError(
        redact,
        `${name} is incomplete: ${reasonOf(lostOutput.error)}. Correct this, then run the command again.`,
      );
      process.exitCode = worstExitCode([Number(process.exitCode ?? code), exitCodes.usage]);
    }
  });
  return {
    recordFailure,
    recordEnd() {
      isCommandDone = true;
    },
  };
}

/** Prints to standard error. Ignores a failure, because there is no other place to report it. */
function printError(redact: (message: string) => string, text: string): void {
  try {
    process.stderr.write(`${redact(sanitizeSentence(text))}\n`);
  } catch {
    return;
  }
}

/** Prints where the error was thrown, if NODE_DEBUG=directory-contract is set. */
function printStack(redact: (message: string) => string, error: unknown): void {
  if (!debuglog('directory-contract').enabled || !(error instanceof Error)) return;
  for (const line of (error.stack ?? '').split('\n').slice(1)) printError(redact, line.trimEnd());
}

/** Functions that return advice for the user if the process ends now; undefined if no advice is needed. */
const describersOfOpenWrites = new Set<() => string | undefined>();

/**
 * If the command ends with an error, prints the result of `describeOpenWrites`: writes that were perhaps not undone,
 * and how to undo them.
 */
export function reportOpenWritesAtExit(describeOpenWrites: () => string | undefined): void {
  describersOfOpenWrites.add(describeOpenWrites);
}

function listOpenWrites(): string[] {
  return [...describersOfOpenWrites].flatMap((describeOpen) => describeOpen() ?? []);
}

/** Listens for signals and uncaught exceptions, so that a command can end its run in an orderly way. */
interface StopListener {
  /** Aborted by the first signal or uncaught exception, after which no new request is sent. */
  signal: AbortSignal;
  /** The exit code for a signal, as in shells: SIGHUP 129, SIGINT 130, SIGTERM 143; undefined before a signal. */
  exitCode(): number | undefined;
  /** A sentence that names the signal; undefined before a signal. */
  sentence(): string | undefined;
  close(): void;
}

const signals = {
  SIGHUP: { code: exitCodes.SIGHUP, sentence: 'The process received SIGHUP: the terminal was closed.' },
  SIGINT: { code: exitCodes.SIGINT, sentence: 'The process received SIGINT, for example from Ctrl-C.' },
  SIGTERM: { code: exitCodes.SIGTERM, sentence: 'The process received SIGTERM.' },
} as const;

/** Emitted for each uncaught exception, before the last handler of the command gets it. */
const uncaughtEvent = 'uncaughtExceptionMonitor';

/** Whether another listener takes care of an orderly end of this process. */
function isEndHandledElsewhere(): boolean {
  return process.listenerCount(uncaughtEvent) > 0;
}

/**
 * At the first SIGHUP, SIGINT or SIGTERM, calls `onFirstSignal` and ends the run. At the second, ends the process at
 * once.
 */
export function watchStopSignals(onFirstSignal: () => void): StopListener {
  const controller = new AbortController();
  let firstSignal: keyof typeof signals | undefined;
  const names = Object.keys(signals) as (keyof typeof signals)[];
  const listeners = names.map(
    (name) =>
      [
        name,
        () => {
          if (firstSignal !== undefined) process.exit(signals[name].code);
          firstSignal = name;
          controller.abort();
          onFirstSignal();
        },
      ] as const,
  );
  const halt = (): void => {
    if (controller.signal.aborted) return;
    controller.abort();
    onFirstSignal();
  };
  for (const [name, listener] of listeners) process.on(name, listener);
  process.on(uncaughtEvent, halt);
  return {
    signal: controller.signal,
    exitCode: () => firstSignal && signals[firstSignal].code,
    sentence: () => firstSignal && signals[firstSignal].sentence,
    close: () => {
      for (const [name, listener] of listeners) process.off(name, listener);
      process.off(uncaughtEvent, halt);
    },
  };
}

/** Resolves at the first SIGHUP, SIGINT or SIGTERM, or after an uncaught exception. */
export function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', uncaughtEvent] as const) process.once(signal, () => resolve());
  });
}
