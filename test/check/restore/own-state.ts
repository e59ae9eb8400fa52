import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, onTestFinished } from 'vitest';
import type { JournalRecord, ResourceRecord, WriteRecord } from '../../../scripts/check/restore/journal.js';
import { createJournal, getStateHome, stateFolderOf } from '../../../scripts/check/restore/journal-folder.js';
import { temporaryFolder } from '../../temporary-folder.js';

interface Target {
  url: string;
}

/** Gives each test of a file its own folder for journals. @returns a function that returns the folder */
export function eachHasOwnState(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder('check-restore');
    const outerText = process.env['XDG_STATE_HOME'];
    process.env['XDG_STATE_HOME'] = folder;
    onTestFinished(() => {
      if (outerText === undefined) delete process.env['XDG_STATE_HOME'];
      else process.env['XDG_STATE_HOME'] = outerText;
    });
  });
  return () => folder;
}

/** Returns the path of the journal for a target. */
export function journalOf({ url }: Target): string {
  return join(stateFolderOf(url, getStateHome()), 'journal.jsonl');
}

/** Returns the records in the journal of a target, without verifying checksums; empty if there is no journal. */
export function recordsOf(server: Target): JournalRecord[] {
  try {
    return readFileSync(journalOf(server), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JournalRecord);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export function writeRecords(server: Target): WriteRecord[] {
  return recordsOf(server).filter((record) => record.kind === 'write');
}

export function resourceRecord(server: Target, resource: number): ResourceRecord | undefined {
  return recordsOf(server).find(
    (record): record is ResourceRecord => record.kind === 'resource' && record.resource === resource,
  );
}

/** Returns the paths of all files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Leaves a journal with one write to a filter, like a run that was killed. */
export async function leaveJournal(server: Target): Promise<void> {
  const { journal, close } = await createJournal(dirname(journalOf(server)), server.url, 'a contract', () => false);
  const read = { method: 'GET', path: '/filters/1', headers: {}, key: 'right' } as const;
  const resource = { operationId: 'updateFilter', security: { kind: 'bearer' }, read, fields: [] } as const;
  const write = { case: 'updateFilter/field/name', sent: [{ pointer: '/name', value: 'other' }] };
  journal.append({ kind: 'resource', resource: 1, ...resource, snapshot: { name: 'as it was' } });
  journal.append({ kind: 'write', write: 2, resource: 1, at: Date.now(), ...write });
  close();
}
