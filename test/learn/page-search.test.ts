import { describe, expect, it } from 'vitest';
import { valueNames } from '../../scripts/contract/paging/list-parameters.js';
import {
  byMore,
  byTotal,
  byValue,
  cursor,
  type Lists,
  number,
  unheardOf as odd,
  pagedServer,
  searchedAt,
  size,
} from './paged-server.js';

const total = { items: '/data', total: '/total' };
const more = { items: '/data', next: '/has_more', nextIs: 'more' };

describe('the parameter of the next page', () => {
  it.each<[string, Lists, object, string[]]>([
    [
      'a cursor',
      cursor,
      { items: '/items', next: '/next_cursor', page: { query: 'cursor', by: 'cursor' } },
      ['', `${odd}=after-5`, 'cursor=after-5', 'cursor=after-5', ''],
    ],
    [
      'a token',
      byValue('page_token', (items, nextPageToken) => ({ items, ...(nextPageToken && { nextPageToken }) })),
      { items: '/items', next: '/nextPageToken', page: { query: 'page_token', by: 'cursor' } },
      ['', `${odd}=after-5`, 'pageToken=after-5', 'page_token=after-5', 'page_token=after-5', ''],
    ],
    [
      'a cursor deep inside',
      byValue('after', (results, next) => ({ results, ...(next && { paging: { next: { after: next } } }) })),
      { items: '/results', next: '/paging/next/after', page: { query: 'after', by: 'cursor' } },
      ['', `${odd}=after-5`, 'after=after-5', 'after=after-5', ''],
    ],
    [
      'an offset',
      byTotal((query) => number(query, 'skip', 0)),
      { ...total, page: { query: 'skip', by: 'offset' } },
      ['', `${odd}=5`, 'offset=5', 'skip=5', 'skip=4'],
    ],
    [
      'a page',
      byTotal((query) => (number(query, 'page', 1) - 1) * size),
      { ...total, page: { query: 'page' } },
      ['', `${odd}=5`, 'offset=5', 'skip=5', '%24skip=5', 'start=5', 'from=5', 'page=2', 'page=1'],
    ],
    [
      'a page from 0',
      byTotal((query) => number(query, 'page', 0) * size),
      { ...total, page: { query: 'page', first: 0 } },
      ['', `${odd}=5`, 'offset=5', 'skip=5', '%24skip=5', 'start=5', 'from=5', 'page=2', 'page=1', 'page=0'],
    ],
    [
      'the last name of all',
      byTotal((query) => (number(query, 'p', 1) - 1) * size),
      { ...total, page: { query: 'p' } },
      [
        ...['', `${odd}=5`, 'offset=5', 'skip=5', '%24skip=5', 'start=5', 'from=5'],
        ...['page=2', 'page%5Bnumber%5D=2', 'page_number=2', 'p=2', 'p=1'],
      ],
    ],
    [
      'a page where only more is said',
      byMore((query) => (number(query, 'page', 1) - 1) * size),
      { ...more, page: { query: 'page' } },
      ['', `${odd}=2`, 'page=2', 'page=1'],
    ],
    [
      'a page, beside a token that all pages have',
      (query, all, path) => ({
        ...(byMore((asked) => (number(asked, 'page', 1) - 1) * size)(query, all, path) as object),
        meta: { token: 'b-7' },
      }),
      { ...more, page: { query: 'page' } },
      ['', `${odd}=2`, 'page=2', 'page=1'],
    ],
    [
      'an offset where only more is said',
      byMore((query) => number(query, 'offset', 0)),
      { ...more, page: { query: 'offset', by: 'offset' } },
      ['', `${odd}=2`, 'page=2', 'page=1', 'offset=5', 'offset=4'],
    ],
    [
      'a number that the page before says',
      (query, all) => {
        const page = number(query, 'page', 1);
        return {
          items: all.slice((page - 1) * size, page * size),
          next_page: page * size < all.length ? page + 1 : null,
        };
      },
      { items: '/items', next: '/next_page', page: { query: 'page' }, nextIs: 'value' },
      ['', `${odd}=2`, 'page=2', 'page=2', ''],
    ],
  ])('is found: %s', { tags: 'slow' }, async (_, lists, envelope, queries) => {
    const server = await pagedServer(lists);
    const { answer, searched, requests } = await searchedAt(server);
    expect(answer).toEqual({ value: envelope });
    expect(searched).toEqual(queries.map((query) => `GET directories?${query}`));
    expect(requests).toBe(searched.length);
  });

  it.each([10, 9])('that begins with 0 is found where page 2 has nothing, of %s items', async (count) => {
    const empty = byMore((query) => number(query, 'page', 0) * size);
    const lists: Lists = (query, all, path) =>
      count === 9 && number(query, 'page', 0) > 1 ? 404 : empty(query, all, path);
    const { answer } = await searchedAt(await pagedServer(lists, count));
    expect(answer).toEqual({ value: { ...more, page: { query: 'page', first: 0 } } });
  });

  it('is found where unknown parameters are refused, and says what came', async () => {
    const lists: Lists = (query, all, path) =>
      [...query.keys()].some((name) => name !== 'after') ? 400 : byAfter(query, all, path);
    const byAfter = byValue('after', (items, next) => ({ items, next_cursor: next }));
    const { answer, rests } = await searchedAt(await pagedServer(lists));
    expect(answer).toMatchObject({ value: { page: { query: 'after', by: 'cursor' } } });
    expect(rests).toMatchObject({
      example: {
        operationId: 'listDirectories',
        pointer: '/items',
        value: 'other items for the parameter after, a refusal for one that no service knows',
      },
      against: 'The items of the first page again, or pages that change by themselves.',
    });
  });

  it('holds for lists with the same sign, and not for one that leads on in another way', async () => {
    const lists: Lists = (query, all, path) => {
      const page = cursor(query, all, path) as { items: object[]; next_cursor: string | null };
      if (path.endsWith('/directories/')) return page;
      return { results: page.items, meta: { token: 'b-7' } };
    };
    const { answer } = await searchedAt(await pagedServer(lists));
    expect(answer).toEqual({
      value: { items: '/items', next: '/next_cursor', page: { query: 'cursor', by: 'cursor' } },
      except: { listMatchmakingRequests: { items: '/results' } },
    });
    const alike: Lists = (query, all, path) => {
      const { items, ...rest } = cursor(query, all, path) as { items: object[] };
      return path.endsWith('/directories/') ? { items, ...rest } : { results: items, ...rest };
    };
    const { answer: both } = await searchedAt(await pagedServer(alike));
    expect(both).toMatchObject({ except: { listMatchmakingRequests: { page: { query: 'cursor', by: 'cursor' } } } });
  });
});

describe('the names of a parameter', () => {
  it.each([
    ['/next_cursor', ['cursor', 'next_cursor']],
    ['/nextPageToken', ['pageToken', 'page_token', 'nextPageToken']],
    ['/meta/next_page_token', ['page_token', 'pageToken', 'next_page_token']],
    ['/paging/next/after', ['after']],
    ['/next', ['next']],
    ['/end_cursor', ['cursor', 'end_cursor']],
  ])('for %s', (at, names) => {
    expect(valueNames(at)).toEqual(expect.arrayContaining(names));
    expect(new Set(valueNames(at)).size).toBe(valueNames(at).length);
    if (at !== '/next') expect(valueNames(at).slice(0, names.length)).toEqual(names);
    expect(valueNames(at)).not.toContain('');
  });
});
