import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { schemesIn } from '../../scripts/learn/key-prefix.js';
import type { LearnResult } from '../../scripts/learn/learn-result.js';
import { learn } from '../../scripts/learn/rounds.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { listenHere } from '../listen-here.js';
import { sandboxAfter } from './word-before-key.js';

/** Learns from one read of a server. */
async function learntFrom(baseUrl: string, text = ''): Promise<LearnResult> {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
  const only = ['listDirectories'];
  return learn({ file: 'a.yaml', text, today: '2026-11-23', baseUrl, only, runs: 0 });
}

/** Returns the answers about the word before the key. */
function aboutPrefix(taken: LearnResult['taken']): unknown[] {
  return taken.filter(({ question }) => question === 'auth.scheme-prefix').map(({ answer }) => answer.value);
}

/** A server that requires a word before the key, and names its schemes in a challenge. */
async function challenging(word: string, challenge: string): Promise<{ url: string; tried: string[] }> {
  const tried: string[] = [];
  let isFound = false;
  const server = createServer(({ headers: { authorization = '' } }, response) => {
    if (!isFound) tried.push(authorization.replace(defaultKey, 'KEY'));
    const isRight = authorization === `${word} ${defaultKey}`;
    isFound ||= isRight;
    if (isRight) response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    else response.writeHead(401, { 'www-authenticate': challenge }).end();
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, tried };
}

describe('the word before the key', () => {
  it.each([
    ['Bearer', ['KEY', 'KEY', 'Bearer KEY']],
    ['Api-Key', ['KEY', 'KEY', 'Bearer KEY', 'Token KEY', 'Api-Key KEY']],
  ])('%s is found', { tags: 'slow' }, async (word, wanted) => {
    const { url, tried } = await sandboxAfter(word);
    const { taken, report, before, after } = await learntFrom(url);
    expect(tried()).toEqual(wanted);
    const found = taken.find(({ question }) => question === 'auth.scheme-prefix');
    expect(found).toMatchObject({ certainty: 'shown', answer: { value: word } });
    expect(found?.rests.against).toMatch(/^A success with the key alone/);
    expect(report.stopped).toBeUndefined();
    expect(after.fields.seen).toBeGreaterThan(before.fields.seen);
  });

  it.each([
    ['Key', 'Basic realm="a, Key", Key realm="b"'],
    ['Odd', 'Odd'],
    ['Token', 'Bearer, Token realm="x"'],
  ])('%s is found after the challenge %s', { tags: 'slow' }, async (word, challenge) => {
    const { url, tried } = await challenging(word, challenge);
    const { taken } = await learntFrom(url);
    expect(tried).toEqual(['KEY', 'KEY', ...(word === 'Token' ? ['Bearer KEY'] : []), `${word} KEY`]);
    expect(aboutPrefix(taken)).toEqual([word]);
  });

  it('safety key-origin: is not found after at most 8 more requests, all to the same origin', async () => {
    const { url, tried } = await sandboxAfter('Unheard');
    const learnt = await learntFrom(url);
    expect(tried()).toHaveLength(1 + 8);
    expect(new Set(tried()).size).toBe(8);
    expect(learnt).toMatchObject({ taken: [], requests: 8, report: { stopped: { code: 'key.refused' } } });
  });

  it('is not searched where a person has answered', async () => {
    const { url, tried } = await sandboxAfter('Bearer');
    const text = 'answers:\n  auth.scheme-prefix: { value: Token, from: { by: platform team } }\n';
    const learnt = await learntFrom(url, text);
    expect(tried()).toEqual(['Token KEY']);
    expect(learnt.taken).toEqual([]);
  });

  it('is searched for again if only this program has answered the question', async () => {
    const sandbox = createSandbox();
    const served = await serveSandbox({ sandbox });
    onTestFinished(() => served.close());
    const text = 'answers:\n  auth.scheme-prefix: { value: Token, from: { by: learn } }\n';
    const learnt = await learntFrom(served.url, text);
    expect(aboutPrefix(learnt.taken)).toEqual(['']);
  });

  it('is not searched for any longer if the server breaks', async () => {
    let count = 0;
    const server = createServer((_, response) => {
      count += 1;
      response.writeHead(count < 4 ? 401 : 500).end();
    });
    const { url, close } = await listenHere(server);
    onTestFinished(close);
    const learnt = await learntFrom(url);
    expect([count, learnt.taken]).toEqual([4, []]);
  });
});

describe('the schemes of a challenge', () => {
  it.each([
    ['', []],
    ['Bearer', ['Bearer']],
    ['Token realm="a, Basic b", error="c"', ['Token']],
    ['Basic realm="x", Bearer scope="y z", ApiKey', ['Basic', 'Bearer', 'ApiKey']],
    ['Negotiate abc==, Key', ['Negotiate', 'Key']],
    ['realm="x"', []],
    ['{}<script>', []],
  ])('%s', (challenge, schemes) => {
    expect(schemesIn(challenge)).toEqual(schemes);
  });
});
