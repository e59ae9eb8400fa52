import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { ask, type Got, responsesOf } from './faults/ask.js';
import { list } from './faults/row.js';
import { partners, scenes } from './faults/scenes.js';
import { ids, state } from './faults/state.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('slow', () => {
  it('takes three seconds for the right response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let isThere = false;
    const coming = responsesOf(['slow'], scenes['reads an entry']).finally(() => {
      isThere = true;
    });
    for (let turn = 0; turn < 1000 && vi.getTimerCount() === 0; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(2999);
    expect(isThere).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const [got] = await coming;
    expect(got).toEqual((await responsesOf([], scenes['reads an entry']))[0]);
  });
});

describe('a long list', () => {
  const some = state.collections['PartnerEntry']?.[0];
  const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const PartnerEntry = Array.from({ length: 1200 }, (_, index) => ({ ...some, id: idOf(index) }));
  const data = { ...state, collections: { ...state.collections, PartnerEntry } } as SandboxState;
  const listed = (name: string, headers = {}): Promise<Got> =>
    ask(createSandbox({ data, faults: [name] }), { path: partners, headers });

  it('is edited item by item', async () => {
    const entries = list(await listed('wrong-type'));
    expect(entries).toHaveLength(1200);
    expect(new Set(entries.map(({ featured }) => featured))).toEqual(new Set(['true']));
    expect(list(await listed('list-misses-item'))).toHaveLength(1199);
    expect(
      list(await listed('duplicate-in-list'))
        .map(({ id }) => id)
        .at(-1),
    ).toBe(PartnerEntry[0]?.id);
    expect(new Set(list(await listed('get-differs-from-list')).map(({ featured }) => featured))).toEqual(
      new Set([false]),
    );
  });

  it('is compressed and written as a whole', async () => {
    const packed = await listed('ok-gzip', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(JSON.parse(gunzipSync(packed.bytes).toString())).toHaveLength(1200);
    const numbers = await listed('ok-number-1.0');
    expect(numbers.headers['content-type']).toBe('application/json');
    expect(numbers.text).toContain(`"entriesCount":${PartnerEntry.length}.0`);
    expect(list(numbers)).toHaveLength(1200);
  });
});

describe('an entry that a faulty server created', () => {
  it('can be deleted like any other', async () => {
    const sandbox = createSandbox({ data: state, faults: ['unknown-id-created'] });
    const path = `${partners}${ids.nobody}/`;
    expect((await ask(sandbox, { method: 'PATCH', path, body: {} })).status).toBe(200);
    expect((await ask(sandbox, { method: 'DELETE', path })).status).toBe(204);
    expect((await ask(sandbox, { path })).status).toBe(404);
  });
});
