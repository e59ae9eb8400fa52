import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { trafficOf } from '../../../scripts/check/engine/recording/check-recording.js';
import { entriesOf, HarFiles } from '../../../scripts/check/engine/recording/har-files.js';
import type { Exchange } from '../../../scripts/check/model/exchange.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';

type Loose = Record<string, unknown>;
const rows = yamlBeside<{
  keys: [what: string, request: Loose, key: string][];
  words: [authorization: string, scheme: string | null][];
  skipped: [what: string, request: Loose, response: Loose, others: Loose, why: string][];
  empty: [what: string, request: Loose, response: Loose][];
  failures: [error: string | null, code: string][];
}>(import.meta.url, 'har.yaml');

function entry(request: Loose = {}, response: Loose = {}, others: Loose = {}): Loose {
  const unknown = { httpVersion: 'http/2.0', cookies: [], headersSize: -1 };
  const [url, json] = ['https://api.example.com/v1/tiers/', 'application/json'];
  const content = { size: 2, mimeType: json, text: '[]' };
  return {
    startedDateTime: '2026-11-21T10:00:00.000Z',
    time: 12.5,
    request: { ...unknown, method: 'GET', url, headers: [], queryString: [], bodySize: 0, ...request },
    response: {
      ...unknown,
      status: 200,
      statusText: 'OK',
      headers: headers({ 'Content-Type': json }),
      redirectURL: '',
      bodySize: 2,
      content,
      ...response,
    },
    cache: {},
    timings: {},
    ...others,
  };
}

function readEntries(...entries: unknown[]): { exchanges: Exchange[]; notes: string[] } {
  const log = { version: '1.2', creator: { name: 't', version: '1' }, entries };
  const files = new HarFiles([temporaryFile('traffic.har', JSON.stringify({ log }))]);
  return { exchanges: [...files.exchanges()].map(({ exchange }) => exchange), notes: files.notes() };
}

const headers = (values: Record<string, string>): { name: string; value: string }[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

describe('reading recorded traffic', () => {
  it('returns each exchange with path and query, without origin', () => {
    const { exchanges, notes } = readEntries(
      entry(
        {
          method: 'patch',
          url: 'https://api.example.com/v1/tiers/a%20b/?page=2&q=%C3%A9#top',
          headers: headers({ ':path': '/v1', 'Content-Type': 'application/json' }),
          postData: { mimeType: 'application/json', text: '{"title":"é"}' },
        },
        {
          status: 201,
          headers: headers({ 'Content-Type': 'application/json', 'X-Many': 'a\nb' }),
          content: { size: 7, mimeType: 'application/json', text: '{"é":1}' },
        },
      ),
    );
    expect(notes).toEqual([]);
    const path = '/v1/tiers/a%20b/?page=2&q=%C3%A9';
    const json = { 'content-type': 'application/json' };
    expect(exchanges).toEqual([
      {
        request: { method: 'PATCH', path, headers: json, body: '{"title":"é"}', key: 'none' },
        response: { status: 201, headers: { ...json, 'x-many': ['a', 'b'] }, bytes: Buffer.from('{"é":1}') },
        milliseconds: 12.5,
        attempts: 1,
      },
    ]);
  });

  it('decodes base64, and encodes form parameters', () => {
    const { exchanges } = readEntries(
      entry({}, { content: { size: 3, text: 'AP8B', encoding: 'base64' } }),
      entry({
        method: 'POST',
        postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a b', value: '1&2' }] },
      }),
    );
    expect([...(exchanges[0]?.response?.bytes ?? [])]).toEqual([0, 255, 1]);
    expect(exchanges[1]?.request.body).toBe('a+b=1%262');
  });

  it('removes headers about bytes that are not recorded', () => {
    const given = { 'Content-Length': '99', 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked', ETag: '"1"' };
    const { exchanges } = readEntries(entry({}, { headers: headers(given) }));
    expect(exchanges[0]?.response?.headers).toEqual({ etag: '"1"' });
  });

  it('keeps no credential from any part of an entry', () => {
    const secret = 'c4nary-5ecret';
    const cookies = [{ name: 'sid', value: secret }];
    const challenge = { 'WWW-Authenticate': 'Bearer realm="x"' };
    const { exchanges } = readEntries(
      entry(
        {
          url:
            `https://user:${secret}@api.example.com/v1/?api_key=${secret}` +
            `&access%5Ftoken=${secret}&page=1&Key=${secret}&author=me`,
          headers: headers({
            Authorization: secret,
            Cookie: `sid=${secret}`,
            'X-Api-Key': secret,
            'X-Auth-Token': secret,
            'X-Other': `Bearer ${secret}`,
            Accept: '*/*',
            'Idempotency-Key': 'i1',
          }),
          cookies,
          queryString: [{ name: 'api_key', value: secret }],
        },
        { headers: headers({ 'Set-Cookie': `sid=${secret}`, ...challenge, 'X-CSRF-Token': secret }), cookies },
      ),
    );
    expect(JSON.stringify(exchanges)).not.toContain(secret);
    expect(exchanges[0]?.request).toEqual({
      method: 'GET',
      path: '/v1/?page=1&author=me',
      headers: { accept: '*/*', 'idempotency-key': 'i1' },
      key: 'right',
      scheme: '',
    });
    expect(exchanges[0]?.response?.headers).toEqual({ 'www-authenticate': 'Bearer realm="x"' });
  });

  it.each(rows.keys)('recognises whether a request had a key: %s', (_, request, key) => {
    expect(readEntries(entry(request)).exchanges[0]?.request.key).toBe(key);
  });

  it.each(rows.words)('keeps a usual word before the key, and nothing else: %s', (authorization, scheme) => {
    const { request } = readEntries(entry({ headers: headers({ authorization }) })).exchanges[0] ?? {};
    expect(request?.scheme ?? null).toBe(scheme);
    expect(JSON.stringify(request)).not.toContain('k471');
  });

  const { response: _, ...unanswered } = entry();
  it.each([
    ...rows.skipped.map(
      ([what, request, response, others, reason]) => [what, entry(request, response, others), reason] as const,
    ),
    ['an entry without a response', unanswered, 'the entry is incomplete'] as const,
  ])('skips %s, with the reason', (_, skippedEntry, reason) => {
    const { exchanges, notes } = readEntries(skippedEntry, entry());
    expect(exchanges).toHaveLength(1);
    expect(notes).toEqual([`1 entry of the recording was skipped, because ${reason}`]);
  });

  it('counts reasons, the most frequent first', () => {
    const redirect = entry({}, { status: 301 });
    expect(readEntries(entry({ method: 'OPTIONS' }), redirect, redirect).notes).toEqual([
      '2 entries of the recording were skipped, each because it is a redirect',
      `1 entry of the recording was skipped, because it is an OPTIONS request, which browsers send on their own`,
    ]);
  });

  it.each(rows.empty)('reads %s as an empty body', (_, request, response) => {
    const { exchanges } = readEntries(entry(request, response));
    expect(exchanges[0]?.response?.bytes).toEqual(new Uint8Array());
  });

  it.each(rows.failures)('turns an entry without a response into a failure: %s', (error, code) => {
    const { exchanges } = readEntries(entry({}, { status: 0, content: { size: 0 }, ...(error && { _error: error }) }));
    expect(exchanges[0]?.response).toBeUndefined();
    expect(exchanges[0]?.failure).toEqual({
      code,
      message: error ? `The recording has no response: ${error}.` : 'The recording has no response.',
    });
  });

  it('accepts names that are special in JavaScript, and odd types', () => {
    const odd = JSON.parse(
      `{"request": {
          "method": "GET", "url": "https://api.example.com/",
          "headers": [{ "name": "__proto__", "value": "x" }, null, { "name": 5 }]
        },
        "response": { "status": 200, "headers": "none", "content": { "text": 7, "size": "0" } }, "time": "soon"}`,
    ) as Loose;
    const { exchanges, notes } = readEntries(odd, entry({ headers: 7, postData: [] }, {}, { time: -1 }));
    expect(notes.length + exchanges.length).toBe(2);
    expect(exchanges.every(({ milliseconds }) => milliseconds === 0)).toBe(true);
    expect(({} as Loose)['x']).toBeUndefined();
  });
});

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('har');
  file = join(folder, 'traffic.har');
});

