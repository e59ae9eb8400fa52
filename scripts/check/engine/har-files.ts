import { closeSync, openSync, statSync } from 'node:fs';
import { piecesOf } from '../../files/line-file.js';
import { visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import type { Progress } from '../../text/progress.js';
import { UsageError } from '../../text/usage-error.js';
import type { RecordedExchange, RecordedTraffic } from '../model/report/recorded-traffic.js';
import { readEntry, readReported } from './har.js';
import { entriesOf, entryAt, type HarEntry, largest } from './har-entries.js';

/** Where entries are, and their origins, in lists of numbers: a large recording has a million. */
class Places {
  readonly #at: number[] = [];
  readonly #sizes: number[] = [];
  readonly #origins: number[] = [];
  readonly #names: string[] = [];

  add({ at, size }: HarEntry, origin: string): void {
    const known = this.#names.indexOf(origin);
    this.#at.push(at);
    this.#sizes.push(size);
    this.#origins.push(known < 0 ? this.#names.push(origin) - 1 : known);
  }

  /** How many entries have another origin. */
  others(origin: string): number {
    const wanted = this.#names.indexOf(origin);
    return this.#origins.filter((each) => each !== wanted).length;
  }

  /** The entries of an origin, or all. */
  *of(origin: string | undefined): Iterable<Pick<HarEntry, 'at' | 'size'>> {
    const wanted = origin === undefined ? undefined : this.#names.indexOf(origin);
    for (const [index, at] of this.#at.entries())
      if (wanted === undefined || wanted === this.#origins[index]) yield { at, size: this.#sizes[index] ?? 0 };
  }
}

/**
 * Bytes of all files together that the first reading reads at most. What they teach makes one reading of the whole
 * enough, unless the rest shows something new.
 */
const enoughAtFirst = 32 * 2 ** 20;

/** The traffic of HAR files and JSON reports of any size, in which only one entry at a time is in memory. */
export class HarFiles implements RecordedTraffic {
  readonly name: string;
  origin: string | undefined;
  leftOut = 0;
  isPart = false;
  readonly #files: readonly string[];
  readonly #progress: Pick<Progress, 'begin' | 'end'> | undefined;
  /** Sentences about files that ended before their entries did, in the last reading. */
  torn: string[] = [];
  readonly #most: number;
  #isFirst = true;
  readonly #reasons = new Map<string, number>();
  /** The entries that can be judged, by file; known after the first reading. */
  readonly #places = new Map<string, Places>();

  /**
   * @param origin of the service, if it is known
   * @param progress is told when the reading of a file begins and ends
   * @param most bytes of the first reading
   * @throws UsageError if one of them is no file
   */
  constructor(
    files: readonly string[],
    origin?: string,
    progress?: Pick<Progress, 'begin' | 'end'>,
    most = enoughAtFirst,
  ) {
    this.#most = most / files.length;
    for (const file of files) refuseOther(file);
    this.#files = files;
    this.name = files.join(', ');
    this.origin = origin;
    this.#progress = progress;
  }

  /** @throws UsageError for a file that is neither a HAR nor a report with exchanges */
  *exchanges(): Iterable<RecordedExchange> {
    this.leftOut = 0;
    if (this.isPart) {
      // Everything is counted from the beginning.
      this.torn = [];
      this.#reasons.clear();
    }
    this.isPart = false;
    const most = this.#isFirst ? this.#most : Number.POSITIVE_INFINITY;
    this.#isFirst = false;
    for (const file of this.#files) {
      const places = this.#places.get(file);
      const step = `${visible(file)} is read${places ? ' again' : ''}`;
      this.#progress?.begin(step);
      yield* places ? this.#again(file, places) : this.#first(file, most);
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

  *#first(file: string, most: number): Iterable<RecordedExchange> {
    const places = new Places();
    const entries = entriesOf(piecesOf(file));
    let count = 0;
    for (let next = entries.next(); ; next = entries.next()) {
      if (next.done) {
        if (next.value === 'without entries') throw noHar(file);
        if (next.value === 'bare report') throw bareReport(file);
        if (next.value === 'torn')
          this.torn.push(`${visible(file)} ends too early, after ${counted(count, 'whole entry', 'whole entries')}.`);
        break;
      }
      count += 1;
      if (next.value.at > most) {
        this.isPart = true;
        entries.return('complete');
        return;
      }
      const recorded = this.#read(next.value.text);
      if (!recorded) continue;
      places.add(next.value, recorded.origin);
      yield recorded;
    }
    this.#places.set(file, places);
  }

  /** Reads only what the first reading could judge, and of the service alone. */
  *#again(file: string, places: Places): Iterable<RecordedExchange> {
    const descriptor = openSync(file, 'r');
    if (this.origin !== undefined) this.leftOut += places.others(this.origin);
    try {
      for (const place of places.of(this.origin)) {
        // Somebody may have changed the file meanwhile.
        const recorded = this.#read(entryAt(descriptor, place));
        if (recorded) yield recorded;
      }
    } finally {
      closeSync(descriptor);
    }
  }

  #read(text: string | undefined): (RecordedExchange & { origin: string }) | undefined {
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
