// Loaded by `node --import` before a program that sends its requests with undici; observes them without slowing them.
// Writes its results when the program ends:
//   BENCH_REQUESTS=<file>   the requests, in the order of sending (`WatchedRequest[]`)
//   BENCH_MEMORY=<file>     memory after each 20,000 requests, and the peak (`WatchedMemory`)
import diagnostics from 'node:diagnostics_channel';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** One request as it was sent. */
export interface WatchedRequest {
  method: string;
  path: string;
  /** Name, value, name, value. */
  headers: string[];
  /** In base64. */
  body?: string;
  /** Whether the length of the body was not announced. */
  isChunked?: boolean;
  /** How many earlier requests had ended when it was sent; the others were still in progress. */
  ended: number;
}

export interface WatchedMemory {
  marks: {
    requests: number;
    /** Bytes of resident memory. */
    resident: number;
    /** The lowest heap use during the second half of these requests, in bytes: about what is still referenced. */
    needed: number;
  }[];
  /** The peak of resident memory, in bytes. */
  most: number;
}

interface UndiciRequest {
  method: string;
  path: string;
  headers: string[];
  body: Uint8Array | string | AsyncIterable<Uint8Array> | null;
}

const everySo = 20_000;
const { BENCH_REQUESTS: requestsFile, BENCH_MEMORY: memoryFile } = process.env;
const requests: WatchedRequest[] = [];
const marks: WatchedMemory['marks'] = [];
let begun = 0;
let needed = Infinity;
let ended = 0;

function watch(message: unknown): void {
  const { method, path, headers, body } = (message as { request: UndiciRequest }).request;
  begun += 1;
  if (memoryFile !== undefined && begun % everySo > everySo / 2 && begun % 100 === 0)
    needed = Math.min(needed, process.memoryUsage().heapUsed);
  if (memoryFile !== undefined && begun % everySo === 0) {
    marks.push({ requests: begun, resident: process.memoryUsage.rss(), needed });
    needed = Infinity;
  }
  if (requestsFile === undefined) return;
  const request: WatchedRequest = { method, path, headers: [...headers], ended };
  requests.push(request);
  if (body === null) return;
  if (typeof body === 'string' || body instanceof Uint8Array)
    request.body = Buffer.from(body as string).toString('base64');
  else void keepParts(request, body);
}

/** The check sends bodies in parts that can be read again. */
async function keepParts(request: WatchedRequest, parts: AsyncIterable<Uint8Array>): Promise<void> {
  request.isChunked = true;
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  request.body = Buffer.concat(read).toString('base64');
}

/** The peak of resident memory. On Linux, `maxRSS` starts with that of the process that started this one. */
function peak(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const [, kilobytes = process.resourceUsage().maxRSS] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) * 1024;
}

const end = (): void => {
  ended += 1;
};

if (requestsFile !== undefined || memoryFile !== undefined) {
  diagnostics.subscribe('undici:request:create', watch);
  diagnostics.subscribe('undici:request:trailers', end);
  diagnostics.subscribe('undici:request:error', end);
  process.once('exit', () => {
    if (requestsFile !== undefined) writeFileSync(requestsFile, JSON.stringify(requests));
    const memory: WatchedMemory = { marks, most: peak() };
    if (memoryFile !== undefined) writeFileSync(memoryFile, JSON.stringify(memory));
  });
}
