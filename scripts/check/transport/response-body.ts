import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/**
 * Bytes that arrive in pieces. Small pieces are copied together, so that many of them take no more room than their
 * bytes.
 */
export class GrowingBytes {
  readonly #full: Buffer[] = [];
  #last: Buffer = empty;
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    if (chunk.length > this.#last.length - this.#used) {
      if (this.#used > 0) this.#full.push(this.#last.subarray(0, this.#used));
      // Most bodies are one piece, which is kept as it is. Rooms grow, so that there are few; they are never moved.
      const isKept = this.#size === 0 || chunk.length >= largestRoom;
      this.#last = isKept ? chunk : Buffer.allocUnsafeSlow(Math.max(chunk.length, Math.min(this.#size, largestRoom)));
      this.#used = isKept ? chunk.length : 0;
      if (!isKept) this.#append(chunk);
    } else {
      this.#append(chunk);
    }
    this.#size += chunk.length;
  }

  #append(chunk: Buffer): void {
    chunk.copy(this.#last, this.#used);
    this.#used += chunk.length;
  }

  whole(): Buffer {
    const last = this.#last.subarray(0, this.#used);
    return this.#full.length === 0 ? last : Buffer.concat([...this.#full, last]);
  }
}

const largestRoom = 2 ** 20;
const empty = Buffer.alloc(0);

/**
 * The codings of a body in the order in which they were applied; undefined where there are more than 2, or an unknown
 * one.
 */
export function codingsOf(header: string | readonly string[] | undefined): string[] | undefined {
  if (header === undefined) return [];
  const all = (typeof header === 'string' ? header : header.join(',')).toLowerCase().split(',', 100);
  const codings = all.map((each) => each.trim()).filter((each) => each !== '' && each !== 'identity');
  return codings.length <= 2 && codings.every((each) => /^(x-)?gzip$|^deflate$|^br$/.test(each)) ? codings : undefined;
}

/** What a decoder reports: the bytes, or why there are none. */
export interface DecoderEvents {
  onBytes(bytes: Buffer): void;
  onTooLarge(): void;
  onBroken(): void;
}

/**
 * Undoes content codings as the bytes come; reports once, and stops when what came in or what went out is over the
 * limit. It never asks the sender to pause: undici does not survive a reset of a connection that is paused.
 */
export class Decoder {
  readonly #stages: Transform[];
  readonly #decoded = new GrowingBytes();
  readonly #limit: number;
  readonly #events: DecoderEvents;
  #given = 0;
  #isDone = false;

  /** @param first begins the encoded body; deflate shows there whether it has the header of zlib */
  constructor(codings: readonly string[], first: Buffer, limit: number, events: DecoderEvents) {
    this.#limit = limit;
    this.#events = events;
    // Only the outermost coding is seen here; one inside of another is taken as RFC 9110 has it.
    this.#stages = [...codings].reverse().map((coding, index) => stageOf(coding, index === 0 ? first : undefined));
    for (const [index, stage] of this.#stages.entries()) {
      stage.on('error', () => this.#finish(events.onBroken));
      const next = this.#stages[index + 1];
      if (next) stage.pipe(next);
    }
    const last = this.#stages.at(-1) as Transform;
    last.on('data', (chunk: Buffer) => {
      if (this.#isDone) return;
      if (this.#decoded.size + chunk.length > limit) this.#finish(events.onTooLarge);
      else this.#decoded.add(chunk);
    });
    last.on('end', () => {
      // Bytes behind the end of the coding are left over by zlib without a word.
      const used = (this.#stages[0] as Transform & { bytesWritten: number }).bytesWritten;
      this.#finish(used === this.#given ? () => events.onBytes(this.#decoded.whole()) : events.onBroken);
    });
  }

  write(chunk: Buffer): void {
    if (this.#isDone) return;
    this.#given += chunk.length;
    if (this.#given > this.#limit) this.#finish(this.#events.onTooLarge);
    else this.#stages[0]?.write(chunk);
  }

  end(): void {
    if (!this.#isDone) this.#stages[0]?.end();
  }

  destroy(): void {
    this.#isDone = true;
    for (const stage of this.#stages) stage.destroy();
  }

  #finish(report: () => void): void {
    if (this.#isDone) return;
    this.destroy();
    report();
  }
}

function stageOf(coding: string, first: Buffer | undefined): Transform {
  if (coding === 'br') return createBrotliDecompress();
  if (coding !== 'deflate') return createGunzip();
  // Some servers send deflate without the header of zlib, whose method is 8 in the lower four bits.
  return first && ((first[0] ?? 0) & 15) !== 8 ? createInflateRaw() : createInflate();
}
