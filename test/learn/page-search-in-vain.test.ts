// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { NoVerdict } from '../../scripts/check/model/no-verdict.js';
import type { RecordedTraffic } from '../../scripts/check/model/report/recorded-traffic.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import type { LearnOptions } from '../../scripts/learn/learnt.js';
import { learn } from '../../scripts/learn/rounds.js';
import {
  byTotal,
  cursor,
  type Lists,
  learntFrom,
  number,
  unheardOf as odd,
  pagedServer,
  type Start,
  searchedAt,
  size,
} from './paged-server.js';

describe('the parameter of the next page is not found', () => {
  const ignoring: Lists = (_, all) => ({ items: all.slice(0, size), next_cursor: 'b-1' });
  let calls = 0;

  it.each<[string, Lists, number]>([
    ['ignores all parameters', ignoring, 12],
    [
      'ignores all parameters, whatever it says',
      (_, all) => ({ ...page(all, 0), has_more: true, total: all.length }),
      12,
    ],
    ['gives the first page again under another cursor', turning((turn) => [0, `b-${turn}`]), 12],
    ['turns to another page with each request', turning((turn) => [(turn % 2) * size, 'b-1']), 2],
    ['shuffles its items', turning((turn) => [turn % 7, 'b-1']), 2],
    ['returns nothing for a parameter', (query, all) => (query.has('cursor') ? page(all, 99) : page(all, 0)), 12],
    ['returns some of the items again', (query, all) => (query.has('cursor') ? page(all, 4) : page(all, 0)), 12],
    ['leads on to the same page', (query, all) => (query.has('cursor') ? page(all, 5) : page(all, 0)), 12],
    ['is busy', (query, all) => (query.has('next_cursor') ? 429 : page(all, 0)), 4],
    ['fails', (query, all) => (query.has('cursor') ? 500 : page(all, 0)), 3],
    ['takes the key back', (query, all) => (query.has(odd) ? 401 : page(all, 0)), 2],
    ['returns nothing any more', (query, all) => (query.has('cursor') ? undefined : page(all, 0)), 3],
    ['leads elsewhere', (query, all) => (query.has(odd) ? page(all, 0) : query.size > 0 ? 302 : page(all, 0)), 12],
  ])('at a server that %s', async (_, lists, most) => {
    calls = 0;
    const { answer, searched } = await searchedAt(await pagedServer(lists));
    expect(answer).toBeUndefined();
    expect(searched.length).toBeLessThanOrEqual(most);
    expect(searched.filter((each) => !each.startsWith('GET directories?'))).toEqual([]);
    if (most < 12) expect(searched).toHaveLength(most);
    else expect(searched.length).toBeGreaterThan(10);
  });

  function page(all: readonly object[], from: number): object {
    return { items: all.slice(from, from + size), next_cursor: 'b-1' };
  }

  /** Only from the first request of a search on: before, each read gives the first page. */
  function turning(of: (turn: number) => [from: number, cursor: string]): Lists {
    return (query, all) => {
      if (query.has(odd)) calls = 1;
      else if (calls > 0) calls += 1;
      const [from, next_cursor] = of(calls);
      return { items: all.slice(from, from + size), next_cursor };
    };
  }

  it.each<[string, Start]>([
    ['counts pages as an offset', (query) => number(query, 'offset', 0) * size],
    ['counts items from 1', (query) => number(query, 'start', 1) - 1],
    ['begins each page with the items from two before', (query) => number(query, 'page', 1) * 3 - 3],
  ])('at a server that %s', async (_, start) => {
    const { answer, searched } = await searchedAt(await pagedServer(byTotal(start), 60));
    expect(answer).toBeUndefined();
    expect(searched.length).toBeGreaterThan(5);
  });
});

describe('learning', () => {
  it('reads all pages in the round after the search', async () => {
    const server = await pagedServer(cursor);
    const { answer, searched, learnt } = await learntFrom(server);
    expect(answer).toMatchObject({ value: { page: { query: 'cursor', by: 'cursor' } } });
    expect(searched.filter((query) => /\?$|=after-/.test(query))).toHaveLength(5 + 1);
    expect(server.asked).toContain('GET directories?cursor=after-10');
    const drifts = learnt.report.findings.filter(({ severity }) => severity === 'drift').map(({ id }) => id);
    expect(drifts.filter((id) => /next_cursor|^list/.test(id))).toEqual([]);
    expect(learnt.requests).toBe(server.asked.length);
  });
});

describe('the next page is not searched', () => {
  it('where the first page has all items', async () => {
    const { searched, answer } = await learntFrom(await pagedServer(cursor, 4));
    expect(searched).toEqual([]);
    expect(answer).toEqual({ value: { items: '/items' } });
    const whole = await pagedServer((_, data) => ({ data, total: data.length }), 4);
    expect((await searchedAt(whole)).page).toBeUndefined();
  });

  it('where an address leads to it', async () => {
    const lists: Lists = (query, all, path) => {
      const from = number(query, 'at', 0);
      const next = from === 0 && all.length > size ? `${path}?at=5` : null;
      return { items: all.slice(from, from + size), next, total: all.length };
    };
    const { page } = await searchedAt(await pagedServer(lists));
    expect(page?.signs).toEqual([]);
  });

  it.each<[string, number, Partial<LearnOptions>, Partial<CheckReport>]>([
    ['but for that', 5, {}, {}],
    ['in a recording', 0, { traffic: { name: 'a.har' } as RecordedTraffic }, {}],
    ['after a run that was cut off', 0, {}, { stopped: { code: 'target.busy', message: '' } as NoVerdict }],
  ])('%s', async (_, requests, options, parts) => {
    const server = await pagedServer(cursor);
    const { gathered } = await searchedAt(server);
    const before = server.asked.length;
    const look = async () => ({ ...gathered, report: { ...gathered.report, ...parts } });
    await learn({ file: 'a.yaml', text: '', today: '2026-11-23', baseUrl: server.url, ...options, look });
    expect(server.asked.length - before).toBe(requests);
  });

  it('where a person has answered, or the run was broken off', async () => {
    const text = 'answers:\n  lists.envelope: { value: { items: /items }, from: { by: web team } }\n';
    const person = await learntFrom(await pagedServer(cursor), { text });
    expect(person.searched).toEqual([]);
    expect(person.learnt.draft.text).toContain(text);
    const broken = new AbortController();
    const lists: Lists = (query, all, path) => {
      if (query.has(odd)) broken.abort();
      return cursor(query, all, path);
    };
    const { searched } = await searchedAt(await pagedServer(lists), { signal: broken.signal });
    expect(searched).toHaveLength(2);
  });
});
