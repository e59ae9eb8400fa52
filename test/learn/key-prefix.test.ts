import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { schemesIn } from '../../scripts/check/engine/server/key-form.js';
import type { LearnResult } from '../../scripts/learn/learn-result.js';
import { learn } from '../../scripts/learn/rounds.js';
import { listenHere } from '../listen-here.js';
import { yamlBeside } from '../yaml-beside.js';

const rows = yamlBeside<{
  words: [word: string, challenge: string, wanted: string[]][];
  schemes: [challenge: string, schemes: string[]][];
}>(import.meta.url, 'key-prefix.yaml');

/** Learns from one read of a server. */
async function learntFrom(baseUrl: string, text = ''): Promise<LearnResult> {
  vi.stubEnv('DIRECTORY_API_KEY', 'a-key');
  const only = ['listDirectories'];
  return learn({ file: 'a.yaml', text, today: '2026-11-23', baseUrl, only, runs: 0 });
}

/** Returns the answers about the word before the key. */
function aboutPrefix(offers: LearnResult['taken']): unknown[] {
  return offers.filter(({ question }) => question === 'auth.scheme-prefix').map(({ answer }) => answer.value);
}

/** Serves directories to requests with this header; other requests get the next of these statuses, or 401. */
async function serverFor(
  header: string,
  { challenge, statuses = [] }: { challenge?: string; statuses?: number[] } = {},
): Promise<{
  url: string;
  /** The Authorization headers up to the first accepted header, with KEY in place of the key. */
  tried: string[];
}> {
  const triedValues: string[] = [];
  let isFound = false;
  const server = createServer(({ headers: { authorization = '' } }, response) => {
    const status = authorization === header ? 200 : (statuses[triedValues.length] ?? 401);
    if (!isFound) triedValues.push(authorization.replace('a-key', 'KEY'));
    isFound ||= status === 200;
    response.writeHead(status, {
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
      'content-type': 'application/json',
    });
    response.end(status === 200 ? '[{"id":"0fd4340a-c3c4-4d8b-815a-f5be26abedae"}]' : '{"detail":"No."}');
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, tried: triedValues };
}

describe('the word before the key', () => {
  it.each(rows.words)('%s is found after the challenge "%s"', { tags: 'slow' }, async (word, challenge, texts) => {
    const { url, tried } = await serverFor(`${word} a-key`, challenge ? { challenge } : {});
    const { taken, report, before, after } = await learntFrom(url);
    expect(tried).toEqual(['KEY', ...texts]);
    expect(aboutPrefix(taken)).toEqual([word]);
    const offer = taken.find(({ question }) => question === 'auth.scheme-prefix');
    expect(offer).toMatchObject({
      certainty: 'shown',
      support: { against: expect.stringMatching(/^A success with the key alone/) },
    });
    expect(report.stopped).toBeUndefined();
    expect(after.fields.seen).toBe(before.fields.seen);
  });

  it('safety key-origin: is given up after at most 4 more requests, all to the same origin', async () => {
    const { url, tried } = await serverFor('Unheard a-key');
    const learnResult = await learntFrom(url);
    expect(tried).toHaveLength(1 + 4);
    expect(new Set(tried).size).toBe(5);
    expect(learnResult).toMatchObject({ taken: [], requests: 4, report: { stopped: { code: 'key.refused' } } });
  });

  it('is not searched for if a person has answered the question', async () => {
    const { url, tried } = await serverFor('Bearer a-key');
    const text = 'answers:\n  auth.scheme-prefix: { value: Token, from: { by: platform team } }\n';
    expect((await learntFrom(url, text)).taken).toEqual([]);
    expect(tried).toEqual(['Token KEY']);
  });

  it('is searched for again if only this program has answered the question', { tags: 'slow' }, async () => {
    const { url } = await serverFor('a-key');
    const text = 'answers:\n  auth.scheme-prefix: { value: Token, from: { by: learn } }\n';
    expect(aboutPrefix((await learntFrom(url, text)).taken)).toEqual(['']);
  });

  it('is no longer searched for if the server breaks', async () => {
    const { url, tried } = await serverFor('Unheard a-key', { statuses: [401, 401, 401, 500, 500, 500] });
    expect((await learntFrom(url)).taken).toEqual([]);
    expect(tried).toHaveLength(4);
  });
});

describe('the schemes of a challenge', () => {
  it.each(rows.schemes)('%s', (challenge, schemes) => {
    expect(schemesIn(challenge)).toEqual(schemes);
  });
});
