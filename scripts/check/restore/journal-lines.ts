import { createHash } from 'node:crypto';
import { linesIn } from '../../files/lines.js';
import type { JournalRecord } from './records.js';

/** The content of a journal cannot be trusted. */
export class JournalDamage extends Error {
  override readonly name = 'JournalDamage';
}

const kinds = new Set<unknown>(['begin', 'thing', 'write', 'answer', 'closed']);

const form = /^\{"sum":"([0-9a-f]{32})",(.*)\}$/s;

/** Returns a record as one line of JSON, whose first member is a checksum over the others. */
export function lineOf(record: JournalRecord): string {
  const members = JSON.stringify(record).slice(1, -1);
  return `{"sum":"${sumOf(members)}",${members}}\n`;
}

/** The records of a journal and their size in bytes, without a last line that was cut off. */
export interface JournalLines {
  records: JournalRecord[];
  bytes: number;
}

/**
 * Reads the lines of a journal.
 *
 * @throws JournalDamage if a line other than a cut-off last one is not a valid record
 */
export function readLines(bytes: Buffer): JournalLines {
  const records: JournalRecord[] = [];
  let whole = 0;
  for (const { bytes: line, number, end, isEnded } of linesIn([bytes])) {
    const record = recordOf(line.toString());
    // A valid last line counts even without its line break: its write may have been sent.
    if (!record && !isEnded) break;
    if (!record) throw new JournalDamage(`line ${number} is not a valid record`);
    records.push(record);
    whole = end;
  }
  return { records, bytes: whole };
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
