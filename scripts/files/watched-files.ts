import { createHash } from 'node:crypto';
import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';

/** How a file differs between two looks. */
export interface FileChange {
  /** Relative to the project, with forward slashes. */
  path: string;
  what: 'changed' | 'added' | 'deleted';
}

/** Changes that came together, and the time (`performance.now()`) at which the system reported the first. */
export interface FileChanges {
  files: FileChange[];
  since: number;
}

/** Paths to watch, relative to the project: folders (not their subfolders), and the files whose content matters. */
export interface Watched {
  folders: string[];
  files: string[];
}

/** Milliseconds without events after which a change has finished, and the most to wait for that. */
const quiet = { after: 50, atMost: 500 };

/**
 * Reports added, changed and deleted files, however an editor writes them. An event only triggers a look; the digest of
 * the content decides. So a save that changes nothing is no change, and a file that replaces another is the same file.
 * Each folder has its own watcher, since Node.js 20 on Linux loses files from a recursive one.
 */
export class WatchedFiles {
  readonly #project: string;
  readonly #list: () => Watched;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Folders with a rename event: the folder itself may have been replaced, while its watcher follows the old one. */
  readonly #stale = new Set<string>();
  #seen: Map<string, string>;
  #first: number | undefined;
  #last = 0;
  #closed = false;
  #wake = (): void => undefined;

  /**
   * @param list returns the paths to watch; called at each look
   * @throws UsageError if the system cannot watch more files
   */
  constructor(project: string, list: () => Watched) {
    this.#project = project;
    this.#list = list;
    this.#watchFolders();
    this.#seen = this.#look();
  }

  /** Resolves with the changes since the last call, once they have settled; undefined after `close()`. */
  async next(): Promise<FileChanges | undefined> {
    while (!this.#closed) {
      const since = await this.#settled();
      this.#watchFolders();
      const now = this.#look();
      const files = differences(this.#seen, now);
      this.#seen = now;
      if (files.length > 0 && !this.#closed) return { files, since };
    }
    return undefined;
  }

  /** Whether something has changed since `next()` resolved. */
  changed(): boolean {
    return differences(this.#seen, this.#look()).length > 0;
  }

  close(): void {
    this.#closed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#wake();
  }

  /** Waits for an event, then until no more follow; resolves with the time of the first. */
  async #settled(): Promise<number> {
    while (this.#first === undefined && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const first = this.#first ?? 0;
    for (;;) {
      const now = performance.now();
      const rest = Math.min(this.#last + quiet.after, first + quiet.atMost) - now;
      if (rest <= 0 || this.#closed) break;
      await wait(rest);
    }
    this.#first = undefined;
    return first;
  }

  /** A new folder may have subfolders before its watcher starts, so the list is read until it has nothing new. */
  #watchFolders(): void {
    for (let added = true; added && !this.#closed; ) {
      added = false;
      const { folders } = this.#list();
      for (const folder of folders) added = this.#watch(folder) || added;
      for (const folder of this.#watchers.keys()) if (!folders.includes(folder)) this.#unwatch(folder);
    }
  }

  #watch(folder: string): boolean {
    const former = this.#watchers.get(folder);
    if (former && !this.#stale.has(folder)) return false;
    try {
      const watcher = watch(join(this.#project, folder), (event) => {
        if (event === 'rename') this.#stale.add(folder);
        this.#news();
      });
      watcher.on('error', () => this.#news());
      this.#watchers.set(folder, watcher);
      this.#stale.delete(folder);
      former?.close();
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return false; // It was deleted after it was listed.
      const why = code === 'ENOSPC' ? 'the system has no more watches' : reasonOf(error);
      const next = code === 'ENOSPC' ? 'Raise fs.inotify.max_user_watches' : 'Correct this';
      throw new UsageError(`Cannot watch ${folder}: ${why}. ${next}, then run the command again.`);
    }
  }

  #unwatch(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#stale.delete(folder);
  }

  #news(): void {
    this.#last = performance.now();
    this.#first ??= this.#last;
    this.#wake();
  }

  /** A digest of each file, by its path. */
  #look(): Map<string, string> {
    const digests = new Map<string, string>();
    for (const path of this.#list().files) {
      try {
        const bytes = readFileSync(join(this.#project, path));
        digests.set(path, createHash('sha256').update(bytes).digest('base64'));
      } catch {
        // A file that was deleted since, or cannot be read, counts as absent.
      }
    }
    return digests;
  }
}

function differences(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, digest] of now) {
    const known = before.get(path);
    if (known !== digest) changes.push({ path, what: known === undefined ? 'added' : 'changed' });
  }
  for (const path of before.keys()) if (!now.has(path)) changes.push({ path, what: 'deleted' });
  return changes;
}
