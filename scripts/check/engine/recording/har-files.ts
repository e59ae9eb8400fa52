import { statSync } from 'node:fs';
import { readChunks } from '../../../files/line-file.js';
import { sanitize } from '../../../text/escape.js';
import { formatCount } from '../../../text/numbers.js';
import type { StepProgress } from '../../../text/progress.js';
import { UsageError } from '../../../text/usage-error.js';
import type { RecordedExchange, RecordedTraffic } from '../../model/report/recorded-traffic.js';
import { readEntry, readReportEntry } from './har.js';

/** The recorded traffic of HAR files and JSON reports of any size: only one entry at a time is in memory. */
export class HarFiles implements RecordedTraffic {
  readonly name: string;
  origin: string | undefined;
  readonly #files: readonly string[];
  readonly #progress: Pick<StepProgress, 'begin' | 'end'> | undefined;
  /** One sentence for each file that, in the last reading, ended before the end of its list of entries. */
  truncationNotes: string[] = [];
  #reasons = new Map<string, number>();

  /** @throws UsageError if one of the paths does not lead to a file */
  constructor(files: readonly string[], origin?: string, progress?: Pick<StepProgress, 'begin' | 'end'>) {
    for (const file of files) refuseNonFile(file);
    this.#files = files;
    this.name = files.join(', ');
    this.origin = origin;
    this.#progress = progress;
  }

  /** @throws UsageError for a file that is neither a HAR nor a report with exchanges */
  *exchanges(): Iterable<RecordedExchange> {
    // The notes are only about the current reading.
    this.truncationNotes = [];
    this.#reasons = new Map();
    for (const file of this.#files) {
      const step = `${sanitize(file)} is read`;
      this.#progress?.begin(step);
      yield* this.#readFile(file);
      this.#progress?.end(step);
    }
  }

  notes(): string[] {
    const reasons = [...this.#reasons].sort(([, a], [, b]) => b - a);
    return [
      ...this.truncationNotes,
      ...reasons.map(([reason, count]) => {
        const entries = formatCount(count, 'entry of the recording was', 'entries of the recording were');
        return `${entries} skipped, ${count === 1 ? '' : 'each '}because ${reason}`;
      }),
    ];
  }

  *#readFile(file: string): Iterable<RecordedExchange> {
    const entries = entriesOf(readChunks(file));
    let count = 0;
    for (let next = entries.next(); ; next = entries.next()) {
      if (next.done) {
        const countText = formatCount(count, 'complete entry', 'complete entries');
        if (next.value === 'torn') this.truncationNotes.push(`${sanitize(file)} ends too early, after ${countText}.`);
        else if (next.value !== 'complete') throw new UsageError(refusalTexts[next.value](sanitize(file)));
        return;
      }
      count += 1;
      const exchange = this.#parseEntry(next.value);
      if (exchange) yield exchange;
    }
  }

  #parseEntry(text: string | undefined): RecordedExchange | undefined {
    if (text === undefined) return this.#skip(`the entry is larger than ${maxEntryBytes / 2 ** 20} MiB`);
    let entry: { request?: { url?: string }; operationId?: unknown; case?: unknown };
    try {
      entry = JSON.parse(text) as typeof entry;
    } catch {
      return this.#skip('the entry is not JSON');
    }
    if (entry.operationId !== undefined && entry.case !== undefined) {
      const reportExchange = readReportEntry(entry);
      return typeof reportExchange === 'string' ? this.#skip(reportExchange) : reportExchange;
    }
    const exchange = readEntry(entry);
    if (typeof exchange === 'string') return this.#skip(exchange);
    return { exchange, origin: new URL(entry.request?.url ?? '').origin };
  }

  #skip(reason: string): undefined {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }
}

function refuseNonFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile()) return;
  const problem = `${sanitize(file)}, but ${stats ? 'that is not a file' : 'the file does not exist'}`;
  throw new UsageError(`Expected a HAR, or a JSON report with exchanges, at ${problem}. Correct the path.`);
}

const refusalTexts = {
  'without entries': (file: string): string =>
    `Expected the entries of a HAR at /log/entries of ${file}, or the exchanges of a JSON report at /exchanges, ` +
    'found nothing there. Record the traffic as HAR 1.2, or with "check --exchanges --report json=FILE".',
  'bare report': (file: string): string =>
    `${file} is a JSON report without exchanges. To write one with exchanges, run ` +
    '"directory-contract check --exchanges --report json=FILE".',
};

const maxEntryBytes = 32 * 2 ** 20;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, openBracket, closingBrace, closingBracket] = [0x7b, 0x5b, 0x7d, 0x5d];

/** How the search for entries in a file ended. `bare report`: it is a JSON report of the check without exchanges. */
type HarSearchResult = 'complete' | 'torn' | keyof typeof refusalTexts;

/**
 * Finds the entries of a HAR at /log/entries, or the exchanges of a JSON report at /exchanges, one at a time, without
 * parsing the rest of the file. It compares single bytes, which is safe in UTF-8: bytes below 128 are always characters
 * of their own.
 *
 * @param pieces the bytes of the file; a piece is read only when its entries are needed
 * @returns the JSON of each entry, or undefined for an entry of more than `maxEntryBytes`; at the end, `torn` if the
 * file ends before its list of entries does
 */
export function* entriesOf(pieces: Iterable<Buffer>): Generator<string | undefined, HarSearchResult> {
  /** The names of the members that lead to the current place. The name of an array item is empty. */
  const path: string[] = [];
  /** The depth of the list of entries; 0 until the list is found. */
  let listDepth = 0;
  let [name, isInText, isEscaped, isReport] = ['', false, false, false];
  let entry: EntryBytes | undefined;
  for (const bytes of pieces) {
    let start = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] as number;
      if (isEscaped) isEscaped = false;
      else if (isInText) {
        if (byte === quote) isInText = false;
        else {
          isEscaped = byte === backslash;
          // Longer names are cut off: `exchanges`, the longest one to look for, has 9 characters.
          if (listDepth === 0 && name.length < 10) name += String.fromCharCode(byte);
        }
      } else if (byte === quote || byte === comma) {
        isInText = byte === quote;
        name = '';
      } else if (byte === openBrace || byte === openBracket) {
        const depth = path.push(name);
        if (listDepth > 0 && depth === listDepth + 1 && byte === openBrace) {
          entry = new EntryBytes();
          start = index;
        }
        if (listDepth > 0 || byte === openBrace || depth > 3) continue;
        const pointer = path.join('/');
        if (pointer === '/log/entries' || pointer === '/exchanges') listDepth = depth;
        isReport ||= pointer === '/findings';
      } else if (byte === closingBrace || byte === closingBracket) {
        path.pop();
        if (path.length < listDepth) return 'complete';
        if (!entry || path.length > listDepth) continue;
        entry.add(bytes.subarray(start, index + 1));
        yield entry.text();
        entry = undefined;
      }
    }
    entry?.add(bytes.subarray(start));
  }
  if (listDepth > 0) return 'torn';
  return isReport ? 'bare report' : 'without entries';
}

/** The bytes of one entry. They may come from several pieces of the file. */
class EntryBytes {
  #pieces: Buffer[] = [];
  #length = 0;

  add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > maxEntryBytes) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  text(): string | undefined {
    return this.#length > maxEntryBytes ? undefined : Buffer.concat(this.#pieces).toString('utf8');
  }
}
