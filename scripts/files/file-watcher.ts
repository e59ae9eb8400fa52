import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface FileChange {
  /** The path of the file relative to the project, with forward slashes. */
  path: string;
  kind: 'changed' | 'added' | 'deleted';
}

/** Changes that were found together, and the time (`performance.now()`) of the scan that found the first of them. */
interface FileChangeBatch {
  files: FileChange[];
  firstFoundAt: number;
}

/** The state of a file at a scan. Its content is read again when its fingerprint changes. */
interface FileState {
  fingerprint: string;
  digest: string;
}

/** Milliseconds between two scans. Changes have settled when two consecutive scans find the same files. */
const scanInterval = 150;

/**
 * Reports added, changed and deleted files. It scans all files repeatedly, so it works with any editor and file system.
 * It compares digests of the content, so saving a file without a change is not reported.
 */
export class FileWatcher {
  readonly #project: string;
  readonly #listPaths: () => readonly string[];
  readonly #abortController = new AbortController();
  #lastReported: ReadonlyMap<string, FileState>;
  #latestStates: ReadonlyMap<string, FileState>;

  /** @param listPaths returns the paths to watch, relative to the project; called at each scan */
  constructor(project: string, listPaths: () => readonly string[]) {
    this.#project = project;
    this.#listPaths = listPaths;
    this.#latestStates = new Map();
    this.#lastReported = this.#scan();
  }

  /** Resolves with the changes since the last call, once they have settled; undefined after `close()`. */
  async nextChanges(): Promise<FileChangeBatch | undefined> {
    const { signal } = this.#abortController;
    let firstChangeTime: number | undefined;
    for (let statesBefore = this.#latestStates; !signal.aborted; statesBefore = this.#latestStates) {
      const currentStates = this.#scan();
      const files = findChanges(this.#lastReported, currentStates);
      if (files.length === 0) firstChangeTime = undefined;
      else if (firstChangeTime !== undefined && findChanges(statesBefore, currentStates).length === 0) {
        this.#lastReported = currentStates;
        return { files, firstFoundAt: firstChangeTime };
      } else firstChangeTime ??= performance.now();
      await wait(scanInterval, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  /** Whether something has changed since `nextChanges()` resolved. */
  hasChanged(): boolean {
    return findChanges(this.#lastReported, this.#scan()).length > 0;
  }

  close(): void {
    this.#abortController.abort();
  }

  /** The state of each file by its path. Omits files that are unreadable, or were deleted after they were listed. */
  #scan(): ReadonlyMap<string, FileState> {
    const statesBefore = this.#latestStates;
    const states = new Map<string, FileState>();
    for (const path of this.#listPaths()) {
      try {
        const file = join(this.#project, path);
        const { mtimeMs, ctimeMs, size, ino } = statSync(file);
        const stamp = [mtimeMs, ctimeMs, size, ino].join(' ');
        const previous = statesBefore.get(path);
        const readDigest = (): string => createHash('sha256').update(readFileSync(file)).digest('base64');
        states.set(path, previous?.fingerprint === stamp ? previous : { fingerprint: stamp, digest: readDigest() });
      } catch {}
    }
    this.#latestStates = states;
    return states;
  }
}

function findChanges(statesBefore: ReadonlyMap<string, FileState>, now: ReadonlyMap<string, FileState>): FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, { digest }] of now) {
    const previous = statesBefore.get(path);
    if (previous?.digest !== digest) changes.push({ path, kind: previous === undefined ? 'added' : 'changed' });
  }
  for (const path of statesBefore.keys()) if (!now.has(path)) changes.push({ path, kind: 'deleted' });
  return changes;
}
