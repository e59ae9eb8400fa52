import { describe, expect, it } from 'vitest';
import { byMore, cursor, type Lists, learntFrom, number, unheardOf as odd, pagedServer, size } from './paged-server.js';

/** Numbered pages of so many items as a parameter says. */
const sized =
  (name: string, most = Infinity): Lists =>
  (query, all) => {
    const count = Math.min(most, number(query, name, size));
    const end = number(query, 'page', 1) * count;
    return { data: all.slice(end - count, end), has_more: end < all.length };
  };

/** The queries of the search for the size. */
const asked = (queries: readonly string[]): string[] =>
  queries
    .map((query) => query.split('?')[1] ?? '')
    .filter((query) => query !== '' && !/^page=|^offset=|=after-/.test(query) && query !== `${odd}=2`);

describe('the parameter with the number of items of a page', () => {
  it('is found', async () => {
    const { learnt, answer, searched } = await learntFrom(await pagedServer(sized('per_page')));
    expect(answer).toEqual({
      value: { items: '/data', next: '/has_more', page: { query: 'page', size: 'per_page' }, nextIs: 'more' },
    });
    expect(asked(searched)).toEqual([`${odd}=1`, 'limit=1', 'page_size=1', 'per_page=1', 'per_page=2']);
    const offer = learnt.taken.find(({ question }) => question === 'lists.envelope');
    expect(offer?.rests.example.value).toBe('1 item for per_page=1, and 2 for per_page=2');
  });

  it('is found where lists are arrays, and where unknown parameters are refused', async () => {
    const link = '</api/directory/private/v1alpha/directories/?page=2>; rel="next"';
    const lists: Lists = (query, all, path) => {
      if ([...query.keys()].some((name) => !['size', 'page'].includes(name))) return 400;
      return path.endsWith('/directories/') ? all.slice(0, number(query, 'size', size)) : [];
    };
    const { answer } = await learntFrom(await pagedServer(lists, 12, { link }));
    expect(answer).toEqual({ value: { next: 'link', page: { query: 'page', size: 'size' } } });
  });

  it.each<[string, Lists]>([
    ['where no parameter changes it', cursor],
    [
      'where any parameter does',
      (query, all, path) => {
        const page = byMore((each) => (number(each, 'page', 1) - 1) * size)(query, all, path) as { data: object[] };
        return [...query.keys()].some((name) => name !== 'page') ? { ...page, data: page.data.slice(0, 1) } : page;
      },
    ],
    ['where the parameter asks for something else', sized('limit', 1)],
  ])('is not invented %s', { tags: 'slow' }, async (_, lists) => {
    const { answer } = await learntFrom(await pagedServer(lists));
    expect(JSON.stringify(answer ?? '')).not.toContain('"size"');
  });
});
