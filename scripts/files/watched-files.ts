import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How a file differs between two looks. */
export interface FileChange {
  /** Relative to the project, with forward slashes. */
  path: string;
  what: 'changed' | 'added' | 'deleted';
}

/** Changes that came together, and the time (`performance.now()`) of the look that showed the first. */
interface FileChanges {
  files: FileChange[];
  since: number;
}

/** A file as a look found it; it is read again if its stamp differs. */
interface Look {
  stamp: string;
  digest: string;
}

/** Milliseconds between two looks. A change has finished when two looks in a row find the same. */
const interval = 150;

/**
 * Reports added, changed and deleted files, however an editor writes them, and on any file system: it looks at them
 * again and again. The digest of the content decides, so a save that changes nothing is no change.
 */
export class WatchedFiles {
  readonly #project: string;
  readonly #list: () => readonly string[];
  readonly #closing = new AbortController();
  #reported: ReadonlyMap<string, Look>;
  #latest: ReadonlyMap<string, Look>;

  /** @param list returns the paths to watch, relative to the project; called at each look */
  constructor(project: string, list: () => readonly string[]) {
    this.#project = project;
    this.#list = list;
    this.#latest = new Map();
    this.#reported = this.#look();
  }

  /** Resolves with the changes since the last call, once they have settled; undefined after `close()`. */
  async next(): Promise<FileChanges | undefined> {
    const { signal } = this.#closing;
    let since: number | undefined;
    for (let before = this.#latest; !signal.aborted; before = this.#latest) {
      const now = this.#look();
      const files = differences(this.#reported, now);
      if (files.length === 0) since = undefined;
      else if (since !== undefined && differences(before, now).length === 0) {
        this.#reported = now;
        return { files, since };
      } else since ??= performance.now();
      await wait(interval, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  /** Whether something has changed since `next()` resolved. */
  changed(): boolean {
    return differences(this.#reported, this.#look()).length > 0;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Each file by its path. One that was deleted since it was listed, or cannot be read, counts as absent. */
  #look(): ReadonlyMap<string, Look> {
    const before = this.#latest;
    const looks = new Map<string, Look>();
    for (const path of this.#list()) {
      try {
        const file = join(this.#project, path);
        const { mtimeMs, ctimeMs, size, ino } = statSync(file);
        const stamp = [mtimeMs, ctimeMs, size, ino].join(' ');
        const known = before.get(path);
        const digestNow = (): string => createHash('sha256').update(readFileSync(file)).digest('base64');
        looks.set(path, known?.stamp === stamp ? known : { stamp, digest: digestNow() });
      } catch {}
    }
    this.#latest = looks;
    return looks;
  }
}

function differences(before: ReadonlyMap<string, Look>, now: ReadonlyMap<string, Look>): FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, { digest }] of now) {
    const known = before.get(path);
    if (known?.digest !== digest) changes.push({ path, what: known === undefined ? 'added' : 'changed' });
  }
  for (const path of before.keys()) if (!now.has(path)) changes.push({ path, what: 'deleted' });
  return changes;
}
