import { describe, expect, it, vi } from 'vitest';
import type { WriteRecord } from '../../../scripts/check/restore/records.js';
import type { Part } from '../shop.js';
import { eachHasOwnState, writeRecords } from './own-state.js';
import { checkShop, later, type ShopOptions, type ShopServer, says, serveShop } from './shop-server.js';

eachHasOwnState();

/** A shop that looks into the journal at each write to its thing. */
async function shopWithJournal(
  onWrite: NonNullable<ShopOptions['onWrite']>,
): Promise<{ server: ShopServer; records: WriteRecord[]; cases(): string[] }> {
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
  it('is none on this machine', async () => {
    const { server } = await shopWithJournal((perform) => perform());
    expect(await checkShop(server)).toMatchObject({ exitCode: 0 });
    const gaps = server.patches.slice(1).map(({ at }, index) => at - (server.patches[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeLessThan(100);
  });

  it('safety 10: is as long as --write-interval says, for writes that put back as well', async () => {
    const stop = new AbortController();
    const { server, records, cases } = await shopWithJournal((perform) => {
      if (server.patches.length === 5) stop.abort();
      return perform();
    });
    const report = await checkShop(server, { writeInterval: 0.2, signal: stop.signal });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, state: { differing: [] } });
    expect(server.isAsBefore()).toBe(true);
    expect(records.length).toBe(server.patches.length);
    expect(cases()).toContain('updateItem/undo');
    // By the clock of the check; clocks of two kinds may part by a millisecond or two.
    for (const [index, { at }] of records.entries())
      if (index > 0) expect(at - (records[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(198);
    expect((server.patches.at(-1)?.at ?? 0) - (server.patches[0]?.at ?? 0)).toBeGreaterThanOrEqual(
      (server.patches.length - 1) * 200 - 100,
    );
  });
});

describe('a write', () => {
  it.each<[string, NonNullable<ShopOptions['onWrite']>]>([
    ['503 with Retry-After', () => later(503)],
    ['500', () => says(500)],
    ['a reset connection', (_, reset) => void reset()],
    ['503 where it is done all the same', (perform) => ({ ...later(503), json: perform().json })],
  ])('safety retries, 2: is never sent again after %s', async (_, answer) => {
    const { server, records, cases } = await shopWithJournal(answer);
    const { state } = await checkShop(server);
    expect(state?.differing).toEqual([]);
    expect(server.isAsBefore()).toBe(true);
    expect(server.patches.length).toBeGreaterThan(2);
    expect(records.length).toBe(server.patches.length);
    const written = cases().filter((id) => id !== 'updateItem/undo');
    expect(written).toEqual([...new Set(written)]);
  });

  const refusedWith429 =
    'safety retries: that is refused with 429 is sent ' + 'three times at most, each of which stands in the journal';
  it(refusedWith429, async () => {
    const { server, cases } = await shopWithJournal(() => later(429));
    await checkShop(server, { writes: 'noop' });
    expect(cases().length).toBe(server.patches.length);
    expect(cases().length).toBe(new Set(cases()).size * 3);
  });
});

describe('a write whose outcome nobody knows', () => {
  it('safety 14, 2: is looked for until it can come no more, and taken back where it comes late', async () => {
    let late = 0;
    const server = await serveShop({
      onWrite(perform) {
        if (late > 0) return perform();
        late = 1;
        setTimeout(() => {
          perform();
          late = 2;
        }, 250);
        return says(500);
      },
    });
    const before: Part = { ...server.item() };
    const report = await checkShop(server, { settle: 0.4 });
    expect(late).toBe(2);
    expect(report.state).toMatchObject({ differing: [] });
    expect(server.isAsBefore()).toBe(true);
    const [first, second] = server.patches;
    // Nothing else was written meanwhile; the second takes the first back.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(240);
    const [name = ''] = Object.keys(first?.body ?? {});
    expect(second?.body).toEqual({ [name]: before[name] });
  });
});

describe('reads that lag behind writes', () => {
  it('safety 3: are waited for before a thing counts as it was', async () => {
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
        return { ...answer, json: states.filter(({ at }) => at < performance.now() - lag).at(-1)?.item ?? before };
      },
    });
    const before = server.item();
    const report = await checkShop(server, { settle: 0.3 });
    expect(server.item()).toEqual(before);
    expect(report).toMatchObject({ exitCode: 0, verdict: 'passed', state: { differing: [] } });
    expect(server.patches.length).toBeGreaterThan(10);
  });
});

describe('a server that asks to wait with each write', () => {
  it('safety 12: is waited for no longer than --max-wait says, in all', async () => {
    const { server, cases } = await shopWithJournal(() => later(429, '1'));
    const begin = performance.now();
    await checkShop(server, { writes: 'noop', maxWait: 1 });
    expect(performance.now() - begin).toBeGreaterThanOrEqual(990);
    // One write was waited for once.
    expect(cases().length).toBe(new Set(cases()).size + 1);
  });
});

describe('an answer that proves nothing', () => {
  it('safety 3: writes that are refused with 409, and applied all the same a little later, are undone', async () => {
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

  it('safety 12: a clock that is set back by an hour makes nothing wait for an hour', async () => {
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
      const begin = performance.now();
      expect((await checkShop(server, { settle: 0.2, only: ['updateItem'] })).state).toMatchObject({ differing: [] });
      expect(performance.now() - begin).toBeLessThan(20_000);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('a 429 to an undo says that nothing was done, and does not count as a try', async () => {
    let refused = 0;
    const server = await serveShop({
      onWrite(perform, _, { body }) {
        const isUndo = server.item()['note'] !== 'as it was' && body.includes('as it was');
        if (!isUndo || refused === 4) return perform();
        refused += 1;
        return later(429);
      },
    });
    const report = await checkShop(server, { settle: 0.05 });
    expect(refused).toBe(4);
    expect(report.state).toMatchObject({ differing: [] });
    expect(server.item()['note']).toBe('as it was');
  });

  it('a stamp that is there only since a write is a stamp, too', async () => {
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

describe('safety 13: a server that is too busy for everything in the middle of writes', () => {
  it('ends the run in order: what was written is put back', async () => {
    let busy = 0;
    const server = await serveShop({
      answer(call, perform) {
        if (server.patches.length <= 4 || busy === 12 || call.headers.authorization === undefined) return perform();
        busy += 1;
        return later(429);
      },
    });
    const report = await checkShop(server);
    expect(busy).toBe(12);
    expect(report).toMatchObject({
      verdict: 'no-verdict',
      exitCode: 3,
      stopped: { code: 'target.busy' },
      state: { differing: [] },
    });
    expect(report.why).toMatch(/^The server has been too busy since request \d+ \(updateItem, /);
    expect(server.isAsBefore()).toBe(true);
  });
});
