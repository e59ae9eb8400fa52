import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';

const empty = Buffer.alloc(0);

/** Collects bytes that arrive in chunks, in one buffer that grows: many small chunks use no more memory than a few. */
export class GrowingBytes {
  #room: Buffer = empty;
  size = 0;

  add(chunk: Buffer): void {
    const size = this.size + chunk.length;
    // Most bodies are one chunk, which is kept as it is.
    if (this.size === 0) this.#room = chunk;
    else {
      if (size > this.#room.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.#room.length));
        this.whole().copy(larger);
        this.#room = larger;
      }
      chunk.copy(this.#room, this.size);
    }
    this.size = size;
  }

  whole(): Buffer {
    return this.#room.subarray(0, this.size);
  }
}

/** Returns the codings of a body in the order of their use; undefined if there are more than 2, or an unknown one. */
export function codingsOf(header: string | readonly string[] | undefined): string[] | undefined {
  if (header === undefined) return [];
  const all = (typeof header === 'string' ? header : header.join(',')).toLowerCase().split(',', 100);
  const codings = all.map((each) => each.trim()).filter((each) => each !== '' && each !== 'identity');
  return codings.length <= 2 && codings.every((each) => /^(x-)?gzip$|^deflate$|^br$/.test(each)) ? codings : undefined;
}

/** Decodes a whole body; returns why it cannot if a decoded form has more bytes than `limit`, or other bytes. */
export function decodeBody(body: Buffer, codings: readonly string[], limit: number): Buffer | 'too-large' | 'broken' {
  try {
    return codings.reduceRight((bytes, coding) => decodeOnce(bytes, coding, limit), body);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken';
  }
}

function decodeOnce(bytes: Buffer, coding: string, limit: number): Buffer {
  const options = { maxOutputLength: limit, info: true } as ZlibOptions;
  const decode = coding === 'br' ? brotliDecompressSync : coding === 'deflate' ? inflateOf(bytes) : gunzipSync;
  // With `info`, it also returns how many bytes it has read: zlib silently ignores bytes after the end of the data.
  const { buffer, engine } = decode(bytes, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
  if (engine.bytesWritten !== bytes.length) throw new Error('There are bytes after the end of the encoded data.');
  return buffer;
}

/** Some servers send deflate without a zlib header, whose lower four bits contain the method, 8. */
function inflateOf(bytes: Buffer): typeof inflateSync {
  return ((bytes[0] ?? 0) & 15) === 8 ? inflateSync : inflateRawSync;
}
