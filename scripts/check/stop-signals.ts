/** Ends a run when the process is told to end. */
export interface StopSignals {
  /** Aborted by the first signal; no new request is sent then. */
  signal: AbortSignal;
  /** 130 for SIGINT and 143 for SIGTERM, as shells have it; undefined where none came. */
  exitCode(): number | undefined;
  /** Listens no longer. */
  close(): void;
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Listens to SIGINT and SIGTERM. The first ends the run; the second ends the process at once.
 *
 * @param onFirst told of the first, to say what happens
 */
export function stopSignals(onFirst: () => void, leave: (code: number) => void = (code) => process.exit(code)): StopSignals {
  const controller = new AbortController();
  let code: number | undefined;
  const listener = (name: NodeJS.Signals): void => {
    const own = codes[name as keyof typeof codes];
    if (code !== undefined) return leave(own);
    code = own;
    controller.abort();
    onFirst();
  };
  const names = Object.keys(codes) as (keyof typeof codes)[];
  for (const name of names) process.on(name, listener);
  return {
    signal: controller.signal,
    exitCode: () => code,
    close: () => names.forEach((name) => process.off(name, listener)),
  };
}
