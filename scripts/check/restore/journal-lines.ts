import { createHash } from 'node:crypto';
import type { JournalRecord } from './records.js';

/** What stands in a journal cannot be trusted. */
export class JournalDamage extends Error {
  override readonly name = 'JournalDamage';
}

const kinds = new Set<unknown>(['begin', 'thing', 'write', 'answer', 'closed']);

const form = /^\{"sum":"([0-9a-f]{32})",(.*)\}$/s;

/** A record as one line of JSON, whose first member is a checksum over the others. */
export function lineOf(record: JournalRecord): string {
  const members = JSON.stringify(record).slice(1, -1);
  return `{"sum":"${sumOf(members)}",${members}}\n`;
}

/** The records of a journal, and how many of its bytes they are: a last line that was cut off is none of them. */
export interface JournalLines {
  records: JournalRecord[];
  bytes: number;
}

/**
 * Reads the lines of a journal.
 *
 * @throws JournalDamage where a line other than a torn last one is not as it was written
 */
export function readLines(bytes: Buffer): JournalLines {
  const records: JournalRecord[] = [];
  let from = 0;
  for (let line = 1; from < bytes.length; line += 1) {
    const end = bytes.indexOf(10, from);
    const record = recordOf(bytes.toString('utf8', from, end === -1 ? bytes.length : end));
    // Only the line break may be missing: then the line is whole, and its write may have been sent.
    if (!record && end === -1) break;
    if (!record) throw new JournalDamage(`line ${line} is not as it was written`);
    records.push(record);
    from = end === -1 ? bytes.length : end + 1;
  }
  return { records, bytes: from };
}

function recordOf(line: string): JournalRecord | undefined {
  const [, sum, members] = form.exec(line) ?? [];
  if (members === undefined || sumOf(members) !== sum) return undefined;
  const record = JSON.parse(`{${members}}`) as JournalRecord;
  return kinds.has(record.kind) ? record : undefined;
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
