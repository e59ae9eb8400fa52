import type { OpenApiDocument } from '../contract/document.js';
import type { Made } from './artefact.js';
import type { SourceMap } from './source/source-map.js';

/** Receives progress: the start of a step, and its end with its duration. */
export interface BuildWatcher {
  begin(step: string): void;
  end(step: string, milliseconds: number): void;
}

/** A build that is going on. */
export interface Running {
  project: string;
  /** Does a part of the work, and reports it. */
  timed<T>(step: string, work: () => T | Promise<T>): Promise<Made<T>>;
  /** Aborted when the build ends. */
  signal: AbortSignal;
}

/** The document under `openapi/` in one piece, in which the lint has found no problem. */
export interface LintedDocument {
  bundled: Made<OpenApiDocument>;
  map: SourceMap;
}

export function runningBuild(project: string, watcher: BuildWatcher, signal: AbortSignal): Running {
  return {
    project,
    signal,
    timed: async (step, work) => {
      signal.throwIfAborted();
      watcher.begin(step);
      const start = performance.now();
      const value = await work();
      const milliseconds = performance.now() - start;
      watcher.end(step, milliseconds);
      return { value, milliseconds };
    },
  };
}
