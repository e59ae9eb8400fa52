import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { journalFile } from '../../../scripts/check/restore/journal.js';
import { syncedCopy } from './counted-files.js';

/** The folder of a target as a process has left it. */
export interface KeptFolder {
  files: ReadonlyMap<string, Buffer>;
  /** The journal; undefined where there is none. */
  journal: Buffer | undefined;
  /** What of it is on disk for sure. */
  synced: Buffer | undefined;
}

/** A journal as it may be found after a kill or a power cut; without bytes, there is none. */
export interface LeftJournal {
  name: string;
  bytes: Buffer | undefined;
}

export function keepFolder(folder: string): KeptFolder {
  const files = new Map(
    existsSync(folder) ? readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]) : [],
  );
  const name = basename(journalFile(folder));
  return { files, journal: files.get(name), synced: files.get(syncedCopy(name)) };
}

/** Puts a folder back, with another journal. All of it is on disk then. */
export function putFolder(folder: string, { files }: KeptFolder, { bytes }: LeftJournal): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  for (const file of [journalFile(folder), syncedCopy(journalFile(folder))]) {
    rmSync(file, { force: true });
    if (bytes) writeFileSync(file, bytes);
  }
}

/** What a kill leaves, then what a power cut may leave: what was synced, and a part of the bytes behind that. */
export function journalsLeft({ journal, synced }: KeptFolder): LeftJournal[] {
  const left: LeftJournal[] = [{ name: 'as it is', bytes: journal }];
  const isSame = journal === undefined ? synced === undefined : synced?.equals(journal) === true;
  if (!isSame) left.push({ name: 'as of the last sync', bytes: synced });
  const sure = synced?.length ?? 0;
  const rest = (journal?.length ?? 0) - sure;
  if (journal && rest > 1)
    left.push({ name: 'torn behind the last sync', bytes: journal.subarray(0, sure + Math.floor(rest / 2)) });
  return left;
}
