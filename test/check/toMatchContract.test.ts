import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownContract } from '../../scripts/check/engine/contract/own-contract.js';
import { judgeResponse, type ReceivedResponse } from '../../scripts/check/engine/runners/judge-response.js';
import '../../scripts/check/vitest.js';
import { answersFile } from '../answers/taught.js';
import { type Asked, open, operationOf, requestOf, urlOf } from '../sandbox/fixture.js';

let sandbox: Asked;
beforeAll(() => {
  sandbox = open();
});
afterEach(() => vi.unstubAllEnvs());

async function answerTo(operationId: string): Promise<Response> {
  const operation = operationOf(operationId);
  return sandbox.fetch(requestOf(operation.method.toUpperCase(), urlOf(operation)));
}

/** Returns the message of a failed assertion; empty if it passes. */
async function failureOf(assertion: Promise<void>): Promise<string> {
  return assertion.then(
    () => '',
    (error: Error) => error.message,
  );
}

const entry = { id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9', title: 'Fjordline' };

describe('toMatchContract', () => {
  it('passes for a correct response, whose body can still be read', async () => {
    const response = await answerTo('getPartnerEntry');
    await expect(response).toMatchContract('getPartnerEntry');
    expect(await response.json()).toMatchObject({ id: entry.id });
  });

  it('follows answers to open questions', async () => {
    const answers = answersFile({ 'lists.envelope': { value: { items: '/results' } } });
    await expect(Response.json({ results: [] })).toMatchContract('listTiers', { answers });
    await expect(Response.json([])).toMatchContract('listTiers');
    const failure = await failureOf(expect(Response.json([])).toMatchContract('listTiers', { answers }));
    expect(failure).toContain(`contract  ${answers}:2, answered (lists.envelope)`);
  });

  it('passes for a refusal that the contract lists, and also accepts a promise by `resolves`', async () => {
    await expect({ status: 404, body: { detail: 'Not found.' } }).toMatchContract('getPartnerEntry');
    await expect(answerTo('listDirectories')).resolves.toMatchContract('listDirectories');
  });

  it('names rule, pointer, expected, found, and the line of the contract for each finding', async () => {
    const answer = { status: 200, body: { ...entry, title: 12, media: [{ order: 'first' }] } };
    const message = await failureOf(expect(answer).toMatchContract('getPartnerEntry'));
    expect(message).toMatch(/^getPartnerEntry departs from the contract: 2 findings\.$/m);
    expect(message).toMatch(/^drift {2}schema\.type {2}getPartnerEntry {2}\/title$/m);
    expect(message).toMatch(/^drift {2}schema\.type {2}getPartnerEntry {2}\/media\/\*\/order$/m);
    expect(message).toMatch(
      /^ {2}expected {2}string\n {2}found {5}12\n {2}contract {2}openapi\/components\/schemas\/\S+\.yaml:\d+$/m,
    );
  });

  it('can be negated, and then fails for a correct response', async () => {
    await expect({ status: 200, body: { title: 12 } }).not.toMatchContract('getPartnerEntry');
    const message = await failureOf(expect({ status: 200, body: entry }).not.toMatchContract('getPartnerEntry'));
    expect(message).toContain('found one that does');
  });

  it.each<[string, unknown, string]>([
    ['a text', 'hello', 'found a value of type string'],
    ['a status that is none', { status: 42, body: {} }, 'found the status 42'],
    ['a promise', Promise.resolve({ status: 200 }), 'Await it first'],
    ['a result of the client', { ok: true, status: 200, data: {}, headers: new Headers() }, 'body: result.data'],
    ['null', null, 'found null'],
  ])('says which argument it expects if it gets %s', async (_, received, words) => {
    const message = await failureOf(expect(received).toMatchContract('getPartnerEntry'));
    expect(message).toMatch(/^Expected a Response, or an object with status, headers and body, found /);
    expect(message).toContain(words);
    expect(await failureOf(expect(received).not.toMatchContract('getPartnerEntry'))).toBe(message);
  });

  it('accepts only the names of operations', async () => {
    // @ts-expect-error: the contract has no such operation.
    const message = await failureOf(expect({ status: 200 }).toMatchContract('getPartnerEntri'));
    expect(message).toBe(
      'Expected an operation of the contract, found "getPartnerEntri". Did you mean getPartnerEntry?',
    );
  });

  it('refuses a body that was already read', async () => {
    const response = await answerTo('getPartnerEntry');
    await response.text();
    expect(await failureOf(expect(response).toMatchContract('getPartnerEntry'))).toContain('pass a clone');
  });

  it('escapes hostile text of a server', async () => {
    const body = { ...entry, media: [{ type: 'a\u001b[2J\n::error::' }], support_email: '\u202e@' };
    const message = await failureOf(expect({ status: 200, body }).toMatchContract('getPartnerEntry'));
    expect(message).toContain('\\u{202e}');
    expect(message).not.toMatch(/[\u001b\u202e]|^\s*::/m);
  });

  it('never prints the key, and reports that the response contains it', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'canary-5f1c0b7a');
    const message = await failureOf(
      expect({ status: 200, body: { ...entry, featured: 'canary-5f1c0b7a' } }).toMatchContract('getPartnerEntry'),
    );
    expect(message).toContain('safety.key-echoed');
    expect(message).toContain('[key]');
    expect(message).not.toContain('canary-5f1c0b7a');
  });
});

