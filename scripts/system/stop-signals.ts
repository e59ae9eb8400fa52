import { exitCodes } from '../text/exit-codes.js';

/** Ends a run when the process gets a signal, or when this program has made a mistake outside of its awaited work. */
export interface StopSignals {
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
export function endsInOrder(): boolean {
  return process.listenerCount(uncaught) > 0;
}

/**
 * Listens to SIGHUP, SIGINT and SIGTERM. The first ends the run; the second ends the process at once.
 *
 * @param onFirst called at the first signal, to print what happens next
 */
export function stopSignals(
  onFirst: () => void,
  leave: (code: number) => void = (code) => process.exit(code),
): StopSignals {
  const controller = new AbortController();
  let first: keyof typeof signals | undefined;
  const names = Object.keys(signals) as (keyof typeof signals)[];
  const listeners = names.map(
    (name) =>
      [
        name,
        () => {
          if (first !== undefined) return leave(signals[name].code);
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
