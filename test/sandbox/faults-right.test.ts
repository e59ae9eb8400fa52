import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../generated/contract.js';
import { faults } from '../../scripts/sandbox/faults/index.js';
import { createSandbox, ownContract } from '../../scripts/sandbox/sandbox.js';
import { bodiesByAjv } from '../bodies-by-ajv.js';
import { type Ask, ask, type Got, json, responsesOf } from './faults/ask.js';
import { allScenes, asksOf, plain, rich, state } from './faults/tables.js';

afterEach(() => {
  vi.useRealTimers();
});

const { route } = ownContract;
const { answers: validators } = bodiesByAjv(contract);

/** Returns the ways in which a success response violates the contract. */
function misfits({ method = 'GET', path }: Ask, got: Got): unknown {
  const { pathname } = new URL(path, 'http://sandbox.example');
  const operation = route(pathname).operations.find((it) => it.method === method.toLowerCase());
  const validate = operation && validators[operation.id];
  if (got.status >= 300) return undefined;
  if (!validate || got.status !== operation.successStatus) return got.status;
  const text = got.headers['content-encoding'] === 'gzip' ? gunzipSync(got.bytes).toString() : got.text;
  return validate(JSON.parse(text)) ? undefined : validate.errors;
}

// Its empty URL breaks a format, which is only an observation.
const emptyUrl = 'ok-empty-url';
const rightServers = [...faults.values()].filter(({ name, keepsContract }) => keepsContract && name !== emptyUrl);

describe('a correct server', () => {
  it.each(rightServers)('$name keeps the contract', { tags: 'slow' }, async ({ name }) => {
    let count = 0;
    for (const scene of allScenes) {
      const asks = asksOf(scene);
      for (const [index, got] of (await responsesOf([name], asks)).entries()) {
        const what = asks[index] as Ask;
        expect(got.status, scene).toBeLessThan(500);
        if (what.method === 'HEAD' || got.status === 204) continue;
        expect(misfits(what, got), scene).toBeUndefined();
        if (got.status < 300) count += 1;
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  it('ok-empty-url breaks only the format of a URL', async () => {
    const [got] = await responsesOf([emptyUrl], asksOf('reads an entry'));
    expect(misfits({ path: rich }, got as Got)).toMatchObject([{ instancePath: '/award', keyword: 'format' }]);
  });
});

describe('ok-cached-reads', () => {
  it('shows a change after one second, and not before', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    const sandbox = createSandbox({ data: state, faults: ['ok-cached-reads'] });
    const title = async (): Promise<unknown> => json(await ask(sandbox, { path: rich }))['title'];
    await ask(sandbox, { method: 'PATCH', path: rich, body: { title: 'New' } });
    vi.advanceTimersByTime(500);
    // Setting the clock back does not delay when the change appears.
    vi.setSystemTime(0);
    await ask(sandbox, { method: 'PATCH', path: rich, body: { title: 'Newer' } });
    vi.advanceTimersByTime(499);
    expect(await title()).toBe('Fjordline Data');
    vi.advanceTimersByTime(1);
    expect(await title()).toBe('New');
    vi.advanceTimersByTime(500);
    expect(await title()).toBe('Newer');
  });

  it('shows a reset and a new state at once', async () => {
    const sandbox = createSandbox({ data: state, faults: ['ok-cached-reads'] });
    await ask(sandbox, { path: rich });
    await ask(sandbox, { method: 'DELETE', path: plain });
    sandbox.reset();
    expect((await ask(sandbox, { path: plain })).status).toBe(200);
    sandbox.load({ ...state, serial: 7, collections: { Directory: state.collections['Directory'] ?? [] } });
    expect((await ask(sandbox, { path: plain })).status).toBe(404);
  });
});
