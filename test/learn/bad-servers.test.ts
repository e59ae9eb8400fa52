// @module-tag slow
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type LearnFlags, runLearn } from '../../scripts/commands/learn/run.js';
import { learn } from '../../scripts/learn/rounds.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { collector } from '../commands/check/fixture.js';
import { listenHere } from '../listen-here.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Shown, varyingServer } from './varying-server.js';

interface Ran {
  code: number;
  output: string;
  /** The output on one line. */
  said: string;
  /** The text of the answers file; undefined if there is none. */
  written: string | undefined;
}

/** Learns from a server, with an output of 80 columns, and writes shown and likely answers. */
async function learned(url: string, flags: LearnFlags = {}): Promise<Ran> {
  const folder = temporaryFolder();
  const [output, errors] = [collector(false), collector(false)];
  const code = await runLearn(
    { baseUrl: url, runs: '1', yes: true, acceptLikely: true, ...flags },
    { output, errors, environment: {}, folder },
  );
  const file = join(folder, 'directory.answers.yaml');
  const text = output.text() + errors.text();
  expect(text).not.toMatch(/^\s+at \S+|Error:|undefined|\[object/m);
  expect(text).not.toContain(defaultKey);
  // Only a path may make a line longer.
  const long = text.split('\n').filter((line) => line.length > 80 && !line.includes(folder));
  expect(long).toEqual([]);
  const written = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return { code, output: text, said: text.replace(/\s+/g, ' '), written };
}

async function servedBy(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return url;
}

/** Serves a sandbox that changes its responses after this number of them. */
async function changingAfter(first: number, change: (shown: Shown) => void): Promise<string> {
  const served = await varyingServer((shown) => {
    if (shown.before >= first) change(shown);
  });
  onTestFinished(() => served.close());
  return served.url;
}

/** Returns the questions in a file with answers, which a healthy server must not contradict. */
async function trueAnswers(written = ''): Promise<string[]> {
  const served = await varyingServer(() => undefined);
  try {
    const usual = { file: 'directory.answers.yaml', today: '2026-11-23', baseUrl: served.url, runs: 1, ...few };
    const { contradictions, conflicting } = await learn({ ...usual, text: written });
    expect([contradictions, conflicting]).toEqual([[], []]);
  } finally {
    await served.close();
  }
  return [...written.matchAll(/^ {2}([a-z.-]+):/gm)].map(([, id = '']) => id);
}

const few = { only: ['listPartnerEntries', 'getPartnerEntry', 'listTiers'] };
const shownFirst = ['media.type-values', 'resources.fields', 'auth.scheme-prefix', 'auth.refusal-status'];

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', defaultKey));

describe('a server that breaks during learning', () => {
  it('still has its answers written if it revokes the key', async () => {
    const url = await changingAfter(40, (shown) => {
      shown.status = 401;
      shown.body = { detail: 'The key was revoked.' };
    });
    const { code, said, written } = await learned(url, few);
    expect(code).toBe(3);
    expect(said).toMatch(/Wrote \d answers to .*Incomplete: The server has refused the key since request \d+/);
    expect(await trueAnswers(written)).toEqual(expect.arrayContaining(shownFirst));
  });

  it('ends the learning if it asks for a longer wait than is allowed', async () => {
    const url = await changingAfter(40, (shown) => {
      shown.status = 429;
      shown.headers['retry-after'] = '3600';
    });
    const { code, said, written } = await learned(url, { ...few, maxWait: '0.1' });
    expect(code).toBe(3);
    expect(said).toContain('It asked for longer waits than --max-wait allows');
    expect(await trueAnswers(written)).toEqual(expect.arrayContaining(shownFirst));
  });

  it('ends the learning if it closes connections', async () => {
    const healthy = await varyingServer(() => undefined);
    onTestFinished(() => healthy.close());
    let count = 0;
    const url = await servedBy(async ({ url: path, method = 'GET', headers, socket }, outgoing) => {
      count += 1;
      if (count > 40) return void socket.destroy();
      const { authorization = '' } = headers;
      const response = await fetch(`${healthy.url}${path}`, { method, headers: { authorization } });
      outgoing.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text());
    });
    const { code, said, written } = await learned(url, few);
    expect(code).toBe(3);
    expect(said).toContain('The server has been unreachable since request');
    expect(await trueAnswers(written)).toEqual(expect.arrayContaining(shownFirst));
  });

  it.each([
    ['a page in HTML', 'text/html', '<!doctype html><title>Log in</title>', 'No operation of the contract succeeded'],
    ['an empty object', 'application/json', {}, '(listTiers: No directory_id was found; set one with --directory ID)'],
  ])('ends the learning if it begins to return %s', async (_, type, body, sentence) => {
    const url = await changingAfter(20, (shown) => {
      shown.status = 200;
      shown.headers = { 'content-type': type };
      shown.body = body;
    });
    const { code, said, written } = await learned(url, few);
    expect(code).toBe(3);
    expect(said).toContain(sentence);
    const learnt = await trueAnswers(written);
    expect(learnt).toEqual(expect.arrayContaining(['media.type-values', 'resources.fields']));
    expect(learnt).not.toContain('request.body-required');
  });
});

describe('a server from which nothing can be learnt', () => {
  const page = '<!doctype html><title>Log in</title>';
  it.each<[string, RequestListener, string[]]>([
    [
      'returns 500 for everything',
      (_, outgoing) => void outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{"detail":"Oops."}'),
      ['The server failed on 5 operations in a row', '4 operations: The server fails with a 5xx'],
    ],
    [
      'returns 404 for everything',
      (_, outgoing) => void outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"No."}'),
      ['No operation of the contract succeeded', 'Check that this is the address of the service'],
    ],
    [
      'returns HTML',
      (_, outgoing) => void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page),
      [
        'No operation of the contract succeeded',
        '6 operations: The contract does not list this media type here. Found "text/html".',
        'run directory-contract check',
      ],
    ],
    [
      'returns the same object for everything',
      (_, outgoing) => void outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
      ['No response shows a field that the contract describes.'],
    ],
    [
      'never ends a body',
      (_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        // The pieces are large, so that the limit of size is reached before that of time, also on a busy machine.
        const piece = '{"id":"x"},'.repeat(100_000);
        const more = (): void => {
          if (!outgoing.destroyed) outgoing.write(piece, more);
        };
        outgoing.write('[', more);
      },
      ['The server failed on 5 operations in a row', 'a body of at most'],
    ],
  ])('%s', async (_, respond, sentences) => {
    const { code, said, written } = await learned(await servedBy(respond));
    expect([code, written]).toEqual([3, undefined]);
    expect(said).toContain('There is nothing new to write. Incomplete: ');
    for (const each of sentences) expect(said).toContain(each);
  });

  it('redirects to another origin, which gets no request', async () => {
    const asked: unknown[] = [];
    const other = await servedBy(({ headers }, outgoing) => {
      asked.push(headers);
      outgoing.end('[]');
    });
    const url = await servedBy((incoming, outgoing) => {
      outgoing.writeHead(302, { location: `${other}${incoming.url}` }).end();
    });
    const { code, said, written } = await learned(url);
    expect([code, written, asked]).toEqual([3, undefined, []]);
    expect(said).toContain('The response redirects, but the contract has no redirect here. The check did not follow');
  });
});
