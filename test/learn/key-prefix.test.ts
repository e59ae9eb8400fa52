import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { schemesIn } from '../../scripts/learn/key-prefix.js';
import { type Learnt, learn } from '../../scripts/learn/rounds.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { ServedResponse, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { listenHere } from '../listen-here.js';
import { temporaryFolder } from '../temporary-folder.js';
import { sandboxAfter } from './word-before-key.js';

interface Search {
  learnt: Learnt;
  /** The headers Authorization until the first that was accepted, with KEY for the key. */
  tried: string[];
}

/** Learns from a sandbox that wants a word before the key. */
async function search(word: string, challenge?: string): Promise<Search> {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
  const { url, tried } = await sandboxAfter(word, challenge);
  const learnt = await learn({
    file: `${temporaryFolder()}/a.yaml`,
    text: '',
    today: '2026-11-23',
    baseUrl: url,
    only: ['listDirectories'],
    runs: 0,
  });
  return { learnt, tried: tried() };
}

describe('the word before the key', () => {
  it.each([
    ['Bearer', undefined, ['KEY', 'KEY', 'Bearer KEY']],
    ['Api-Key', undefined, ['KEY', 'KEY', 'Bearer KEY', 'Token KEY', 'Api-Key KEY']],
    ['Key', 'Basic realm="a, Key", Key realm="b"', ['KEY', 'KEY', 'Key KEY']],
    ['Odd', 'Odd', ['KEY', 'KEY', 'Odd KEY']],
  ])('%s is found after the challenge %s', async (word, challenge, wanted) => {
    const { learnt, tried } = await search(word, challenge);
    expect(tried).toEqual(wanted);
    expect(learnt.taken).toMatchObject([
      { question: 'auth.scheme-prefix', certainty: 'shown', answer: { value: word } },
    ]);
    expect(learnt.taken[0]?.rests.against).toMatch(/^A success with the key alone/);
    expect(learnt.report.stopped).toBeUndefined();
    expect(learnt.after.fields.seen).toBeGreaterThan(learnt.before.fields.seen);
  });

  it('safety key-origin: is not found after at most 8 more requests, all to the same origin', async () => {
    const { learnt, tried } = await search('Unheard');
    expect(tried).toHaveLength(1 + 8);
    expect(new Set(tried).size).toBe(8);
    expect(learnt).toMatchObject({ taken: [], requests: 8, report: { stopped: { code: 'key.refused' } } });
  });

  it('is not searched where a person has answered', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
    const { url, tried } = await sandboxAfter('Bearer');
    const text = 'answers:\n  auth.scheme-prefix: { value: Token, from: { by: platform team } }\n';
    const learnt = await learn({ file: 'a.yaml', text, today: '2026-11-23', baseUrl: url, runs: 0 });
    expect(tried()).toEqual(['Token KEY']);
    expect(learnt.taken).toEqual([]);
  });

  it('is renewed where this program has answered', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
    const { sandbox } = { sandbox: createSandbox({ Response: ServedResponse }) };
    const served = await serveSandbox({ sandbox });
    onTestFinished(() => served.close());
    const text = 'answers:\n  auth.scheme-prefix: { value: Token, from: { by: learn } }\n';
    const only = ['listDirectories'];
    const learnt = await learn({ file: 'a.yaml', text, today: '2026-11-23', baseUrl: served.url, only, runs: 0 });
    expect(learnt.taken).toMatchObject([{ answer: { value: '' } }]);
  });

  it('is not searched further at a server that breaks', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
    let count = 0;
    const server = createServer((_, response) => {
      count += 1;
      response.writeHead(count < 4 ? 401 : 500).end();
    });
    const { url, close } = await listenHere(server);
    onTestFinished(close);
    const learnt = await learn({ file: 'a.yaml', text: '', today: '2026-11-23', baseUrl: url, runs: 0 });
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
