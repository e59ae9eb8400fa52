import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { ObjectEnvelope } from '../../contract/object-envelope.js';
import type { Paging } from '../../contract/paging/paging.js';
import type { Security } from '../../contract/security.js';
import { flushFolder, LineFile, readCheckedLines, toCheckedLine } from '../../files/line-file.js';
import type { SentRequest } from '../model/exchange.js';

/** The first record of a journal. It names the server to which the writes in all other records were sent. */
interface BeginRecord {
  kind: 'begin';
  /** Version of the record format. Version 1 used other names for some properties. */
  format: 1 | 2;
  baseUrl: string;
  contract: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Id of the system start from which `up` in the records counts; empty or missing if the system gives no such id. */
  boot?: string;
}

interface ItemPlace {
  /** JSON pointer of the array in the response. */
  list: string;
  idField: string;
  id: string;
  /** How the list is divided into pages, since a write may move the resource to another page. */
  paging?: Paging;
}

/** A field that an update can restore to its original value. */
export interface RestorableField {
  /** Name of the field in requests. */
  name: string;
  /** JSON pointer of the field in responses. */
  pointer: string;
  /** The original value, as requests send it. */
  before: Json;
}

/** A resource that is written to: its original state, how to read it, and how to restore its fields. */
export interface ResourceRecord {
  kind: 'resource';
  resource: number;
  operationId: string;
  security: Security;
  read: SentRequest;
  /** The place of the resource in the list from which it is read; undefined if it is read by itself. */
  item?: ItemPlace;
  /** JSON pointer of the resource in the response, if not read from a list; undefined if it is the whole body. */
  envelope?: string;
  /** The update of the resource, without the body; undefined if it was only read, or only changed as a side effect. */
  update?: SentRequest;
  /** The places of the resource in the body of the update and in its response, if they have an envelope. */
  updateEnvelope?: ObjectEnvelope;
  fields: readonly RestorableField[];
  /** Names of the fields that every update must send. */
  required?: readonly string[];
  /** The state before the first write; null if only empty updates were sent, whose responses show the resource. */
  snapshot: Json;
}

/** A value at a place in a resource. Without `value`, nothing is at this place. */
export interface PointerValue {
  /** JSON pointer into the resource. */
  pointer: string;
  value?: Json;
}

/** A request that may change a resource. The record is on disk before the request is sent. */
export interface WriteRecord {
  kind: 'write';
  write: number;
  resource: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds since the machine started. */
  up?: number;
  /** Id of the test case that sends the write. */
  case: string;
  /** The sent values, in the form that responses have. */
  sent: readonly PointerValue[];
}

/** Returns milliseconds of a monotonic clock that all processes share until a restart. The time of day may change. */
export function uptime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + Math.floor(nanoseconds / 1e6);
}

export function createWriteRecord(details: Pick<WriteRecord, 'write' | 'resource' | 'case' | 'sent'>): WriteRecord {
  return { kind: 'write', at: Date.now(), up: uptime(), ...details };
}

/** The outcome of a write according to its response. A response proves nothing; only reads do. */
interface ResponseRecord {
  kind: 'response';
  write: number;
  outcome: 'done' | 'refused' | 'unknown';
  /** How the resource in the response differs from the snapshot; undefined if the response does not contain it. */
  shown?: readonly PointerValue[];
}

/** Says that no earlier write to this resource needs an undo: it is unchanged, or only others have changed it. */
interface CloseRecord {
  kind: 'closed';
  resource: number;
  as: 'clean' | 'left';
}

export type JournalRecord = BeginRecord | ResourceRecord | WriteRecord | ResponseRecord | CloseRecord;

/** Thrown if the content of a journal cannot be trusted. */
export class JournalDamage extends Error {
  override readonly name = 'JournalDamage';
}

const recordKinds = new Set<unknown>(['begin', 'resource', 'write', 'response', 'closed']);

