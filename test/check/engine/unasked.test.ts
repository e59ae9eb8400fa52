import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { sample } from '../../sample.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { words } from '../../words.js';
import { type Poison, type Poisoned, poisonedSandbox } from '../poisoning-proxy.js';
import { accusations, everything } from '../run.js';
import { get, inHeader, listen, ok, open } from '../transport/transport-server.js';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const wholeText = `${head}content-length: 15\r\n\r\n{"stolen":true}`;
const similarText = `${head}content-length: 2\r\n\r\n[]`;
const refusal = 'HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
const half = `${head}content-length: 100\r\n\r\n{"sto`;
const halfHead = 'HTTP/1.1 200 OK\r\ncontent-ty';
const timedOut = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
const last = `${head}connection: close\r\ncontent-length: 15\r\n\r\n{"stolen":true}`;

/** Whether a request, with the key, is for the list of directories. */
const isList = (request: string): boolean =>
  /^GET \/api\/directory\/private\/v1alpha\/directories\/ .*sandbox-key/s.test(request);
const reads = words`
  listDirectories getDirectory getDirectorySettings listTiers getTier listFilters getFilter listBadges listCallouts
`;

async function checkPoisoned(
  poison: Partial<Poison>,
  options: Partial<CheckOptions> = {},
): Promise<{ report: CheckReport; server: Poisoned }> {
  const server = await poisonedSandbox({ isPoisoned: isList, milliseconds: 5, bytes: wholeText, ...poison });
  onTestFinished(() => server.close());
  return {
    report: await check({ ...everything, baseUrl: server.url, only: reads, runs: 0, timeout: 3, ...options }),
    server,
  };
}

