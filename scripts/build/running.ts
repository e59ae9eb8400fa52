import type { Made } from './artefact.js';
import type { BuildMeans } from './means.js';

/** Receives progress: the start of a step, and its end with its duration. */
export interface BuildWatcher {
  begin(step: string): void;
  end(step: string, milliseconds: number): void;
}

/** Does a step, unless it was done before with the same inputs; without inputs it is always done. */
export type Timed = <T>(
  step: string,
  inputs: readonly unknown[] | undefined,
  work: () => T | Promise<T>,
) => Promise<Made<T>>;

/** A build that is going on. */
export interface Running extends BuildMeans {
  project: string;
  timed: Timed;
  /** Aborted when the build ends. */
  signal: AbortSignal;
}

export function stopwatch(watcher: BuildWatcher, means: BuildMeans): Timed {
  return async (step, inputs, work) => {
    const timed = async () => {
      watcher.begin(step);
      const start = performance.now();
      const value = await work();
      const milliseconds = performance.now() - start;
      watcher.end(step, milliseconds);
      return { value, milliseconds };
    };
    return inputs === undefined ? timed() : means.make(step, inputs, timed);
  };
}
