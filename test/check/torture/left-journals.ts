import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { journalFilePath } from '../../../scripts/check/restore/journal.js';
import { syncedCopy } from './counted-files.js';

/** The folder of a target after a process has ended. */
export interface KeptFolder {
  files: ReadonlyMap<string, Buffer>;
  /** The journal; undefined if it does not exist. */
  journal: Buffer | undefined;
  /** The bytes that would remain after a power cut. */
  synced: Buffer | undefined;
}

/** A journal as a kill or a power cut may leave it. Without `bytes`, the journal does not exist. */
export interface LeftJournal {
  name: string;
  bytes: Buffer | undefined;
}

export function keepFolder(folder: string): KeptFolder {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  // The claim of a process on the folder is a socket, which has no content.
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  const name = basename(journalFilePath(folder));
  return { files, journal: files.get(name), synced: files.get(syncedCopy(name)) };
}

/** Restores a folder with this journal, as if its whole content had been synced. */
export function putFolder(folder: string, { files }: KeptFolder, { bytes }: LeftJournal): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  for (const file of [journalFilePath(folder), syncedCopy(journalFilePath(folder))]) {
    rmSync(file, { force: true });
    if (bytes) writeFileSync(file, bytes);
  }
}

/** Returns the journal after a kill, and after a power cut: only the synced bytes, or these with a part of the rest. */
export function journalsLeft({ journal, synced }: KeptFolder): LeftJournal[] {
  const journals: LeftJournal[] = [{ name: 'as it is', bytes: journal }];
  const isSame = journal === undefined ? synced === undefined : synced?.equals(journal) === true;
  if (!isSame) journals.push({ name: 'as of the last sync', bytes: synced });
  const sure = synced?.length ?? 0;
  const rest = (journal?.length ?? 0) - sure;
  if (journal && rest > 1)
    journals.push({ name: 'torn behind the last sync', bytes: journal.subarray(0, sure + Math.floor(rest / 2)) });
  return journals;
}
