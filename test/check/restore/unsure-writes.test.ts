import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WriteRecord } from '../../../scripts/check/restore/journal.js';
import { writeIntervalOf } from '../../../scripts/check/transport/target.js';
import type { Part } from '../shop.js';
import { eachHasOwnState, writeRecords } from './own-state.js';
import { checkShop, later, type ShopOptions, says, serveShop } from './shop-server.js';

eachHasOwnState();

type OnWrite = NonNullable<ShopOptions['onWrite']>;

/** Serves a shop, and reads the journal whenever a write arrives. */
async function shopWithJournal(onWrite: OnWrite) {
  const records: WriteRecord[] = [];
  const server = await serveShop({
    onWrite(...args) {
      records.splice(0, Infinity, ...writeRecords(server));
      return onWrite(...args);
    },
  });
  return { server, records, cases: () => records.map((record) => record.case) };
}

describe('the time between two writes', () => {
  it('safety 10: is 0 on this machine and a second elsewhere, in milliseconds', () => {
    expect(writeIntervalOf({ baseUrl: 'http://127.0.0.1:1' })).toBe(0);
    expect(writeIntervalOf({ baseUrl: 'https://api.example.com' })).toBe(1000);
    expect(writeIntervalOf({ baseUrl: 'https://api.example.com', writeInterval: 0.2 })).toBe(200);
  });

  it('safety 10: is at least --write-interval, also before an undo', { tags: 'slow' }, async () => {
    const stop = new AbortController();
    // While this clock stands still, each wait between two writes is the whole interval.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const waitsBefore: number[] = [];
    const { server, records, cases } = await shopWithJournal((perform) => {
      waitsBefore.push(timers.mock.calls.filter(([, milliseconds]) => milliseconds === 200).length);
      if (server.patches.length === 5) stop.abort();
      return perform();
    });
    const report = await checkShop(server, { writeInterval: 0.2, signal: stop.signal });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, state: { differing: [] } });
    expect(server.isAsBefore()).toBe(true);
    expect(records.length).toBe(server.patches.length);
    expect(cases()).toContain('updateItem/undo');
    expect(waitsBefore[0]).toBe(0);
    for (const [index, waits] of waitsBefore.slice(1).entries()) expect(waits).toBeGreaterThan(waitsBefore[index] ?? 0);
  });
});

describe('a write', () => {
  it.each<[string, OnWrite]>([
    ['503 with Retry-After', () => later(503)],
    ['500', () => says(500)],
    ['a reset connection', (_, reset) => void reset()],
    ['503 although it was applied', (perform) => ({ ...later(503), json: perform().json })],
  ])('safety retries, 2: is never sent again after %s', { tags: 'slow' }, async (_, answer) => {
    const { server, records, cases } = await shopWithJournal(answer);
    expect((await checkShop(server)).state?.differing).toEqual([]);
    expect(server.isAsBefore()).toBe(true);
    expect(server.patches.length).toBeGreaterThan(2);
    expect(records.length).toBe(server.patches.length);
    const writtenValues = cases().filter((id) => id !== 'updateItem/undo');
    expect(writtenValues).toEqual([...new Set(writtenValues)]);
  });

  it('safety retries: is sent at most three times after 429, each time with a record in the journal', async () => {
    const { server, cases } = await shopWithJournal(() => later(429));
    await checkShop(server, { writes: 'noop' });
    expect(cases().length).toBe(server.patches.length);
    expect(cases().length).toBe(new Set(cases()).size * 3);
  });
});

describe('a write with an unknown outcome', () => {
  it('safety 14, 2: is awaited for the settle time, and undone if it is applied late', { tags: 'slow' }, async () => {
    let late = 0;
    const lateAtWrites: number[] = [];
    const server = await serveShop({
      onWrite(perform) {
        lateAtWrites.push(late);
        if (late > 0) return perform();
        late = 1;
        setTimeout(() => {
          perform();
          late = 2;
        }, 250);
        return says(500);
      },
    });
    const partBefore: Part = { ...server.item() };
    const report = await checkShop(server, { settle: 0.4 });
    expect(late).toBe(2);
    expect(report.state).toMatchObject({ differing: [] });
    expect(server.isAsBefore()).toBe(true);
    const [first, second] = server.patches;
    // No other write came in between; the second write undoes the first.
    expect(lateAtWrites.slice(0, 2)).toEqual([0, 2]);
    const [name = ''] = Object.keys(first?.body ?? {});
    expect(second?.body).toEqual({ [name]: partBefore[name] });
  });
});

