import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sample } from '../../sample.js';
import { contractFile, operations } from './contract.js';
import { workshopFaults } from './faults.js';
import { createWorkshopServer } from './server.js';
import { failsOnce, rightVariants } from './variants.js';
import { type Walked, walk } from './walk.js';

const usual = walk([]);

/** Statuses that may come from any operation, listed or not, since the document lists few statuses. */
const unlisted = ['401', '404', '415'];

/** The departures of a walk, except for those statuses. */
const departuresOf = ({ departures }: Walked): string[] =>
  departures.filter((each) => !unlisted.some((status) => each.endsWith(`: status ${status}`)));

describe('the document', () => {
  it('is OpenAPI 3.1 without extensions', () => {
    const text = readFileSync(contractFile, 'utf8');
    expect(text).toMatch(/^openapi: 3\.1\.0\n/);
    expect(text).not.toMatch(/^\s*(- )?x-/m);
  });
});

it('the usual service keeps its contract in each operation, with each listed status', async () => {
  const walked = await usual;
  expect(departuresOf(walked)).toEqual([]);
  const { seen } = await walk(['ok-403-key']);
  const documented = operations.flatMap(({ id, responses }) =>
    [...responses.keys()].map((status) => `${id} ${status}`),
  );
  expect(documented.filter((each) => !walked.seen.has(each) && !seen.has(each))).toEqual([]);
});

it('each variant and fault has a unique name and a sentence', () => {
  const all = [...rightVariants, failsOnce, ...workshopFaults];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { about } of all) expect(about).toMatch(/^[A-Z"`].*\.$/);
  for (const { operationId } of workshopFaults) expect(operations.map(({ id }) => id)).toContain(operationId);
});

/** Variants that differ only in connections or in time. They have their own tests below. */
const byConnection = ['ok-closes-after-errors', 'ok-closes-always', 'ok-short-keep-alive', 'ok-slow-start'];

describe('a correct variant of the service', () => {
  it.each(sample(rightVariants, 4).map(({ name, about }) => ({ name, about })))(
    '$name: $about',
    { tags: 'slow' },
    async ({ name }) => {
      const walked = await walk([name]);
      expect(departuresOf(walked)).toEqual([]);
      if (!byConnection.includes(name)) expect(walked.lines).not.toEqual((await usual).lines);
    },
  );

  it.each([
    ['ok-closes-after-errors', '/nowhere', false],
    ['ok-closes-always', '/health', true],
    ['ok-short-keep-alive', '/health', false],
  ])('%s closes the connection, and says so: %s %s', async (name, path, saysSo) => {
    const [usually, now] = [await closing([], path), await closing([name], path)];
    expect(usually).toEqual({ isClosed: false, saysSo: false });
    expect(now).toEqual({ isClosed: true, saysSo });
  });

  it('ok-slow-start delays the first response, and no later one', async () => {
    const server = await createWorkshopServer(['ok-slow-start']);
    const ended: number[] = [];
    // The first is still delayed when the later ones have their responses.
    const request = (number: number) => fetch(`${server.url}/health`).then(() => ended.push(number));
    const first = request(0);
    await Promise.all([first, ...[1, 2, 3, 4, 5].map(request)]);
    await server.close();
    expect(ended.at(-1)).toBe(0);
  });
});

describe('a fault of the service', () => {
  it.each(workshopFaults.map(({ name, about }) => ({ name, about })))(
    '$name: $about',
    { tags: 'slow' },
    async ({ name }) => {
      expect((await walk([name])).lines).not.toEqual((await usual).lines);
    },
  );

  it('fails-once fails once, with a status that the document does not list', async () => {
    expect(departuresOf(await walk([failsOnce.name]))).toEqual(['settings-read: status 500']);
  });
});

/** Returns whether the server has closed a connection 250 ms after its response, and whether it announced that. */
async function closing(names: string[], path: string): Promise<{ isClosed: boolean; saysSo: boolean }> {
  const server = await createWorkshopServer(names);
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.on('end', () => {
    isClosed = true;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await expect
    .poll(() => isClosed, { timeout: 250, interval: 10 })
    .toBe(true)
    .catch(() => undefined);
  socket.destroy();
  await server.close();
  return { isClosed, saysSo: /^connection: close/im.test(text) };
}