const entryAt = (path: string): string => JSON.stringify(entry({ url: `https://api.example.com${path}` }));

describe('a file that is not a HAR', () => {
  const reading = (content: string | Uint8Array): string => {
    writeFileSync(file, content);
    try {
      for (const _ of trafficOf(file).exchanges());
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return (error as Error).message.replaceAll(file, 'traffic.har');
    }
    return '';
  };

  it.each([
    ['{"log":{"entries":[{"a"', '0 complete entries'],
    [`{"log":{"entries":[${entryAt('/a')},${entryAt('/b').slice(0, 50)}`, '1 complete entry'],
  ])('is refused if it ends too early: %s', (text, wholeText) => {
    expect(reading(text)).toBe(
      `traffic.har ends too early, after ${wholeText}. Expected a complete recording. Record the traffic again.`,
    );
  });

  const emptyValues = ['{"log":{}}', '{"log":{"entries":{}}}', '[]', 'null', '<html>'];
  it.each(emptyValues)('is refused if it has no entries: %s', (text) => {
    expect(reading(text)).toContain(
      'Expected the entries of a HAR at /log/entries of traffic.har, or the exchanges of a JSON report at ' +
        '/exchanges, found nothing there.',
    );
  });

  it('is refused if it is a folder, or does not exist', () => {
    expect(() => trafficOf(folder)).toThrow('but that is not a file. Correct the path.');
    expect(() => trafficOf(join(folder, 'none.har'))).toThrow('but the file does not exist. Correct the path.');
  });
});

describe('a HAR of any size', () => {
  it('is judged completely', { tags: 'slow' }, () => {
    writeFileSync(file, `{"log":{"entries":[${entryAt('/first')},`);
    // The zeros of a sparse file take no space on the disk.
    truncateSync(file, 210 * 2 ** 20);
    appendFileSync(file, `${entryAt('/last')}]}}`);
    const traffic = trafficOf(file);
    expect([...traffic.exchanges()].map(({ exchange }) => exchange.request.path)).toEqual(['/first', '/last']);
    expect(traffic.notes()).toEqual([]);
  });

  it('is read piece by piece, as its entries are needed', () => {
    const pieces = 1000;
    let takenCount = 0;
    function* bytes(): Iterable<Buffer> {
      for (; takenCount < pieces; takenCount += 1)
        yield Buffer.from((takenCount === 0 ? '{"log":{"entries":[' : ',') + entryAt(`/${takenCount}`));
      yield Buffer.from(']}}');
    }
    const counts = Array.from(entriesOf(bytes()), () => takenCount);
    expect(counts).toEqual(Array.from({ length: pieces }, (_, index) => index));
  });
});
