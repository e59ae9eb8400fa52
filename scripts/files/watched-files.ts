import { createHash } from 'node:crypto';
import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../text/usage-error.js';

/** What became of a file between two looks. */
export interface FileChange {
  /** Relative to the project, with forward slashes. */
  path: string;
  what: 'changed' | 'added' | 'deleted';
}

/** Changes that came together, and when the system told of the first one, by `performance.now()`. */
export interface FileChanges {
  files: FileChange[];
  since: number;
}

/** What is watched at this moment, relative to the project: folders without what is below them, and the files that count. */
export interface Watched {
  folders: string[];
  files: string[];
}

/** Milliseconds without news after which a change is over, and after which it is taken as it is. */
const quiet = { after: 50, atMost: 500 };

/**
 * Watches files that come, change and go, however an editor writes them. The system only says when to look; what
 * counts is what the files hold: a save that changes nothing is no change, and a file that took the place of another
 * is the same file. Each folder is watched by itself, since Node.js 20 on Linux loses files from a recursive watch.
 */
export class WatchedFiles {
  readonly #project: string;
  readonly #list: () => Watched;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Folders in which something came or went: perhaps the folder itself, which its watcher would then follow. */
  readonly #stale = new Set<string>();
  #seen: Map<string, string>;
  #first: number | undefined;
  #last = 0;
  #closed = false;
  #wake = (): void => undefined;

  /**
   * @param list says what is watched; it is asked at each look
   * @throws UsageError where the system watches no more files
   */
  constructor(project: string, list: () => Watched) {
    this.#project = project;
    this.#list = list;
    this.#watchFolders();
    this.#seen = this.#look();
  }

  /** Waits until something changes after the last call, and then for a moment; undefined after `close()`. */
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

  /** Whether something has changed after the last call of `next()`. */
  changed(): boolean {
    return differences(this.#seen, this.#look()).length > 0;
  }

  close(): void {
    this.#closed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#wake();
  }

  /** Resolves when there was news and no more comes, with the time of the first. */
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

  /** A folder that appears may hold others by the time that it is watched, so the list is read until nothing is new. */
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
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return false; // It went away after it was listed.
      const next = code === 'ENOSPC' ? 'Raise fs.inotify.max_user_watches of the system' : 'Correct that';
      throw new UsageError(`${folder} cannot be watched: ${message}. ${next}, then run the command again.`);
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
        // It went away after it was listed, or may not be read: then it is not there.
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
