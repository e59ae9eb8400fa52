import { statSync } from 'node:fs';
import { piecesOf } from '../../../files/line-file.js';
import { visible } from '../../../text/escape.js';
import { counted } from '../../../text/numbers.js';
import type { Progress } from '../../../text/progress.js';
import { UsageError } from '../../../text/usage-error.js';
import type { RecordedExchange, RecordedTraffic } from '../../model/report/recorded-traffic.js';
import { readEntry, readReported } from './har.js';

/** The traffic of HAR files and JSON reports of any size, in which only one entry at a time is in memory. */
export class HarFiles implements RecordedTraffic {
  readonly name: string;
  origin: string | undefined;
  readonly #files: readonly string[];
  readonly #progress: Pick<Progress, 'begin' | 'end'> | undefined;
  /** Sentences about files that ended before their entries did, in the last reading. */
  torn: string[] = [];
  #reasons = new Map<string, number>();

  /**
   * @param origin of the service, if it is known
   * @param progress is told when the reading of a file begins and ends
   * @throws UsageError if one of them is no file
   */
  constructor(files: readonly string[], origin?: string, progress?: Pick<Progress, 'begin' | 'end'>) {
    for (const file of files) refuseOther(file);
    this.#files = files;
    this.name = files.join(', ');
    this.origin = origin;
    this.#progress = progress;
  }

  /** @throws UsageError for a file that is neither a HAR nor a report with exchanges */
  *exchanges(): Iterable<RecordedExchange> {
    // Everything is counted from the beginning.
    this.torn = [];
    this.#reasons = new Map();
    for (const file of this.#files) {
      const step = `${visible(file)} is read`;
      this.#progress?.begin(step);
      yield* this.#in(file);
      this.#progress?.end(step);
    }
  }

  notes(): string[] {
    const reasons = [...this.#reasons].sort(([, one], [, other]) => other - one);
    return [
      ...this.torn,
      ...reasons.map(([reason, count]) => {
        const entries = counted(count, 'entry of the recording was', 'entries of the recording were');
        return `${entries} skipped: ${reason}`;
      }),
    ];
  }

  *#in(file: string): Iterable<RecordedExchange> {
    const entries = entriesOf(piecesOf(file));
    let count = 0;
    for (let next = entries.next(); ; next = entries.next()) {
      if (next.done) {
        if (next.value === 'without entries') throw noHar(file);
        if (next.value === 'bare report') throw bareReport(file);
        if (next.value === 'torn')
          this.torn.push(`${visible(file)} ends too early, after ${counted(count, 'whole entry', 'whole entries')}.`);
        return;
      }
      count += 1;
      const recorded = this.#read(next.value);
      if (recorded) yield recorded;
    }
  }

  #read(text: string | undefined): RecordedExchange | undefined {
    if (text === undefined) return this.#skip(`the entry is larger than ${largest / 2 ** 20} MiB`);
    let entry: { request?: { url?: string }; operationId?: unknown; case?: unknown };
    try {
      entry = JSON.parse(text) as typeof entry;
    } catch {
      return this.#skip('the entry is not JSON');
    }
    if (entry.operationId !== undefined && entry.case !== undefined) {
      const reported = readReported(entry);
      return typeof reported === 'string' ? this.#skip(reported) : reported;
    }
    const exchange = readEntry(entry);
    if (typeof exchange === 'string') return this.#skip(exchange);
    return { exchange, origin: new URL(entry.request?.url ?? '').origin };
  }

  #skip(reason: string): undefined {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }
}

function refuseOther(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile()) return;
  const found = stats ? 'that is not a file' : 'the file does not exist';
  throw new UsageError(
    `Expected recorded traffic, a HAR or a JSON report with exchanges, at ${visible(file)}, but ${found}. ` +
      'Correct the path.',
  );
}

function noHar(file: string): UsageError {
  return new UsageError(
    `Expected the entries of a HAR at /log/entries of ${visible(file)}, or the exchanges of a JSON report at ` +
      '/exchanges, found nothing there. Record the traffic as HAR 1.2, or with "check --exchanges --report json=FILE".',
  );
}

function bareReport(file: string): UsageError {
  return new UsageError(
    `${visible(file)} is a JSON report of a check, and holds no exchanges. Make one that does with ` +
      '"directory-contract check --exchanges --report json=FILE".',
  );
}

/** The most bytes of one entry. */
const largest = 32 * 2 ** 20;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [brace, bracket, braceEnd, bracketEnd] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Where the reading of a file ended. A `bare report` is a JSON report of the check without exchanges. */
type HarEnd = 'complete' | 'torn' | 'without entries' | 'bare report';

