import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { ask, type Got, json, responsesOf } from './faults/ask.js';
import { asksOf, ids, partners, plain, rich, state } from './faults/tables.js';

const list = `${partners}/`;

afterEach(() => {
  vi.useRealTimers();
});

it('the fault slow takes three seconds for the correct response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let isThere = false;
  const coming = responsesOf(['slow'], asksOf('reads an entry')).finally(() => {
    isThere = true;
  });
  for (let turn = 0; turn < 1000 && vi.getTimerCount() === 0; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(2999);
  expect(isThere).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await coming).toEqual(await responsesOf([], asksOf('reads an entry')));
});

/** Returns the list of many entries from a server with a fault. */
function listPage(name: string, count: number, headers = {}): Promise<Got> {
  const [record] = state.collections['PartnerEntry'] ?? [];
  const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const PartnerEntry = Array.from({ length: count }, (_, index) => ({ ...record, id: idOf(index) }));
  const data = { ...state, collections: { ...state.collections, PartnerEntry } } as SandboxState;
  return ask(createSandbox({ data, faults: [name] }), { path: list, headers });
}

describe('a long list', () => {
  const valuesOf = async (name: string, field: string) =>
    json<Record<string, unknown>[]>(await listPage(name, 1200)).map((entry) => entry[field]);

  it('is edited item by item', async () => {
    expect(await valuesOf('wrong-type', 'featured')).toEqual(Array(1200).fill('true'));
    expect(await valuesOf('get-differs-from-list', 'featured')).toEqual(Array(1200).fill(false));
    expect(await valuesOf('list-misses-item', 'id')).toHaveLength(1199);
    const twice = await valuesOf('duplicate-in-list', 'id');
    expect([twice.length, twice.at(-1)]).toEqual([1201, twice[0]]);
  });

  it('is compressed and sent as a whole', async () => {
    const packedResponse = await listPage('ok-gzip', 1200, { 'accept-encoding': 'gzip' });
    expect(packedResponse.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(JSON.parse(gunzipSync(packedResponse.bytes).toString())).toHaveLength(1200);
    const numbers = await listPage('ok-number-1.0', 1200);
    expect(numbers.headers['content-type']).toBe('application/json');
    expect(numbers.text).toContain('"entriesCount":1200.0');
    expect(json(numbers)).toHaveLength(1200);
  });
});

it('field-absent-sometimes leaves a field out of some entries, about a tenth of them', async () => {
  const shareOf = async (got: Promise<Got>): Promise<number> => {
    const entries = json<object[]>(await got);
    return entries.filter((entry) => !('tracking' in entry)).length / entries.length;
  };
  const usualSandbox = createSandbox({ data: initialState, faults: ['field-absent-sometimes'] });
  for (const [share, maximum] of [
    [await shareOf(ask(usualSandbox, { path: list })), 0.25],
    [await shareOf(listPage('field-absent-sometimes', 400)), 0.16],
  ] as const) {
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(maximum);
  }
});

it('dead-href makes a link lead nowhere, and bad-utf8 sends invalid UTF-8', async () => {
  const sandbox = createSandbox({ data: state, faults: ['dead-href'] });
  expect(await ask(sandbox, { path: String(json(await ask(sandbox, { path: rich }))['href']) })).toMatchObject({
    status: 404,
  });
  const { bytes } = await ask(createSandbox({ data: state, faults: ['bad-utf8'] }), { path: rich });
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
});

it('an entry that a faulty server has created can be deleted like any other entry', async () => {
  const sandbox = createSandbox({ data: state, faults: ['unknown-id-created'] });
  const path = `${list}${ids.nobody}/`;
  expect((await ask(sandbox, { method: 'PATCH', path, body: {} })).status).toBe(200);
  expect((await ask(sandbox, { method: 'DELETE', path })).status).toBe(204);
  expect((await ask(sandbox, { path })).status).toBe(404);
});

describe('ok-cached-reads', () => {
  it('shows a change only after one second', async () => {
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
