import { afterEach, describe, expect, it } from 'vitest';
import { curlLine } from '../../../scripts/check/model/curl.js';
import type { SentRequest } from '../../../scripts/check/model/exchange.js';
import { type NearKey, nearKeyTexts } from '../../../scripts/check/model/near-key.js';
import type { Security } from '../../../scripts/contract/security.js';
import { get, listenAndSay, ok, open } from './transport-server.js';

const key = 'Right-key-4eC39HqLyjWDarjt';
const bearer: Security = { kind: 'bearer' };
const inHeader: Security = { kind: 'header', name: 'X-Key' };
const inQuery: Security = { kind: 'query', name: 'k' };
const basic: Security = { kind: 'basic' };

afterEach(() => void delete process.env['DIRECTORY_API_KEY']);

/** Returns the lines of a request that was sent with these credentials. */
async function linesOf(use: NearKey, security: Security, value = key): Promise<string[]> {
  const server = await listenAndSay(ok());
  await open(server.url, {}, value).send({ ...get, key: use }, security);
  return (server.requests[0] ?? '').split('\r\n');
}

/** Whether a text contains any four consecutive characters of the key. */
function hasPartOf(own: string, text: string): boolean {
  return Array.from({ length: own.length - 3 }, (_, at) => own.slice(at, at + 4)).some((part) => text.includes(part));
}

describe('credentials that differ from the right ones in one detail', () => {
  it.each<[NearKey, Security, string]>([
    ['case-of-scheme', bearer, `authorization: bEARER ${key}`],
    ['two-spaces', bearer, `authorization: Bearer  ${key}`],
    ['unknown-scheme', bearer, `authorization: Check ${key}`],
    ['unknown-scheme', basic, `authorization: Check ${btoa(key)}`],
    ['in-cookie', bearer, `cookie: api_key=${key}; token=${key}; access_token=${key}`],
    ['in-header', bearer, `x-api-key: ${key}`],
    ['in-authorization', inHeader, `authorization: Bearer ${key}`],
    ['in-query', bearer, `GET /things/?api_key=${key}&key=${key}&token=${key}&access_token=${key} HTTP/1.1`],
    ['longer', inHeader, `x-key: ${key}x`],
    ['longer', basic, `authorization: Basic ${btoa(`${key}x`)}`],
    ['longer', inQuery, `GET /things/?k=${key}x HTTP/1.1`],
    ['shorter', bearer, `authorization: Bearer ${key.slice(0, -1)}`],
    ['shorter', basic, `authorization: Basic ${btoa(key.slice(0, -1))}`],
    ['without-first', bearer, `authorization: Bearer ${key.slice(1)}`],
    ['in-other-case', bearer, 'authorization: Bearer rIGHT-KEY-4Ec39hQlYJwdARJT'],
  ])('%s is sent for %j as %s', async (use, security, line) => {
    expect(await linesOf(use, security)).toContain(line);
  });

  it('two keys are sent in two headers, in their order', async () => {
    const values = (await linesOf('wrong-then-right', bearer)).filter((line) => /^authorization: /.test(line));
    expect(values).toEqual([expect.not.stringContaining(key), `authorization: Bearer ${key}`]);
  });

  it('a key in hexadecimal, whose case may be ignored, is replaced by a wrong one', async () => {
    const hexadecimal = '0fd4340ac3c4';
    const [line = ''] = (await linesOf('in-other-case', bearer, hexadecimal)).filter((each) => /^auth/.test(each));
    expect(line.toLowerCase()).not.toContain(hexadecimal);
  });

  // Eight characters are the shortest key that is searched for, and a part of it is even shorter.
  const uses = Object.keys(nearKeyTexts) as NearKey[];
  it.each(uses.flatMap((use) => [[use, key] as const, [use, 'k3y-8chr'] as const]))(
    'the text %s of %s is removed',
    async (use, ownText) => {
      const server = await listenAndSay(ok());
      const transport = open(server.url, {}, ownText);
      await transport.send({ ...get, key: use }, bearer);
      const words = server.requests[0]?.match(/[\w-]{6,}(?![:=])\b/g) ?? [];
      const createdWords = words.filter((word) => hasPartOf(ownText.toLowerCase(), word.toLowerCase()));
      expect(createdWords).not.toEqual([]);
      for (const each of createdWords) {
        const text = `You sent ${each}.`;
        expect(transport.isKeyIn(text)).toBe(true);
        expect(transport.redact(text)).not.toContain(each);
      }
    },
  );

  it.each<[NearKey, Security, string]>([
    ['case-of-scheme', bearer, '-H "Authorization: bEARER ${DIRECTORY_API_KEY}"'],
    ['in-query', bearer, `'http://127.0.0.1/things/?'"api_key=`],
    ['shorter', inHeader, '-H "X-Key: ${DIRECTORY_API_KEY%?}"'],
    ['longer', basic, '-H "Authorization: Basic $(printf %s "${DIRECTORY_API_KEY}x" | base64)"'],
  ])('%s is in the curl line of a finding', (use, security, part) => {
    expect(curlLine('http://127.0.0.1', { ...get, key: use }, security)).toContain(part);
  });
});

describe('a request in an unusual form', () => {
  async function readSentKey(request: Partial<SentRequest>): Promise<string> {
    const server = await listenAndSay(ok());
    await open(server.url, {}, key).send({ ...get, ...request }, bearer);
    return server.requests[0] ?? '';
  }

  it('has the names of its headers in capitals', async () => {
    expect(await readSentKey({ writing: { capitals: true } })).toContain(`\r\nAUTHORIZATION: Bearer ${key}\r\n`);
  });

  it('lacks headers, or has its body in chunks', async () => {
    const lacking = await readSentKey({ writing: { without: ['accept', 'user-agent'] } });
    expect(lacking).not.toMatch(/^(?:accept|user-agent):/im);
    const chunked = await readSentKey({ method: 'PATCH', body: '{"a":1}', writing: { chunked: true } });
    expect(chunked).toMatch(/^transfer-encoding: chunked\r$/im);
    expect(chunked).not.toMatch(/^content-length:/im);
  });
});