/** Returns records and their size, without an incomplete last line. @throws JournalDamage for another invalid line */
export function readRecords(bytes: Buffer): { records: JournalRecord[]; bytes: number } {
  const records: JournalRecord[] = [];
  let validBytes = 0;
  for (const { value, number, end, isIncomplete } of readCheckedLines([bytes])) {
    // A last line without its line break counts if it is valid, since its write may have been sent.
    if (isIncomplete) break;
    const record = isObject(value) ? upgradeRecord(value) : undefined;
    if (!record || !recordKinds.has(record.kind)) throw new JournalDamage(`line ${number} is not a valid record`);
    records.push(record);
    validBytes = end;
  }
  return { records, bytes: validBytes };
}

/** Returns a record in the current format. Version 1 called a resource "thing", and a response "answer". */
function upgradeRecord({ thing, kind, ...parts }: JsonObject): JournalRecord {
  const currentKind = kind === 'thing' ? 'resource' : kind === 'answer' ? 'response' : kind;
  return { ...parts, kind: currentKind, ...(thing !== undefined && { resource: thing }) } as unknown as JournalRecord;
}

export interface JournalWrite extends WriteRecord {
  response?: ResponseRecord;
}

export class JournalState {
  beginRecord: BeginRecord | undefined;
  readonly resources = new Map<number, ResourceRecord>();
  readonly #writes = new Map<number, JournalWrite>();
  /** For each resource, the number of the last write that needs no undo. */
  readonly #closedWrites = new Map<number, number>();
  /** The highest number in use: resources and writes share one sequence of numbers. */
  highestNumber = 0;

  constructor(records: readonly JournalRecord[] = []) {
    for (const record of records) this.apply(record);
  }

  /** @throws JournalDamage if a write refers to a resource that no earlier record describes */
  apply(record: JournalRecord): void {
    switch (record.kind) {
      case 'begin':
        this.beginRecord = record;
        return;
      case 'resource':
        this.resources.set(record.resource, record);
        this.highestNumber = Math.max(this.highestNumber, record.resource);
        return;
      case 'write':
        if (!this.resources.has(record.resource))
          throw new JournalDamage(`write ${record.write} names a resource that no line describes`);
        this.#writes.set(record.write, { ...record });
        this.highestNumber = Math.max(this.highestNumber, record.write);
        return;
      case 'response': {
        const write = this.#writes.get(record.write);
        if (write) write.response = record;
        return;
      }
      case 'closed':
        this.#closedWrites.set(record.resource, this.getWritesTo(record.resource)[0]?.write ?? 0);
    }
  }

