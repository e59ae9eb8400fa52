import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LineFile } from '../../files/line-file.js';
import { syncFolder } from '../../files/sync-folder.js';
import { JournalDamage, lineOf, readLines } from './journal-lines.js';
import type { AnswerRecord, BeginRecord, ClosedRecord, JournalRecord, ResourceRecord, WriteRecord } from './records.js';

/** A write, and what its answer said. */
export interface SentWrite extends WriteRecord {
  response?: AnswerRecord;
}

/** What the records of a journal come to. */
export class JournalState {
  begin: BeginRecord | undefined;
  readonly resources = new Map<number, ResourceRecord>();
  /** In their order. */
  readonly #writes = new Map<number, SentWrite>();
  /** The last write to a thing that leaves nothing to do. */
  readonly #closed = new Map<number, number>();
  /** The highest number that a thing or a write has. */
  highest = 0;

  constructor(records: readonly JournalRecord[] = []) {
    for (const record of records) this.take(record);
  }

  /** @throws JournalDamage where a record speaks of what no record before it has made */
  take(record: JournalRecord): void {
    switch (record.kind) {
      case 'begin':
        this.begin = record;
        return;
      case 'thing':
        this.resources.set(record.thing, record);
        this.highest = Math.max(this.highest, record.thing);
        return;
      case 'write':
        if (!this.resources.has(record.thing))
          throw new JournalDamage(`the write ${record.write} is to a thing that no line describes`);
        this.#writes.set(record.write, { ...record });
        this.highest = Math.max(this.highest, record.write);
        return;
      case 'answer': {
        const write = this.#writes.get(record.write);
        if (write) write.response = record;
        return;
      }
      case 'closed':
        this.#closed.set(record.thing, this.writesTo(record.thing)[0]?.write ?? 0);
    }
  }

  /**
   * All writes to a thing, newest first, those that leave nothing to do among them: they may have sent what turns up
   * late.
   */
  writesTo(resource: number): SentWrite[] {
    return [...this.#writes.values()].filter((write) => write.thing === resource).reverse();
  }

  /** Open writes, newest first; of one thing, or of all. */
  openWrites(resource?: number): SentWrite[] {
    const isOpen = (write: SentWrite): boolean => write.write > (this.#closed.get(write.thing) ?? 0);
    return [...this.#writes.values()]
      .filter((write) => (resource === undefined || write.thing === resource) && isOpen(write))
      .reverse();
  }

  /** Things with open writes, the one that was written to last first. */
  openResources(): ResourceRecord[] {
    const numbers = new Set(this.openWrites().map(({ thing: resource }) => resource));
    return [...numbers].flatMap((resource) => this.resources.get(resource) ?? []);
  }
}

const fileName = 'journal.jsonl';

/** The file of the journal in the folder of a target. */
export function journalFile(folder: string): string {
  return join(folder, fileName);
}

/** The file beside it that says how many records are on disk for sure: a journal that has fewer has lost its end. */
export function countFile(folder: string): string {
  return join(folder, 'journal.count');
}

/**
 * What the journal in a folder says; undefined where there is none.
 *
 * @throws JournalDamage
 */
export function readJournal(folder: string): JournalState | undefined {
  const file = journalFile(folder);
  const least = existsSync(countFile(folder)) ? Number.parseInt(readFileSync(countFile(folder), 'utf8'), 10) || 0 : 0;
  const records = existsSync(file) ? readLines(readFileSync(file)).records : undefined;
  const found = records?.length ?? 0;
  if (found < least) throw new JournalDamage(`its end is lost: it has ${found} records, and there were ${least}`);
  if (!records) return undefined;
  const state = new JournalState(records);
  if (records.length > 0 && !state.begin)
    throw new JournalDamage('its first line does not say which server it is about');
  return state;
}

/** Remembers on disk what is about to be written, so that it can be put back whatever happens. */
export class Journal {
  readonly state: JournalState;
  readonly #folder: string;
  readonly #lines: LineFile;
  readonly #count: number;
  readonly #isSecret: (text: string) => boolean;
  #records: number;
  #isOnDisk = false;

  /**
   * Opens the journal of a folder, whose torn last line goes. Only one process at a time may have it open.
   *
   * @param isSecret whether a text holds the key, which never comes on disk
   * @throws JournalDamage
   */
  constructor(folder: string, isSecret: (text: string) => boolean) {
    this.#folder = folder;
    this.#isSecret = isSecret;
    const file = journalFile(folder);
    const { records, bytes } = existsSync(file) ? readLines(readFileSync(file)) : { records: [], bytes: 0 };
    this.state = new JournalState(records);
    this.#lines = new LineFile(file, bytes, 0o600);
    this.#count = openSync(countFile(folder), constants.O_WRONLY | constants.O_CREAT, 0o600);
    this.#records = records.length;
  }

  next(): number {
    return this.state.highest + 1;
  }

  /** Adds a record; a write may be sent once this has returned. */
  append(record: ResourceRecord | WriteRecord | BeginRecord): void {
    this.#add(record);
    if (record.kind !== 'write') return;
    this.#lines.sync();
    if (!this.#isOnDisk) syncFolder(this.#folder);
    this.#isOnDisk = true;
    this.#noteCount();
  }

  /** Adds what is good to know and can be found out anew. */
  note(record: AnswerRecord | ClosedRecord): void {
    this.state.take(record);
    const line = lineOf(record);
    try {
      if (!this.#isSecret(line)) this.#write(line);
    } catch {
      // Whoever reads the journal then looks at the thing itself.
    }
  }

  /** Closes the file; it goes where no write is open. */
  close(): void {
    this.#lines.close();
    closeSync(this.#count);
    if (this.state.openWrites().length === 0) removeJournal(this.#folder);
  }

  /**
   * In one piece of always the same length, so that no kill leaves a part of it. Where it cannot be written, an older
   * one says less.
   */
  #noteCount(): void {
    try {
      writeSync(this.#count, Buffer.from(`${String(this.#records).padStart(12)}\n`), 0, 13, 0);
    } catch {
      // A full disk: what is in the journal is on disk all the same.
    }
  }

  #add(record: JournalRecord): void {
    const line = lineOf(record);
    if (this.#isSecret(line)) throw new SecretInJournal();
    this.#write(line);
    this.state.take(record);
  }

  #write(line: string): void {
    this.#lines.add(line);
    this.#records += 1;
  }
}

/** Removes the journal of a folder; what counts its records goes first, since without it nothing is missed. */
export function removeJournal(folder: string): void {
  rmSync(countFile(folder), { force: true });
  rmSync(journalFile(folder), { force: true });
}

/** A thing shows the key, or a case sends it: then nothing is written to it. */
export class SecretInJournal extends Error {
  override readonly name = 'SecretInJournal';
}