describe('safety unasked-answer: a response that no request asked for', () => {
  const unasked = [
    ['whole', wholeText, 0, 4],
    ['whole', wholeText, 1, 4],
    ['whole', wholeText, 5, 1],
    ['whole', wholeText, 20, 1],
    ['whole', wholeText, 20, 4],
    ['like those of others', similarText, 5, 1],
    ['a refusal', refusal, 5, 4],
    ['cut off in its body', half, 5, 1],
    ['cut off in its head', halfHead, 5, 4],
  ] as const;
  it.each(sample(unasked, 4))(
    '%s (%j) %d ms after another, %d at a time, is reported only there',
    { tags: 'slow' },
    async (_, bytes, milliseconds, concurrency) => {
      const { report } = await checkPoisoned({ bytes, milliseconds }, { concurrency });
      expect(accusations(report)).toEqual(['transport.framing listDirectories ']);
      expect(report.exitCode).toBe(1);
      // Data that follows a response at once certainly belongs to that response, so no note says otherwise.
      if (milliseconds > 0)
        expect(report.notes).toContainEqual(
          expect.stringMatching(/no request had asked for.* over a connection of its own/),
        );
    },
  );

  it('that ends its connection is reported only if it happens again', {
    tags: 'slow',
  }, async () => {
    const { report } = await checkPoisoned({ bytes: last });
    expect(accusations(report).filter((text) => text !== 'transport.framing listDirectories ')).toEqual([]);
  });

  it('after a write to a missing resource is reported at that write', { tags: 'slow' }, async () => {
    const { report } = await checkPoisoned(
      { isPoisoned: (request) => request.startsWith('PATCH ') },
      { only: [...reads, 'updateTier', 'updateFilter'], concurrency: 1 },
    );
    expect(accusations(report).join('\n')).toMatch(/^(transport\.framing (updateTier|updateFilter) \n?)+$/);
    expect(report.exitCode).toBe(1);
  });

  it('with 408 that ends the connection is a server closing an idle connection, and not a fault', async () => {
    const { report } = await checkPoisoned({ bytes: timedOut });
    expect(accusations(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', exitCode: 0 });
  });

  it('does not come from a correct server: its connections are reused', async () => {
    const { report, server } = await checkPoisoned({ isPoisoned: () => false });
    expect(report).toMatchObject({ verdict: 'passed', notes: [] });
    const plainRequests = server.requests.filter(({ head: request }) => !request.startsWith('HEAD '));
    expect(plainRequests.filter(({ before }) => before === 0).length).toBeLessThan(plainRequests.length / 5);
  });
});

it('resources to restore are written and read over separate connections', { tags: 'slow' }, async () => {
  const options = { writes: 'roundtrip', only: ['updateTier'], settle: 0, stateHome: temporaryFolder() } as const;
  const { report, server } = await checkPoisoned({ isPoisoned: () => false }, options);
  expect(report.exitCode).toBe(0);
  const lineOf = (request: string): string => request.split('\r\n', 1)[0] ?? '';
  const patches = server.requests.map(({ head: asked }) => lineOf(asked)).filter((line) => line.startsWith('PATCH '));
  // All writes before the last PATCH go to ids that do not exist.
  const isReal = (line: string): boolean => line === patches.at(-1);
  const realRequests = server.requests.slice(server.requests.findIndex(({ head: request }) => isReal(lineOf(request))));
  expect(report.state?.writes).toBeGreaterThan(3);
  expect(patches.filter(isReal).length).toBeGreaterThan(3);
  expect(realRequests.filter(({ before }) => before > 0).map(({ head: request }) => lineOf(request))).toEqual([]);
});

describe('a connection', () => {
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  it('that gets unrequested data is closed, and the preceding request is known', { tags: 'slow' }, async () => {
    const sockets: Socket[] = [];
    const server = await listen((socket) => {
      sockets.push(socket);
      socket.write(ok());
    });
    const transport = open(server.url, { connections: 1 });
    const first = { ...get };
    await transport.send(first, inHeader);
    sockets[0]?.write(wholeText);
    await expect.poll(() => transport.leftovers).toEqual([{ earlierRequests: [first], isCertain: true }]);
    expect((await transport.send(get, inHeader)).response?.status).toBe(200);
    expect(server.connections).toBe(2);
  });

  const harmlessValues = ['\r\n', '\n\n', 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'];
  const said = harmlessValues.flatMap((bytes) => [[bytes, 0] as const, [bytes, 5] as const]);
  it.each(said)('on which %j arrives by itself, %d ms after a response, has no fault', async (bytes, milliseconds) => {
    const { url } = await listen((socket, before) => {
      if (before > 0) socket.write(ok());
      else if (milliseconds === 0) socket.write(ok() + bytes);
      else socket.write(ok()) && setTimeout(() => socket.write(bytes), milliseconds);
    });
    const transport = open(url, { connections: 1 });
    expect((await transport.send(get, inHeader)).response?.status).toBe(200);
    await wait(30);
    expect((await transport.send(get, inHeader)).response?.status).toBe(200);
    expect(transport.leftovers).toEqual([]);
  });

  it('on which a 408 arrives together with a response in chunks has no fault', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nfine\r\n0\r\n\r\n';
    const { url } = await listen((socket) => socket.write(`${chunked}${harmlessValues[2]}`));
    expect((await open(url, { connections: 1 }).send(get, inHeader)).response?.status).toBe(200);
  });

  it.each([
    ['another response', wholeText],
    ['bytes that are none', 'left'],
  ])('with %s between a response and a 408 is reported', async (_, bytes) => {
    const { url } = await listen((socket) => socket.write(`${ok()}${bytes}${harmlessValues[2]}`));
    expect((await open(url, { connections: 1 }).send(get, inHeader)).failure?.code).toBe('transport.framing');
  });

  it.each(['once', 'alone'])('is not shared if a request goes %s', async (how) => {
    const server = await listen((socket, before) => socket.write(ok(String(before))));
    const transport = open(server.url, { connections: 1 });
    const seenValues: string[] = [];
    for (const isAlone of [false, false, true, true, false, true]) {
      const exchange = await transport.send({ ...get, ...(isAlone && how === 'once' && { once: true }) }, inHeader, {
        wantsOwnConnection: isAlone && how === 'alone',
      });
      seenValues.push(Buffer.from(exchange.response?.bytes ?? []).toString());
    }
    expect(seenValues).toEqual(['0', '1', '0', '0', '1', '0']);
  });

  it('that served several requests is watched for late data', async () => {
    const server = await listen((socket, before) => {
      socket.write(ok());
      if (before === 1) setTimeout(() => socket.write(ok('stolen')), 10);
    });
    const transport = open(server.url, { connections: 1 });
    for (const alone of [false, false, true]) await transport.send({ ...get }, inHeader, { wantsOwnConnection: alone });
    await expect.poll(() => transport.leftovers.length).toBe(1);
    expect(transport.leftovers[0]).toMatchObject({ earlierRequests: [get, get], isCertain: false });
  });

  it('with a 408 instead of a response is closed, and the request is sent again', async () => {
    const server = await listen((socket, before) => socket.write(before === 0 ? ok() : timedOut));
    const transport = open(server.url, { connections: 1 });
    await transport.send(get, inHeader);
    const exchange = await transport.send({ ...get, method: 'PATCH' }, inHeader);
    expect(exchange).toMatchObject({ response: { status: 200 }, attempts: 2 });
  });
});

describe('a failure that closes the connection', () => {
  it('counts as repeated if it happens again over another connection', {
    tags: 'slow',
  }, async () => {
    const fails = 'HTTP/1.1 500 Internal Server Error\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
    const server = await listen((socket, _, request) =>
      /^GET \/pens\?limit=(?!\d)/.test(request) ? void socket.end(fails) : void socket.write(ok('[]')),
    );
    const contract = temporaryFile(
      'pens.yaml',
      `openapi: 3.1.0
info: { title: Pens, version: "1" }
paths:
  /pens:
    get:
      operationId: listPens
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses:
        200: { description: Done., content: { application/json: { schema: { type: array, items: { type: object } } } } }
`,
    );
    const { findings } = await check({ baseUrl: server.url, contract, runs: 0, timeout: 3 });
    const foundFindings = findings.filter(({ rule }) => rule === 'status.server-error');
    expect(foundFindings.map(({ actual }) => actual)).toEqual(['status 500']);
  });
});
