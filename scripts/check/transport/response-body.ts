import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/**
 * Collects bytes that arrive in chunks. It copies small chunks together, so that they use no more memory than needed.
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
      // Most bodies are one chunk, which is kept as it is. Buffers grow, so that there are few; they are never moved.
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

/** Returns the codings of a body in the order of their use; undefined if there are more than 2, or an unknown one. */
export function codingsOf(header: string | readonly string[] | undefined): string[] | undefined {
  if (header === undefined) return [];
  const all = (typeof header === 'string' ? header : header.join(',')).toLowerCase().split(',', 100);
  const codings = all.map((each) => each.trim()).filter((each) => each !== '' && each !== 'identity');
  return codings.length <= 2 && codings.every((each) => /^(x-)?gzip$|^deflate$|^br$/.test(each)) ? codings : undefined;
}

/** The results of a decoder: the bytes, or the reason why there are none. */
export interface DecoderEvents {
  onBytes(bytes: Buffer): void;
  onTooLarge(): void;
  onBroken(): void;
}

/**
 * Decodes a body as its bytes arrive. It reports once, and stops when the encoded or the decoded bytes exceed the
 * limit. It never pauses the sender: undici crashes if a paused connection is reset.
 */
export class Decoder {
  readonly #stages: Transform[];
  readonly #decoded = new GrowingBytes();
  readonly #limit: number;
  readonly #events: DecoderEvents;
  #given = 0;
  #isDone = false;

  /** @param first the beginning of the encoded body, which shows if deflate has a zlib header */
  constructor(codings: readonly string[], first: Buffer, limit: number, events: DecoderEvents) {
    this.#limit = limit;
    this.#events = events;
    // Only the outermost coding is visible here; an inner deflate is taken to have its header, as in RFC 9110.
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
      // zlib silently ignores bytes after the end of the encoded data.
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
  // Some servers send deflate without a zlib header, whose lower four bits contain the method, 8.
  return first && ((first[0] ?? 0) & 15) !== 8 ? createInflateRaw() : createInflate();
}
