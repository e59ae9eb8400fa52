import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { KeyUse } from '../../../scripts/check/model/near-key.js';
import { createTransport } from '../../../scripts/check/transport/transport.js';
import type { Security } from '../../../scripts/contract/security.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { words } from '../../words.js';
import { bearerIn, canary, get, inHeader, listen, listenAndSay, ok, open, wrongKey } from './transport-server.js';

const token: Security = { kind: 'header', name: 'Authorization', prefix: 'Token' };

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
  it('is required, and the message names its variable', () => {
    expect(refusal('https://example.com', undefined)).toContain('DIRECTORY_API_KEY');
    expect(refusal('https://example.com', '')).toContain('DIRECTORY_API_KEY');
  });

  const oddValues = [
    `${canary}\n`,
    ` ${canary}`,
    `${canary} `,
    `${canary}\u00e9`,
    `a\r\nx: ${canary}`,
    `${canary}\u007f`,
    '\t',
  ];
  it.each(oddValues)('safety key-ascii: cannot be a text that no header can contain: %j', (key) => {
    const message = refusal('https://example.com', key);
    expect(message).toContain('printable ASCII');
    expect(message).not.toContain(canary);
  });

  const refusedValues = words`
    http://example.com http://127.0.0.1.example.com http://localhost.example.com http://[::2] http://128.0.0.1
    ftp://127.0.0.1 http://0.0.0.0 127.0.0.1:80 example.com https://user@example.com https://example.com/#a
  `;
  const withKey = [`:${canary}@example.com`, `example.com/?key=${canary}`, `example.com/${canary}`];
  const never = [...refusedValues, '', ...withKey.map((rest) => `https://${rest}`)];
  it.each(never)('safety key-origin: is not sent to %s', (baseUrl) => {
    const message = refusal(baseUrl, canary);
    expect(message).toMatch(/^[A-Z].*[.?]$/);
    expect(message).not.toContain(canary);
  });

  it.each(
    words`
      https://example.com https://example.com:8443/base/ http://localhost:1 http://127.9.9.9 http://[::1]:1/a
      HTTP://LOCALHOST
    `,
  )('may go to %s', (baseUrl) => {
    expect(refusal(baseUrl, canary)).toBe('');
  });

  it.each<[Security, KeyUse, string]>([
    [inHeader, 'right', `authorization: ${canary}`],
    [inHeader, 'empty', 'authorization: '],
    [{ kind: 'header', name: 'X-Key' }, 'right', `x-key: ${canary}`],
    [token, 'right', `authorization: Token ${canary}`],
    [token, 'prefixed', `authorization: ${canary}`],
    [token, 'empty', 'authorization: Token '],
    [{ kind: 'bearer' }, 'right', `authorization: Bearer ${canary}`],
    [{ kind: 'bearer' }, 'empty', 'authorization: Bearer '],
    [{ kind: 'basic' }, 'right', `authorization: Basic ${btoa(canary)}`],
    [{ kind: 'query', name: 'api key' }, 'right', `GET /things/?api%20key=${canary} HTTP/1.1`],
    [{ kind: 'query', name: 'k' }, 'empty', 'GET /things/?k= HTTP/1.1'],
    [{ kind: 'cookie', name: 'sid' }, 'right', `cookie: sid=${canary}`],
    [{ kind: 'cookie', name: 'a b' }, 'empty', 'cookie: a%20b='],
  ])('is sent as %j describes, %s', async (security, key, line) => {
    const server = await listenAndSay(ok());
    await open(server.url).send({ ...get, key }, security);
    expect(server.requests[0]?.split('\r\n')).toContain(line);
  });

  it.each<[Security, KeyUse]>([
    [inHeader, 'none'],
    [{ kind: 'query', name: 'k' }, 'none'],
    [{ kind: 'none' }, 'right'],
  ])('is not sent for %j and %s', async (security, key) => {
    const server = await listenAndSay(ok());
    await open(server.url).send({ ...get, key }, security);
    expect(server.requests[0]).not.toMatch(new RegExp(`${canary}|authorization`));
    expect(server.requests[0]).toContain('GET /things/ HTTP/1.1');
  });

  it('in a cookie is sent with other cookies, percent-encoding all that no cookie can contain', async () => {
    const server = await listenAndSay(ok());
    const request = { ...get, headers: { cookie: 'lang=de' } };
    await open(server.url, {}, 'user: "a,b;c" %+/=').send(request, { kind: 'cookie', name: 'sid' });
    expect(server.requests[0]).toContain('\r\ncookie: lang=de; sid=user:%20%22a%2Cb%3Bc%22%20%+/=\r\n');
  });

  it('is added to an existing query, and replaces a header of the same name', async () => {
    const server = await listenAndSay(ok());
    const transport = open(server.url);
    await transport.send({ ...get, path: '/a/?b=c' }, { kind: 'query', name: 'k' });
    await transport.send({ ...get, headers: { authorization: 'other' } }, inHeader);
    expect(server.requests[0]).toContain(`GET /a/?b=c&k=${canary} HTTP/1.1`);
    expect(server.requests[1]?.match(/authorization/g)).toHaveLength(1);
  });

  it.each([
    ['a', /^[a-f]$/],
    ['~', /^[!#$%&*?@^]$/],
    ['zZ9', /^[a-z][A-Z]\d$/],
    ['correct-horse-battery-staple-77', /^(?!correct)[a-z]{7}-[a-z]{5}-[a-z]{7}-[a-z]{6}-\d\d$/],
    ['user:pass word', /^[a-z]{4}:[a-z]{4} [a-z]{4}$/],
    ['sk_live_4eC39HqLyjWD', /^sk_live_\d[a-z][A-Z]\d\d[A-Z][a-z][A-Z][a-z]{2}[A-Z]{2}$/],
    ['0fd4340a-C3C4', /^\d[a-f][a-f]\d{4}[a-f]-[A-F]\d[A-F]\d$/],
  ])('%s has a wrong key of the same form, which stays the same throughout the process', async (key, pattern) => {
    const server = await listenAndSay(ok());
    for (const transport of [open(server.url, {}, key), open(server.url, {}, key)])
      await transport.send({ ...get, key: 'wrong' }, { kind: 'bearer' });
    const [first, second] = server.requests.map(bearerIn);
    expect(first).toMatch(pattern);
    expect(first).not.toBe(key);
    expect(second).toBe(first);
  });

  it('cannot be derived from the wrong key, which is random', async () => {
    const wrongValues = await Promise.all([...'abcdefgh'].map((text) => wrongKey(`${canary}${text}`)));
    const prefix = 'canary-'.length;
    // The distance between the letters of the two keys after the prefix differs each time.
    const distances = wrongValues.map((text) =>
      [...text.slice(prefix, prefix + 6)]
        .map((letter, index) => letter.charCodeAt(0) - canary.charCodeAt(prefix + index))
        .join(),
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
    const badSecurity: Security = { kind: 'header', name: 'Authorization', prefix: 'bad\r\nprefix:' };
    const ways: Security[] = [
      { kind: 'query', name: 'k' },
      { kind: 'basic' },
      { kind: 'header', name: 'bad name' },
      badSecurity,
    ];
    const writtenValues: string[] = [];
    for (const { url } of servers) {
      const transport = open(url);
      for (const security of [inHeader, ...ways]) {
        const exchange = await transport.send(get, security);
        writtenValues.push(JSON.stringify(exchange), inspect(exchange, { depth: 9, showHidden: true }));
      }
      writtenValues.push(inspect(transport, { depth: 9, showHidden: true }), JSON.stringify(transport));
    }
    const text = writtenValues.join('\n');
    expect(open('https://example.com').isKeyIn(text)).toBe(false);
    expect(text).not.toContain(canary);
  });
});