describe('reads that lag behind writes', () => {
  it('safety 3: are awaited before a resource counts as restored', { tags: 'slow' }, async () => {
    const lag = 150;
    const states: { at: number; item: unknown }[] = [];
    const server = await serveShop({
      onWrite(perform) {
        const answer = perform();
        states.push({ at: performance.now(), item: server.item() });
        return answer;
      },
      answer(call, perform) {
        const answer = perform();
        if (call.method !== 'GET' || answer.status !== 200 || !call.url.pathname.endsWith(server.item().id))
          return answer;
        return { ...answer, json: states.filter(({ at }) => at < performance.now() - lag).at(-1)?.item ?? itemBefore };
      },
    });
    const itemBefore = server.item();
    const report = await checkShop(server, { settle: 0.3 });
    expect(server.item()).toEqual(itemBefore);
    expect(report).toMatchObject({ exitCode: 0, verdict: 'passed', state: { differing: [] } });
    expect(server.patches.length).toBeGreaterThan(10);
  });
});

describe('a server that asks to wait with each write', () => {
  it('safety 12: is waited for no longer than --max-wait in total', { tags: 'slow' }, async () => {
    const { server, cases } = await shopWithJournal(() => later(429, '1'));
    const earlier = vi.fn();
    setTimeout(earlier, 950);
    await checkShop(server, { writes: 'noop', maxWait: 1 });
    // A timer that is due before the end of the wait fires first.
    expect(earlier).toHaveBeenCalled();
    // Only one write was repeated.
    expect(cases().length).toBe(new Set(cases()).size + 1);
  });
});

describe('a response that proves nothing', () => {
  it('safety 3: writes that are refused with 409 but applied a little later are undone', async () => {
    let late = 0;
    const server = await serveShop({
      onWrite(perform, _, { body }) {
        if (body.includes('as it was') || late === 6) return perform();
        late += 1;
        setTimeout(perform, 120);
        return says(409);
      },
    });
    const report = await checkShop(server, { settle: 0.3 });
    expect(late).toBe(6);
    expect(report.state).toMatchObject({ differing: [] });
    expect(server.isAsBefore()).toBe(true);
  });

  it('safety 12: a clock that is set back by an hour causes no long wait', async () => {
    const hour = 3_600_000;
    let isFirst = true;
    const server = await serveShop({
      onWrite(perform) {
        const answer = perform();
        if (!isFirst) return answer;
        isFirst = false;
        const now = Date.now;
        setTimeout(() => vi.spyOn(Date, 'now').mockImplementation(() => now() - hour), 30);
        return says(500);
      },
    });
    try {
      expect((await checkShop(server, { settle: 0.2, only: ['updateItem'] })).state).toMatchObject({ differing: [] });
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('a 429 to an undo means that nothing was done, and does not count as an attempt', async () => {
    let refusalCount = 0;
    const server = await serveShop({
      onWrite(perform, _, { body }) {
        const isUndo = server.item()['note'] !== 'as it was' && body.includes('as it was');
        if (!isUndo || refusalCount === 4) return perform();
        refusalCount += 1;
        return later(429);
      },
    });
    const report = await checkShop(server, { settle: 0.05 });
    expect(refusalCount).toBe(4);
    expect(report.state).toMatchObject({ differing: [] });
    expect(server.item()['note']).toBe('as it was');
  });

  it('a field that the server sets at the first write is ignored, too', async () => {
    const server = await serveShop({
      onWrite(perform) {
        const answer = perform();
        if (answer.status === 200)
          server.items.set(server.item().id, { ...server.item(), updated_at: new Date().toISOString() });
        return answer;
      },
    });
    expect((await checkShop(server)).state).toMatchObject({ differing: [] });
    expect(server.item()).toHaveProperty('updated_at');
  });
});

describe('safety 13: a server that becomes too busy during writes', () => {
  it('ends the run, and the writes are undone', async () => {
    let busy = 0;
    const server = await serveShop({
      answer(call, perform) {
        if (server.patches.length <= 4 || busy === 12 || call.headers.authorization === undefined) return perform();
        busy += 1;
        return later(429);
      },
    });
    const reason = expect.stringMatching(/^The server has been too busy since request \d+ \(updateItem, /) as string;
    const report = {
      why: reason,
      verdict: 'no-verdict',
      exitCode: 3,
      stopped: { code: 'target.busy' },
      state: { differing: [] },
    };
    expect(await checkShop(server)).toMatchObject(report);
    expect(busy).toBe(12);
    expect(server.isAsBefore()).toBe(true);
  });
});
