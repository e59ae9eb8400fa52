import { checkedLines } from '../../files/checked-lines.js';
import type { JournalRecord } from './records.js';

/** The content of a journal cannot be trusted. */
export class JournalDamage extends Error {
  override readonly name = 'JournalDamage';
}

const kinds = new Set<unknown>(['begin', 'thing', 'write', 'answer', 'closed']);

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
  for (const { value, number, end, isTorn } of checkedLines([bytes])) {
    // A valid last line counts even without its line break: its write may have been sent.
    if (isTorn) break;
    const record = value as JournalRecord | undefined;
    if (!record || !kinds.has(record.kind)) throw new JournalDamage(`line ${number} is not a valid record`);
    records.push(record);
    whole = end;
  }
  return { records, bytes: whole };
}
