import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { KeyUse } from '../../../scripts/check/model/exchange.js';
import type { Security } from '../../../scripts/check/model/security.js';
import { createTransport } from '../../../scripts/check/transport/index.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { canary, get, inHeader, listen, listenAndSay, ok, open } from './transport-server.js';

afterEach(() => void delete process.env['DIRECTORY_API_KEY']);

function refusal(baseUrl: string, key: string | undefined): string {
  if (key === undefined) delete process.env['DIRECTORY_API_KEY'];
  else process.env['DIRECTORY_API_KEY'] = key;
  try {
    createTransport({ baseUrl, connections: 1, timeout: 100 });
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return '';
}

describe('the key', () => {
  it('is asked for by the name of its variable', () => {
    expect(refusal('https://example.com', undefined)).toContain('DIRECTORY_API_KEY');
    expect(refusal('https://example.com', '')).toContain('DIRECTORY_API_KEY');
  });

  it.each([`${canary}\n`, ` ${canary}`, `${canary} `, `${canary}\u00e9`, `a\r\nx: ${canary}`, `${canary}\u007f`, '\t'])(
    'safety key-ascii: is no text that a header cannot hold, as %j',
    (key) => {
      const message = refusal('https://example.com', key);
      expect(message).toContain('printable ASCII');
      expect(message).not.toContain(canary);
    },
  );

  it.each([
    'http://example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://[::2]',
    'http://128.0.0.1',
    'ftp://127.0.0.1',
    'http://0.0.0.0',
    '127.0.0.1:80',
    'example.com',
    '',
    'https://user@example.com',
    `https://:${canary}@example.com`,
    `https://example.com/?key=${canary}`,
    `https://example.com/${canary}`,
    'https://example.com/#a',
  ])('safety key-origin: does not go to %s', (baseUrl) => {
    const message = refusal(baseUrl, canary);
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(message).not.toContain(canary);
  });

  it.each([
    'https://example.com',
    'https://example.com:8443/base/',
    'http://localhost:1',
    'http://127.9.9.9',
    'http://[::1]:1/a',
    'HTTP://LOCALHOST',
  ])('may go to %s', (baseUrl) => {
    expect(refusal(baseUrl, canary)).toBe('');
  });

  it.each<[Security, KeyUse, string]>([
    [inHeader, 'right', `authorization: ${canary}`],
    [inHeader, 'empty', 'authorization: '],
    [{ kind: 'header', name: 'X-Key' }, 'right', `x-key: ${canary}`],
    [{ kind: 'bearer' }, 'right', `authorization: Bearer ${canary}`],
    [{ kind: 'bearer' }, 'empty', 'authorization: Bearer '],
    [{ kind: 'basic' }, 'right', `authorization: Basic ${btoa(canary)}`],
    [{ kind: 'query', name: 'api key' }, 'right', `GET /things/?api%20key=${canary} HTTP/1.1`],
    [{ kind: 'query', name: 'k' }, 'empty', 'GET /things/?k= HTTP/1.1'],
  ])('is shown as %j says, %s', async (security, key, line) => {
    const server = await listenAndSay(ok());
    await open(server.url).send({ ...get, key }, security);
    expect(server.requests[0]?.split('\r\n')).toContain(line);
  });

  it.each<[Security, KeyUse]>([
    [inHeader, 'none'],
    [{ kind: 'query', name: 'k' }, 'none'],
    [{ kind: 'none' }, 'right'],
  ])('is not shown for %j and %s', async (security, key) => {
    const server = await listenAndSay(ok());
    await open(server.url).send({ ...get, key }, security);
    expect(server.requests[0]).not.toContain(canary);
    expect(server.requests[0]).not.toContain('authorization');
    expect(server.requests[0]).toContain('GET /things/ HTTP/1.1');
  });

  it('joins a query that is there, and takes the place of a header of the same name', async () => {
    const server = await listenAndSay(ok());
    const transport = open(server.url);
    await transport.send({ ...get, path: '/a/?b=c' }, { kind: 'query', name: 'k' });
    await transport.send({ ...get, headers: { authorization: 'other' } }, inHeader);
    expect(server.requests[0]).toContain(`GET /a/?b=c&k=${canary} HTTP/1.1`);
    expect(server.requests[1]?.match(/authorization/g)).toHaveLength(1);
  });

  it.each([
    ['a', /^[a-f]$/],
    ['9', /^\d$/],
    ['~', /^[!#$%&*?@^]$/],
    ['---', /^[!#$%&*?@^~]{3}$/],
    ['zZ9', /^[a-z][A-Z]\d$/],
    ['user:pass word', /^[a-z]{4}:[a-z]{4} [a-z]{4}$/],
    ['sk_live_4eC39HqLyjWD', /^[a-z]{2}_[a-z]{4}_\d[a-z][A-Z]\d\d[A-Z][a-z][A-Z][a-z]{2}[A-Z]{2}$/],
    ['0fd4340a-C3C4', /^\d[a-f][a-f]\d{4}[a-f]-[A-F]\d[A-F]\d$/],
    ['aZ+/9w==', /^[a-z][A-Z][+/]{2}\d[a-z]==$/],
    ['p"\\<\'z|9', /^[a-z][!#$%&*?@^~]{4}[a-z][!#$%&*?@^~]\d$/],
  ])('%s has a wrong twin of the same form, which is the same in the whole process', async (key, form) => {
    const server = await listenAndSay(ok());
    for (const transport of [open(server.url, {}, key), open(server.url, {}, key)])
      await transport.send({ ...get, key: 'wrong' }, { kind: 'bearer' });
    const [first, second] = server.requests.map((request) =>
      /^authorization: Bearer (.*)$/m.exec(request)?.[1]?.trimEnd(),
    );
    expect(first).toMatch(form);
    expect(first).not.toBe(key);
    expect(second).toBe(first);
  });

  it('cannot be told from its wrong twin, which is drawn at random', async () => {
    const wrong = await Promise.all([...'abcdefgh'].map((each) => wrongKey(`${canary}${each}`)));
    // Letter by letter, the distance between the two is another each time.
    const distances = wrong.map((each) =>
      [...each.slice(0, 6)].map((letter, at) => letter.charCodeAt(0) - canary.charCodeAt(at)).join(),
    );
    expect(new Set(distances).size).toBeGreaterThan(6);
  });

  it('is in no exchange, no failure, and nowhere in the transport', async () => {
    const servers = [
      await listenAndSay(ok()),
      await listen((socket) => socket.destroy()),
      await listen((socket) => socket.write('garbage')),
      await listenAndSay('HTTP/1.1 200 OK\r\ncontent-length: 1x\r\n\r\n'),
    ];
    const written: string[] = [];
    for (const { url } of servers) {
      const transport = open(url);
      for (const security of [
        inHeader,
        { kind: 'query', name: 'k' },
        { kind: 'basic' },
        { kind: 'header', name: 'bad name' },
      ] as const) {
        const exchange = await transport.send(get, security);
        written.push(JSON.stringify(exchange), inspect(exchange, { depth: 9, showHidden: true }));
      }
      written.push(inspect(transport, { depth: 9, showHidden: true }), JSON.stringify(transport));
    }
    const text = written.join('\n');
    expect(open('https://example.com').leaks(text)).toBe(false);
    expect(text).not.toContain(canary);
  });
});

/** The key that is sent as a wrong one. */
async function wrongKey(key: string): Promise<string> {
  const server = await listenAndSay(ok());
  await open(server.url, {}, key).send({ ...get, key: 'wrong' }, { kind: 'bearer' });
  return /^authorization: Bearer (.*)\r$/m.exec(server.requests[0] ?? '')?.[1] ?? '';
}

describe('a leak', () => {
  const key = `Ab/+"<&'>\\ ${canary}~?`;
  const cut = (text: string, columns: number, lineBreak: string) =>
    (text.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []).join(lineBreak);
  const all = (text: string, form: (code: number) => string) =>
    [...text].map((each) => form(each.charCodeAt(0))).join('');
  const html: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  const forms: [string, (text: string) => string][] = [
    ['as it is', (text) => text],
    ['percent-encoded', encodeURIComponent],
    ['percent-encoded as a form', (text) => new URLSearchParams([['k', text]]).toString()],
    ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
    ['percent-encoded to the last letter', (text) => all(text, (code) => `%${code.toString(16)}`)],
    ['in JSON', JSON.stringify],
    ['in JSON in JSON', (text) => JSON.stringify(JSON.stringify(text))],
    ['in JSON with slashes escaped', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
    [
      'in JSON to the last letter',
      (text) => all(text, (code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`),
    ],
    ['in HTML', (text) => text.replace(/[&<>"']/g, (each) => html[each] ?? '')],
    ['in HTML to the last letter', (text) => all(text, (code) => `&#${code};`)],
    ['in HTML in hexadecimal', (text) => all(text, (code) => `&#x${code.toString(16)};`)],
    ['in hexadecimal', (text) => Buffer.from(text).toString('hex')],
    ['in hexadecimal in upper case', (text) => Buffer.from(text).toString('hex').toUpperCase()],
    ...['', 'a', 'ab', 'abc'].map((lead): [string, (text: string) => string] => [
      `in base64 behind "${lead}"`,
      (text) => btoa(`${lead}${text}`),
    ]),
    ['in base64 in the middle', (text) => btoa(`user:${text}:more`)],
    ['in base64url', (text) => Buffer.from(text).toString('base64url')],
    ['in base64 in a URL', (text) => encodeURIComponent(btoa(text))],
    ...['', 'a', 'ab', 'x'.repeat(40)].flatMap((lead): [string, (text: string) => string][] =>
      [
        [76, '\n'],
        [64, '\r\n'],
        [4, '\r\n\t'],
        [1, '\n'],
        [20, '\r\n        '],
      ].map(([columns, lineBreak]) => [
        `in base64 behind ${lead.length} letters in lines of ${columns}, parted by ${JSON.stringify(lineBreak)}`,
        (text) => cut(btoa(`${lead}${text}`), Number(columns), String(lineBreak)),
      ]),
    ),
    ['in base64 in lines in JSON', (text) => JSON.stringify(cut(btoa(text), 20, '\r\n'))],
    ['in base64 in lines in a URL', (text) => encodeURIComponent(cut(btoa(text), 20, '\r\n'))],
    ['in base64 in lines in HTML', (text) => cut(btoa(text), 20, '&#13;&#10;')],
    ['in base64url in lines', (text) => cut(Buffer.from(text).toString('base64url'), 20, '\n')],
    ['in hexadecimal in lines', (text) => cut(Buffer.from(text).toString('hex'), 60, '\n')],
    ['in hexadecimal cut in the middle of a byte', (text) => cut(Buffer.from(text).toString('hex'), 7, '\r\n ')],
  ];

  it.each(forms)('safety key-redacted: is found %s, and taken out', async (_, form) => {
    const wrong = await wrongKey(key);
    const transport = open('https://example.com', {}, key);
    for (const shown of [key, wrong].map(form)) {
      const text = `{"before":"${shown}","after":1}`;
      expect(transport.leaks(text)).toBe(true);
      const redacted = transport.redact(text);
      expect(transport.leaks(redacted)).toBe(false);
      expect(redacted).toContain('[key]');
      expect(redacted).toMatch(/^\{"before":".*","after":1\}$/s);
      expect(transport.redact(`${text} ${text}`)).toBe(`${redacted} ${redacted}`);
    }
  });

  it('is none where only a part of the key stands', () => {
    const transport = open('https://example.com', {}, key);
    for (const [, form] of forms) expect(transport.leaks(form(key.slice(0, -4)))).toBe(false);
    expect(transport.keyIsLongEnoughToSearch).toBe(true);
  });

  it('is looked for, and taken out, also where the key is long', () => {
    const long = randomBytes(2250).toString('base64url');
    const transport = open('https://example.com', {}, long);
    for (const shown of [long, btoa(long), cut(btoa(long), 76, '\r\n')]) {
      expect(transport.leaks(shown)).toBe(true);
      expect(transport.redact(`a ${shown} b`).length).toBeLessThan(20);
    }
  });

  it('cannot be told for a key under 8 characters', () => {
    const transport = open('https://example.com', {}, 'short-7');
    expect(transport.keyIsLongEnoughToSearch).toBe(false);
    expect(transport.leaks('short-7')).toBe(false);
    expect(transport.redact('a short-7')).toBe('a short-7');
    expect(open('https://example.com', {}, 'short--8').leaks('a short--8')).toBe(true);
  });

  it.each(['\\', '%25', '&amp;', 'A', '%', '&#0', canary.slice(0, -1)])(
    'is looked for in linear time among many %j',
    (piece) => {
      const transport = open('https://example.com', {}, key);
      // Processor time, whatever else the machine does.
      const timeFor = (length: number): number => {
        const started = process.cpuUsage();
        expect(transport.leaks(piece.repeat(length / piece.length))).toBe(false);
        return process.cpuUsage(started).user / 1000;
      };
      timeFor(2 ** 17);
      const short = Math.max(timeFor(2 ** 17), 1);
      // Eight times as long; in quadratic time it would be 64.
      expect(timeFor(2 ** 20) / short).toBeLessThan(30);
    },
  );
});
