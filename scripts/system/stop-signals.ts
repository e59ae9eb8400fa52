import { exitCodes } from '../text/exit-codes.js';

/** Ends a run when the process is told to end. */
export interface StopSignals {
  /** Aborted by the first signal; no new request is sent then. */
  signal: AbortSignal;
  /** 129 for SIGHUP, 130 for SIGINT and 143 for SIGTERM, as shells have it; undefined where none came. */
  exitCode(): number | undefined;
  /** Which signal came, in a sentence; undefined where none came. */
  sentence(): string | undefined;
  /** Listens no longer. */
  close(): void;
}

const signals = {
  SIGHUP: { code: exitCodes.SIGHUP, sentence: 'SIGHUP came: the terminal was closed.' },
  SIGINT: { code: exitCodes.SIGINT, sentence: 'SIGINT came, as from Ctrl-C.' },
  SIGTERM: { code: exitCodes.SIGTERM, sentence: 'SIGTERM came.' },
} as const;

/**
 * Listens to SIGHUP, SIGINT and SIGTERM. The first ends the run; the second ends the process at once.
 *
 * @param onFirst told of the first, to say what happens
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
  for (const [name, listener] of listeners) process.on(name, listener);
  return {
    signal: controller.signal,
    exitCode: () => first && signals[first].code,
    sentence: () => first && signals[first].sentence,
    close: () => {
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
}

/** Resolves when the process is told to stop. */
export function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
