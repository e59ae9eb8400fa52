// @module-tag slow
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { isObject, type JsonObject } from '../../scripts/contract/json.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { countingServer } from '../commands/check/fixture.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';

/** A correct service that differs from the guesses of the contract in the form of its key and its bodies. */
interface Style {
  /** The word before the key. */
  word?: string;
  challenge?: string;
  media?: string;
  list(items: readonly JsonObject[]): unknown;
  resource?(resource: JsonObject): unknown;
}

interface Requests {
  url: string;
  keys: string[];
  /** Paths of accepted updates. */
  writes: string[];
}

async function serve({ word = '', challenge, media, list, resource = (each) => each }: Style): Promise<Requests> {
  vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-test');
  const sandbox = createSandbox({ apiKey: 'a-key-of-the-test' });
  const keys: string[] = [];
  const writtenValues: string[] = [];
  const prefix = word === '' ? '' : `${word} `;
  const server = createServer(async (request, response) => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const { url: path = '' } = request;
    // `Request` does not allow TRACE, and the sandbox refuses both methods alike.
    const method = request.method === 'TRACE' ? 'PURGE' : (request.method ?? '');
    keys.push(authorization);
    const body = await buffer(request);
    const headers = new Headers({
      ...(authorization.startsWith(prefix) && { authorization: authorization.slice(prefix.length) }),
      ...(type !== '' && { 'content-type': type }),
    });
    const reply = await sandbox.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers,
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      }),
    );
    const text = await reply.text();
    if (method === 'PATCH' && reply.status < 300) writtenValues.push(path);
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
    const value: unknown = reply.status < 300 && isJson && text !== '' ? JSON.parse(text) : undefined;
    const isBody = Array.isArray(value) ? value.every(isObject) : isObject(value);
    const wrapped =
      !isBody || method === 'PATCH' ? value : Array.isArray(value) ? list(value) : resource(value as JsonObject);
    const kept = ['allow'].flatMap((name) => (reply.headers.has(name) ? [[name, reply.headers.get(name) ?? '']] : []));
    response.writeHead(reply.status, {
      ...Object.fromEntries(kept),
      ...(reply.status === 401 && challenge !== undefined && { 'www-authenticate': challenge }),
      ...(text !== '' && {
        'content-type': (value !== undefined && media) || (reply.headers.get('content-type') ?? ''),
      }),
    });
    response.end(value === undefined ? text : JSON.stringify(wrapped));
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, keys, writes: writtenValues };
}

const checked = ({ url }: Requests, options: Partial<CheckOptions> = {}): Promise<CheckReport> =>
  check({ baseUrl: url, runs: 0, ...options });

describe('the first check of a service that differs from the guesses of the contract', () => {
  it('finds the form of the key by at most six requests, and the report says how to keep it', async () => {
    const [bare, token] = [
      { list: (items) => items } satisfies Style,
      { word: 'Token', list: (items) => items } satisfies Style,
    ];
    const [usualRequests, otherRequests] = [await serve(bare), await serve(token)];
    const notices: string[] = [];
    const only = ['listDirectories', 'getDirectory', 'listTiers', 'getTier'];
    const [first, second] = [
      await checked(usualRequests, { only }),
      await checked(otherRequests, { only, onNotice: (text) => notices.push(text) }),
    ];
    expect(otherRequests.keys.length - usualRequests.keys.length).toBeGreaterThan(0);
    expect(otherRequests.keys.length - usualRequests.keys.length).toBeLessThanOrEqual(6);
    expect(second.coverage.successTested).toBe(first.coverage.successTested);
    expect(notices).toContainEqual(
      expect.stringMatching(/form "Token <key>".*auth\.scheme-prefix: \{ value: Token \}$/),
    );
    expect(second.notes).toContain(notices[0]);
  });
});

