import { createHash } from 'node:crypto';
import { yamlBeside } from '../../../yaml-beside.js';
import type { JsonObject } from '../../service/contract.js';
import type { Reply } from '../../service/service.js';

/** The default fields of a record, and the initial records. */
export const { usual: usualRecord, records: rows } = yamlBeside<{
  usual: JsonObject;
  records: [title: string, kind: string, shelfmark: string, place: string | null, sealed: boolean][];
}>(import.meta.url, 'seed.yaml');

/** A file that clients may read in parts. */
export interface Scan {
  fields: JsonObject;
  content: Buffer;
  tag: string;
  /** An HTTP date. */
  modified: string;
}

export interface Job {
  fields: JsonObject;
  /** Milliseconds of `performance.now()`. */
  begun: number;
  length: number;
  order: JsonObject;
}

/** The kinds of resources that clients create, with the name of their number. */
export const numbered = { record: 'number', charter: 'id', loan: 'id', member: 'id' } as const;
export type Numbered = keyof typeof numbered;

/** All data that the archive stores. */
export class Archive {
  readonly record = new Map<number, JsonObject>();
  readonly charter = new Map<number, JsonObject>();
  readonly loan = new Map<number, JsonObject>();
  readonly member = new Map<number, JsonObject>();
  readonly scans = new Map<string, Scan>();
  readonly jobs = new Map<string, Job>();
  /** Responses by Idempotency-Key, each with the body of its request. */
  readonly replies = new Map<string, { requestText: string; reply: Reply }>();
  readonly #last = new Map<string, number>();

  /** @param isEmpty leaves out everything that other users have created */
  constructor(isEmpty = false) {
    for (const [index, name] of ['ledger', 'plan', 'seal'].entries()) this.#addScan(name, 900 + 37 * index);
    if (isEmpty) return;
    for (const fields of records) this.add('record', fields);
    for (const fields of charters) this.add('charter', { note: '', seals: [], ...fields });
    for (const [index, borrower] of ['Ines', 'Ole', 'Ines', 'Bram', 'Yusuf', 'Ole', 'Mirjam', 'Ines'].entries())
      this.add('loan', { borrower, item: `Box ${index + 3}`, due: `2031-0${index + 1}-15`, note: null });
    for (const [index, name] of ['Ines', 'Ole', 'Bram', 'Mirjam'].entries())
      this.add('member', {
        name,
        address: `${name.toLowerCase()}@kilnhouse.example.com`,
        role: ['keeper', 'reader', 'guest'][index % 3] ?? 'reader',
        active: index !== 2,
        passphrase: `${name} burns at cone ${index + 4}`,
      });
    this.addJob({ format: 'csv' }, 0);
  }

  add(kind: Numbered, fields: JsonObject): JsonObject {
    const number = this.next(kind);
    const now = new Date().toISOString();
    const added = {
      record: { owner: 'store', created_at: now },
      charter: { revision: 1 },
      loan: {},
      member: { joined_at: now },
    };
    const resource = { ...fields, ...added[kind], [numbered[kind]]: number };
    this[kind].set(number, resource);
    return resource;
  }

  addJob(order: JsonObject, length: number): Job {
    const job_id = `job-${createHash('sha256')
      .update(`job ${this.next('job')}`)
      .digest('hex')
      .slice(0, 8)}`;
    const fields = { job_id, submitted_at: new Date().toISOString() };
    const job = { fields, begun: performance.now(), length, order };
    this.jobs.set(job_id, job);
    return job;
  }

  next(sequence: string): number {
    const number = (this.#last.get(sequence) ?? 0) + 1;
    this.#last.set(sequence, number);
    return number;
  }

  #addScan(scan: string, bytes: number): void {
    const text = Array.from({ length: 99 }, (_, line) => `${scan} ${line}: ${(line * line * 7919) % 9973}\n`).join('');
    const content = Buffer.from(text).subarray(0, bytes);
    const fields = { scan, title: `The ${scan}`, bytes };
    this.scans.set(scan, { fields, content, tag: tagOf(text), modified: 'Tue, 03 Mar 2026 08:15:00 GMT' });
  }
}

export function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`;
}

const records: readonly JsonObject[] = rows.map(([title, kind, shelfmark, place, sealed], index) => ({
  ...usualRecord,
  title,
  kind,
  shelfmark,
  place,
  sealed,
  language: index % 3 === 0 ? 'nl' : 'la',
  estimate: index % 4 === 0 ? 12.5 + index : null,
  received: index % 2 === 0 ? `2024-11-${10 + index}T09:30:00+01:00` : null,
  keywords: ['wood', 'clay', 'ash'].slice(index % 3),
  pieces: [{ label: 'recto', pages: index + 1 }],
  measures: { height: 20.5, width: 14 },
}));

const charters: readonly JsonObject[] = ['Rules of the yard', 'Peace of the two kilns', 'Order of firing'].map(
  (title, index) => ({
    title,
    clauses: ['Fire', 'Wood', 'Water']
      .slice(index)
      .map((heading) => ({ heading, text: `Of ${heading}, nothing new.` })),
    seals: ['town', 'guild'].slice(index),
    witness: { name: 'Aleid', seat: index === 1 ? null : 'bench 2' },
  }),
);
