import { createHash } from 'node:crypto';
import type { JsonObject } from '../../service/contract.js';
import type { Reply } from '../../service/service.js';

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

/** What the archive stores. */
export class Archive {
  readonly record = new Map<number, JsonObject>();
  readonly charter = new Map<number, JsonObject>();
  readonly loan = new Map<number, JsonObject>();
  readonly member = new Map<number, JsonObject>();
  readonly scans = new Map<string, Scan>();
  readonly jobs = new Map<string, Job>();
  /** Responses by Idempotency-Key, each with the body of its request. */
  readonly replies = new Map<string, { sent: string; given: Reply }>();
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
      record: { owner: 'house', created_at: now },
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

/** What a record has if its creator does not say otherwise. */
export const usualRecord: JsonObject = {
  sealed: false,
  language: 'la',
  place: null,
  estimate: null,
  received: null,
  keywords: [],
  pieces: [],
  measures: {},
};

const records: readonly JsonObject[] = (
  [
    ['Letter to the reeve', 'letter', 'ms-014', 'Hoorn', false],
    ['Map of the clay pits', 'map', 'pr-0203', 'Vevey', false],
    ['Deed of the lower yard', 'deed', 'ms-77', null, true],
    ['The kiln at night', 'photo', 'ph-310', 'Hoorn', false],
    ['Letter about wood ash', 'letter', 'ms-015', 'Ålesund', true],
    ['Two men at a wheel', 'photo', 'ph-311', null, false],
    ['Map of the canal', 'map', 'pr-0204', 'hoorn', false],
    ['Deed of the tannery', 'deed', 'ms-78', 'Vevey', true],
    ['Letter from Delft', 'letter', 'ms-016', 'Hoorn', false],
    ['Plan of a chimney', 'map', 'pr-11', 'Hoornaar', true],
    ['Open day', 'photo', 'ph-12', 'Vevey', false],
    ['Letter of thanks', 'letter', 'ms-017', null, true],
    ['Deed of gift', 'deed', 'ms-79', 'Hoorn', false],
    ['Sale of the horses', 'deed', 'pr-12', 'Vevey', false],
  ] as const
).map(([title, kind, shelfmark, place, sealed], index) => ({
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
