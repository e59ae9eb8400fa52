// @module-tag slow
import { createServer, type RequestListener } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LearnFlags } from '../../scripts/commands/learn/run.js';
import { learn } from '../../scripts/learn/rounds.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { listenHere } from '../listen-here.js';
import { temporaryFolder } from '../temporary-folder.js';
import { learnFrom, type Ran } from './learned.js';
import { type Shown, varyingServer } from './varying-server.js';

/** Learns from a server, and writes certain and likely answers. The output has 80 columns, no key, no internal text. */
async function learnedFrom(url: string, flags: LearnFlags = {}): Promise<Ran> {
  const folder = temporaryFolder();
  const result = await learnFrom({ baseUrl: url, runs: '1', yes: true, acceptLikely: true, ...flags }, folder);
  expect(result.text).not.toMatch(/^\s+at \S+|Error:|undefined|\[object/m);
  expect(result.text).not.toContain(defaultKey);
  // Only a path may make a line longer.
  expect(result.text.split('\n').filter((line) => line.length > 80 && !line.includes(folder))).toEqual([]);
  return result;
}

async function servedBy(respond: RequestListener): Promise<string> {
  const { url, close } = await listenHere(createServer(respond));
  onTestFinished(close);
  return url;
}

/** Serves a sandbox that changes its responses after this number of responses. */
async function changingAfter(first: number, change: (reply: Shown) => void): Promise<string> {
  const server = await varyingServer((reply) => {
    if (reply.before >= first) change(reply);
  });
  onTestFinished(() => server.close());
  return server.url;
}

/** Returns the questions that a file answers, after checking that a healthy server contradicts none of its answers. */
async function trueAnswers({ file, answers }: Ran): Promise<string[]> {
  const { url: baseUrl, close } = await varyingServer(() => undefined);
  onTestFinished(close);
  const usual = { file: 'directory.answers.yaml', today: '2026-11-23', runs: 1, ...few };
  const { contradictions, conflicting } = await learn({ ...usual, baseUrl, text: file });
  expect([contradictions, conflicting]).toEqual([[], []]);
  return Object.keys(answers);
}

const few = { only: ['listPartnerEntries', 'getPartnerEntry', 'listTiers'] };

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', defaultKey));

describe('a server that breaks during learning', () => {
  const shownFirst = ['media.type-values', 'resources.fields', 'auth.scheme-prefix', 'auth.refusal-status'];

  it.each<[string, (reply: Shown) => void, RegExp]>([
    [
      'revokes the key',
      (reply) => Object.assign(reply, { status: 401, body: { detail: 'The key was revoked.' } }),
      /Wrote \d answers to .*Incomplete: The server has refused the key since request \d+/,
    ],
    [
      'asks for a longer wait than is allowed',
      (reply) => Object.assign(reply, { status: 429, headers: { ...reply.headers, 'retry-after': '3600' } }),
      /The server asked for longer waits than --max-wait allows/,
    ],
  ])('ends the learning, with the answers learnt before, if it %s', async (_, change, sentence) => {
    const result = await learnedFrom(await changingAfter(40, change), { ...few, maxWait: '0.1' });
    expect(result.code).toBe(3);
    expect(result.said).toMatch(sentence);
    expect(await trueAnswers(result)).toEqual(expect.arrayContaining(shownFirst));
  });

  it('ends the learning if it closes connections', async () => {
    const healthyServer = await varyingServer(() => undefined);
    onTestFinished(() => healthyServer.close());
    let count = 0;
    const url = await servedBy(async ({ url: path, method = 'GET', headers, socket }, outgoing) => {
      count += 1;
      if (count > 40) return void socket.destroy();
      const { authorization = '' } = headers;
      const response = await fetch(`${healthyServer.url}${path}`, { method, headers: { authorization } });
      outgoing.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text());
    });
    const result = await learnedFrom(url, few);
    expect(result.code).toBe(3);
    expect(result.said).toContain('The server has been unreachable since request');
    expect(await trueAnswers(result)).toEqual(expect.arrayContaining(shownFirst));
  });

  it.each([
    ['a page in HTML', 'text/html', '<!doctype html><title>Log in</title>', 'No operation of the contract succeeded'],
    [
      'an empty object',
      'application/json',
      {},
      '(listTiers: No value for directory_id was found; set one with --directory ID)',
    ],
  ])('ends the learning if it begins to return %s', async (_, type, body, sentence) => {
    const change = { status: 200, headers: { 'content-type': type }, body };
    // The reads of the first run are six requests.
    const result = await learnedFrom(await changingAfter(6, (reply) => void Object.assign(reply, change)), few);
    expect(result.code).toBe(3);
    expect(result.said).toContain(sentence);
    expect(await trueAnswers(result)).toEqual(expect.arrayContaining(['media.type-values', 'resources.fields']));
  });
});

describe('a server from which no answer can be learnt:', () => {
  /** Returns the same status and body for everything. */
  const always =
    (status: number, body: string, type = 'application/json'): RequestListener =>
    (_, outgoing) =>
      void outgoing.writeHead(status, { 'content-type': type }).end(body);

  it.each<[string, RequestListener, string[]]>([
    [
      'returns 500 for everything',
      always(500, '{"detail":"Oops."}'),
      ['The server failed on 5 operations in a row', '4 operations: The server responds with a 5xx'],
    ],
    [
      'returns 404 for everything',
      always(404, '{"detail":"No."}'),
      ['No operation of the contract succeeded', 'Check that this is the address of the service'],
    ],
    [
      'returns HTML',
      always(200, '<!doctype html><title>Log in</title>', 'text/html'),
      [
        'No operation of the contract succeeded',
        '6 operations: The contract does not list this media type for status 200. Found "text/html".',
        'run directory-contract check',
      ],
    ],
    [
      'returns the same object for everything',
      always(200, '{"ok":true}'),
      ['No response contains a field that the contract describes.'],
    ],
    [
      'never ends a body',
      (_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        // The pieces are large, so that the size limit is reached before the time limit, even on a busy machine.
        const piece = '{"id":"x"},'.repeat(100_000);
        const more = (): void => {
          if (!outgoing.destroyed) outgoing.write(piece, more);
        };
        outgoing.write('[', more);
      },
      ['The server failed on 5 operations in a row', 'a body of at most'],
    ],
  ])('%s', async (_, respond, sentences) => {
    const { code, said, file } = await learnedFrom(await servedBy(respond));
    expect([code, file]).toEqual([3, '']);
    expect(said).toContain('No new answers were found, so nothing was written. Incomplete: ');
    for (const sentence of sentences) expect(said).toContain(sentence);
  });

  it('redirects to another origin, which gets no request', async () => {
    const questions: unknown[] = [];
    const otherText = await servedBy(({ headers }, outgoing) => {
      questions.push(headers);
      outgoing.end('[]');
    });
    const url = await servedBy((incoming, outgoing) => {
      outgoing.writeHead(302, { location: `${otherText}${incoming.url}` }).end();
    });
    const { code, said, file } = await learnedFrom(url);
    expect([code, file, questions]).toEqual([3, '', []]);
    expect(said).toContain('The response is a redirect, which the contract does not list for the operation. The check');
  });
});