  /** Returns all writes to a resource, newest first, even undone ones: later reads may still show their values. */
  getWritesTo(resource: number): JournalWrite[] {
    return [...this.#writes.values()].filter((write) => write.resource === resource).reverse();
  }

  /** Returns the writes to one resource, or to all, that may still need an undo, newest first. */
  getOpenWrites(resource?: number): JournalWrite[] {
    const writes = resource === undefined ? [...this.#writes.values()].reverse() : this.getWritesTo(resource);
    return writes.filter((each) => each.write > (this.#closedWrites.get(each.resource) ?? 0));
  }

  /** Returns the resources with writes that may still need an undo, the last written first. */
  getOpenResources(): ResourceRecord[] {
    const numbers = new Set(this.getOpenWrites().map(({ resource }) => resource));
    return [...numbers].flatMap((resource) => this.resources.get(resource) ?? []);
  }
}

const fileName = 'journal.jsonl';

export function journalFilePath(folder: string): string {
  return join(folder, fileName);
}

/** Returns the path of the file that says how many records are on disk. A journal with fewer has lost its end. */
export function countFilePath(folder: string): string {
  return join(folder, 'journal.count');
}

/** Reads the journal of a folder; undefined if the folder has none. @throws JournalDamage */
export function readJournal(folder: string): JournalState | undefined {
  const file = journalFilePath(folder);
  const countFile = countFilePath(folder);
  const minCount = existsSync(countFile) ? Number.parseInt(readFileSync(countFile, 'utf8'), 10) || 0 : 0;
  const records = existsSync(file) ? readRecords(readFileSync(file)).records : undefined;
  const count = records?.length ?? 0;
  if (count < minCount)
    throw new JournalDamage(`its end is missing: it has ${count} records, but at least ${minCount} were written`);
  if (!records) return undefined;
  const state = new JournalState(records);
  if (records.length > 0 && !state.beginRecord) throw new JournalDamage('its first line does not name the server');
  return state;
}

/** Records every write on disk before it is sent, so that it can always be undone. */
export class Journal {
  readonly state: JournalState;
  readonly #folder: string;
  readonly #lineFile: LineFile;
  readonly #countDescriptor: number;
  readonly #isSecret: (text: string) => boolean;
  #recordCount: number;
  #isOnDisk = false;

  /**
   * Opens the journal of a folder, and removes an incomplete last line. Only one process at a time may open it.
   *
   * @param isSecret whether a string contains the key, which is never written to disk
   * @throws JournalDamage
   */
  constructor(folder: string, isSecret: (text: string) => boolean) {
    this.#folder = folder;
    this.#isSecret = isSecret;
    const file = journalFilePath(folder);
    const { records, bytes } = existsSync(file) ? readRecords(readFileSync(file)) : { records: [], bytes: 0 };
    this.state = new JournalState(records);
    this.#lineFile = new LineFile(file, bytes, 0o600);
    this.#countDescriptor = openSync(countFilePath(folder), constants.O_WRONLY | constants.O_CREAT, 0o600);
    this.#recordCount = records.length;
  }

  nextNumber(): number {
    return this.state.highestNumber + 1;
  }

  /** Adds a record. A write may be sent only after this method has returned. */
  append(record: ResourceRecord | WriteRecord | BeginRecord): void {
    this.#add(record);
    if (record.kind !== 'write') return;
    this.#lineFile.flush();
    if (!this.#isOnDisk) flushFolder(this.#folder);
    this.#isOnDisk = true;
    this.#writeCount();
  }

  /** Adds a record that only saves time: without it, undo learns the same from reads. */
  note(record: ResponseRecord | CloseRecord): void {
    this.state.apply(record);
    const line = toCheckedLine(record);
    try {
      if (!this.#isSecret(line)) this.#write(line);
    } catch {
      // Without this record, undo reads the resource instead.
    }
  }

  /** Closes the file. Deletes it if no write in it still needs an undo. */
  close(): void {
    this.#lineFile.close();
    closeSync(this.#countDescriptor);
    if (this.state.getOpenWrites().length === 0) removeJournal(this.#folder);
  }

  /** Writes the count with one call and a constant length, so that killing the process cannot leave half a number. */
  #writeCount(): void {
    try {
      writeSync(this.#countDescriptor, Buffer.from(`${String(this.#recordCount).padStart(12)}\n`), 0, 13, 0);
    } catch {
      // The disk is full. The old, lower count is still correct, and the record is on disk.
    }
  }

  #add(record: JournalRecord): void {
    const line = toCheckedLine(record);
    if (this.#isSecret(line)) throw new SecretInJournal();
    this.#write(line);
    this.state.apply(record);
  }

  #write(line: string): void {
    this.#lineFile.add(line);
    this.#recordCount += 1;
  }
}

/** Removes the journal of a folder. Removes its count first: a count without records would mean a damaged journal. */
export function removeJournal(folder: string): void {
  rmSync(countFilePath(folder), { force: true });
  rmSync(journalFilePath(folder), { force: true });
}

/** Thrown if a record contains the key. The record is then not written to disk, and the resource is not written to. */
export class SecretInJournal extends Error {
  override readonly name = 'SecretInJournal';
}