describe('a service with other paths', () => {
  /** Serves the sandbox at paths without their last slash, behind a prefix; redirects all other paths to these. */
  async function serveAt(prefix: string): Promise<string> {
    vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-test');
    const sandbox = createSandbox({ apiKey: 'a-key-of-the-test' });
    const { url } = await countingServer(
      async ({ url = '', method = 'GET', headers: { authorization = '' } }, response) => {
        const [path = '', query = ''] = url.split('?');
        const target = (path.startsWith(`${prefix}/`) ? path : prefix + path).replace(/\/$/, '');
        if (path !== target) return void response.writeHead(308, { location: target }).end();
        const address = `http://127.0.0.1${path.slice(prefix.length)}/?${query}`;
        const request = new Request(address, {
          method: method === 'TRACE' ? 'PURGE' : method,
          headers: { authorization },
        });
        const reply = await sandbox.fetch(request);
        response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
      },
    );
    return url;
  }

  it.each([
    ['', '', '{ slash: false }'],
    ['/v2', '', '{ slash: false, prefix: /v2 }'],
    ['/v2', '/v2', '{ slash: false }'],
  ])('behind %j is recognised by its first redirect, at the base path %j', async (prefix, basePath, value) => {
    const url = (await serveAt(prefix)) + basePath;
    const first = await check({ baseUrl: url, runs: 0 });
    const answer = `operations.paths: { value: ${value} }`;
    expect(first).toMatchObject({ exitCode: 3, stopped: { code: 'target.moved' }, run: { requests: 1 } });
    expect(first.why).toContain(answer);
    expect(first.findings).toMatchObject([{ rule: 'status.undeclared', question: 'operations.paths' }]);
    expect(first.findings[0]?.actual).toBe(`status 308 to "${prefix}/api/directory/private/v1alpha/directories"`);
    expect(first.questions).toEqual([{ question: 'operations.paths', operations: ['listDirectories'], answer }]);
    const answers = temporaryFile('directory.answers.yaml', `answers:\n  ${answer}\n`);
    const second = await check({ baseUrl: url, runs: 0, answers });
    // The paths of both updates are stated, so other paths contradict the source.
    expect(second.findings.filter(({ severity }) => severity !== 'observation').map(({ id }) => id)).toEqual([
      'status.undeclared:updateFilter:',
      'status.undeclared:updatePartnerEntry:',
    ]);
    expect(second.coverage.successTested).toBeGreaterThanOrEqual(55);
    expect(second.coverage.fields.seen).toBeGreaterThanOrEqual(100);
  });
});

describe('an empty list of directories', () => {
  it('makes the check ask for the id of a directory, but not for an id that was given', async () => {
    const sandbox = createSandbox({ apiKey: 'a-key-of-the-test' });
    vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-test');
    const { url } = await countingServer(async ({ url = '', headers: { authorization = '' } }, response) => {
      if (url.endsWith('/directories/'))
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      const reply = await sandbox.fetch(new Request(`http://127.0.0.1${url}`, { headers: { authorization } }));
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
    });
    const parameters = { entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };
    const only = ['getPartnerEntry'];
    const report = await check({ baseUrl: url, runs: 0, parameters, only });
    expect(report.operations.find(({ operationId }) => operationId === 'getPartnerEntry')?.success).toEqual({
      tested: false,
      reason: 'No value for directory_id was found; set one with --directory ID.',
    });
  });
});

describe('a guess about how a service differs from the contract', () => {
  it.each([
    [
      'of an envelope',
      { list: (data: readonly JsonObject[]) => ({ data }) },
      /Nothing was written: .* lists\.envelope/,
    ],
    [
      'of the form of the key',
      { word: 'Bearer', list: (items: readonly JsonObject[]) => items },
      /^--writes roundtrip was ignored/,
    ],
  ])('%s never allows a write', async (_, style, pattern) => {
    const server = await serve(style);
    const report = await checked(server, { writes: 'roundtrip', only: ['updateFilter'], settle: 0 });
    expect(server.writes).toEqual([]);
    const texts = [...report.notes, ...report.operations.map(({ success }) => (success.tested ? '' : success.reason))];
    expect(texts).toContainEqual(expect.stringMatching(pattern));
    expect(report.operations.find(({ operationId }) => operationId === 'updateFilter')).toMatchObject({
      success: { tested: false },
    });
  });

  it('is not made if it is not needed, and then does not prevent writes', async () => {
    const server = await serve({ list: (items) => items });
    await checked(server, { writes: 'roundtrip', only: ['updateFilter'], settle: 0 });
    expect(server.writes.length).toBeGreaterThan(3);
  });

  it('is not made about a key that the server rejects with 403', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-test');
    const keys: string[] = [];
    const { url } = await countingServer(({ headers }, response) => {
      keys.push(headers.authorization ?? '');
      response.writeHead(403).end();
    });
    const report = await check({ baseUrl: url, runs: 0 });
    expect(report).toMatchObject({ exitCode: 3, stopped: { code: 'key.refused' } });
    expect(new Set(keys)).toEqual(new Set(['a-key-of-the-test']));
  });

  it('about the form of the key that always fails ends the run with the challenge, and with advice', async () => {
    const server = await serve({ word: 'Unheard', challenge: 'Odd realm="x"', list: (items) => items });
    const report = await checked(server);
    expect(report).toMatchObject({ exitCode: 3, stopped: { code: 'key.refused' } });
    expect(report.why).toMatch(/WWW-Authenticate: Odd realm="x"\..*--auth.*auth\.scheme-prefix/);
    expect(report.why).toContain('Odd <key>');
  });
});