describe('judgeResponse', () => {
  const contract = ownContract();
  const rulesOf = async (answer: ReceivedResponse): Promise<string[]> =>
    (await judgeResponse(contract, 'getPartnerEntry', answer)).map(({ rule }) => rule);

  it('names the nearest operation for an unknown one', async () => {
    const judging = judgeResponse(contract, 'getPartnerEntri', { status: 200 });
    await expect(judging).rejects.toThrow(RangeError);
    await expect(judging).rejects.toThrow('found "getPartnerEntri". Did you mean getPartnerEntry?');
  });

  it('returns findings with the place in the contract', async () => {
    const [finding] = await judgeResponse(contract, 'getPartnerEntry', { status: 200, body: { title: 12 } });
    expect(finding).toMatchObject({
      id: 'schema.type:getPartnerEntry:/title',
      severity: 'drift',
      standing: 'named',
      case: 'getPartnerEntry/recorded',
      count: 1,
      curl: '',
      contract: { file: expect.stringMatching(/^openapi\/.*\.yaml$/) as string, line: expect.any(Number) as number },
    });
  });

  const json = { 'content-type': 'application/json' };
  const ofNode = { ...json, 'set-cookie': ['a', 'b'], etag: undefined, 'content-length': 2 };
  const gzipped = new Response('{}', { headers: { ...json, 'content-encoding': 'gzip' } });
  const ofClient = new Headers({ 'content-type': 'application/json; charset=utf-8' });

  it.each<[string, Partial<ReceivedResponse>, string[]]>([
    ['JSON that is labelled so without being told', { body: { title: 'a' } }, []],
    ['text as it came', { headers: { 'Content-Type': 'application/json' }, body: '{"title": "a"' }, ['body.not-json']],
    ['bytes as they came', { headers: json, body: new Uint8Array([0x22, 0xff, 0x22]) }, ['body.not-utf8']],
    ['text without a label', { body: '{}' }, ['media-type.missing']],
    ['another label than JSON', { headers: { 'content-type': 'text/plain' }, body: {} }, ['media-type.undeclared']],
    ['no body', {}, ['body.empty']],
    ['headers of a client', { headers: ofClient, body: '{}' }, []],
    ['headers of Node.js', { headers: ofNode, body: '{}' }, []],
    ['a break-down', { status: 503, headers: { ...json, 'retry-after': '1' }, body: '{}' }, ['status.server-error']],
  ])('accepts %s', async (_, answer, rules) => {
    expect(await rulesOf({ status: 200, ...answer })).toEqual(rules);
  });

  it('accepts a body that the platform has decompressed', async () => {
    expect(await rulesOf(gzipped)).toEqual([]);
  });
});
