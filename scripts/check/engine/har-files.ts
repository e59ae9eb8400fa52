import { statSync } from 'node:fs';
import { piecesOf } from '../../files/line-file.js';
import { visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import type { Progress } from '../../text/progress.js';
import { UsageError } from '../../text/usage-error.js';
import type { RecordedExchange, RecordedTraffic } from '../model/report/recorded-traffic.js';
import { readEntry, readReported } from './har.js';
import { entriesOf, largest } from './har-entries.js';

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
