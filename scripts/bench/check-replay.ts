// The upper limit for the check: undici alone repeats the requests of a recording, in the same order and with the same
// parallelism, and ignores the bodies that it reads. Prints requests and milliseconds as JSON.
//   <url> <file of check-watch.ts> <connections>
import { readFileSync } from 'node:fs';
import type { Dispatcher } from 'undici';
import type { WatchedRequest } from './check-watch.js';

const [url = '', file = '', connections = '4'] = process.argv.slice(2);
const recorded = JSON.parse(readFileSync(file, 'utf8')) as WatchedRequest[];
const requests = recorded.map(({ method, path, headers, body, isChunked = false, ended }) => ({
  method: method as Dispatcher.HttpMethod,
  path,
  headers,
  ended,
  body: body === undefined ? null : isChunked ? inParts(body) : Buffer.from(body, 'base64').toString(),
}));

function inParts(body: string): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(body, 'base64');
    },
  };
}

// The time of the check also includes loading undici.
const begun = performance.now();
const { default: undici } = await import('undici');
const pool = new undici.Pool(url, { connections: Number(connections), pipelining: 1 });
let next = 0;
let ended = 0;
await new Promise<void>((resolve, reject) => {
  const go = (): void => {
    for (let request = requests[next]; request && ended >= request.ended; request = requests[next]) {
      next += 1;
      send(request).then(() => {
        ended += 1;
        if (ended === requests.length) resolve();
        else go();
      }, reject);
    }
  };
  const send = async ({ ended: _, ...request }: (typeof requests)[number]): Promise<void> => {
    const { body } = await pool.request(request as Dispatcher.RequestOptions);
    await body.arrayBuffer();
  };
  go();
});
const milliseconds = performance.now() - begun;
await pool.close();
process.stdout.write(JSON.stringify({ requests: requests.length, milliseconds }));