/**
 * Finds the entries of a HAR at /log/entries, or the exchanges of a JSON report at /exchanges, one at a time, without
 * parsing the rest of the file.
 *
 * @param pieces the bytes of the file; the next are taken when their entries are wanted
 * @returns the JSON of each entry, undefined for one that is larger than `largest`; at the end, `torn` if the file ends
 * before its list of entries does
 */
export function* entriesOf(pieces: Iterable<Buffer>): Generator<string | undefined, HarEnd> {
  const scanner = new Scanner();
  for (const bytes of pieces) {
    for (let from = 0; from < bytes.length; ) {
      from = scanner.scan(bytes, from);
      if (scanner.found) yield scanner.found.text;
      if (scanner.isOver) return 'complete';
    }
  }
  return scanner.isInEntries ? 'torn' : scanner.isReport ? 'bare report' : 'without entries';
}

/** Follows the structure of JSON byte by byte. Bytes of UTF-8 above 127 occur only in texts. */
class Scanner {
  isInEntries = false;
  /** Whether the file has findings at its root. */
  isReport = false;
  /** Whether the list of entries has ended. */
  isOver = false;
  /** The entry that ended last; undefined if the bytes have ended before one. */
  found: { text: string | undefined } | undefined;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isInLog = false;
  /** How many values an entry is in: the root, in a HAR its log, the list, and itself. */
  #entryDepth = 0;
  /** The name of the next member, if it could be `log`, `entries`, `exchanges` or `findings`. */
  #name = '';
  /** The first byte of the current entry in the current portion; -1 outside of one. */
  #start = -1;
  /** The bytes of the current entry from earlier portions. */
  #pieces: Buffer[] = [];
  #kept = 0;

  /** @returns where to continue: after an entry, or at the end */
  scan(bytes: Buffer, from: number): number {
    this.found = undefined;
    const end = bytes.length;
    let index = from;
    while (index < end) {
      if (this.#isInText) {
        index = this.#endOfText(bytes, index, end);
        continue;
      }
      const byte = bytes[index] as number;
      index += 1;
      if (byte === quote) {
        this.#isInText = true;
        if (!this.isInEntries) this.#name = '';
      } else if (byte === brace || byte === bracket) this.#open(byte, index - 1);
      else if (byte === braceEnd || byte === bracketEnd) {
        if (this.#close()) {
          this.found = this.#entry(bytes.subarray(this.#start, index));
          return index;
        }
        if (this.isOver) return index;
      } else if (byte === comma && !this.isInEntries) this.#name = '';
    }
    if (this.#start >= 0) {
      this.#keep(bytes.subarray(this.#start, end));
      this.#start = 0;
    }
    return end;
  }

  /** @returns the position after the text, or the end of the bytes */
  #endOfText(bytes: Buffer, from: number, end: number): number {
    let index = from;
    const mayBeName = !this.isInEntries;
    if (this.#isEscaped) index += 1;
    this.#isEscaped = false;
    while (index < end) {
      const byte = bytes[index];
      index += 1;
      if (byte === quote) {
        this.#isInText = false;
        break;
      }
      if (byte === backslash) {
        this.#isEscaped = index >= end;
        index += 1;
      }
      // A longer name is none of them.
      if (mayBeName && this.#name.length < 10) this.#name += String.fromCharCode(byte as number);
    }
    return Math.min(index, end);
  }

  #open(byte: number, position: number): void {
    this.#depth += 1;
    if (this.isInEntries) {
      if (this.#depth === this.#entryDepth && byte === brace) this.#start = position;
    } else if (this.#depth === 2 && byte === brace) this.#isInLog = this.#name === 'log';
    else if (byte === bracket) {
      const isList = this.#depth === 2 ? this.#name === 'exchanges' : this.#isInLog && this.#name === 'entries';
      this.isInEntries = isList && this.#depth <= 3;
      this.#entryDepth = this.#depth + 1;
      this.isReport ||= this.#depth === 2 && this.#name === 'findings';
    }
  }

  /** @returns whether an entry has ended */
  #close(): boolean {
    this.#depth -= 1;
    if (this.#depth < 2) this.#isInLog = false;
    if (this.isInEntries && this.#depth < this.#entryDepth - 1) this.isOver = true;
    return this.#start >= 0 && this.#depth === this.#entryDepth - 1;
  }

  #entry(last: Buffer): { text: string | undefined } {
    this.#keep(last);
    const text = this.#kept > largest ? undefined : Buffer.concat(this.#pieces).toString('utf8');
    this.#start = -1;
    this.#pieces = [];
    this.#kept = 0;
    return { text };
  }

  #keep(piece: Buffer): void {
    this.#kept += piece.length;
    if (this.#kept > largest) this.#pieces = [];
    else this.#pieces.push(piece);
  }
}
