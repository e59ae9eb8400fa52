import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { formNamed, itemId, type PagedShop, servePagedShop } from './paged-shop.js';
import { accusations } from './run.js';
import type { Item } from './shop.js';

const cursor = formNamed('a cursor');

/** Whether the check has created an item. */
const isMade = ({ id }: Item): boolean => !id.startsWith('1');

/** Checks the reads, creations and deletions of a list. @returns violations and drifts */
async function accused(shop: PagedShop, options: Partial<CheckOptions> = {}): Promise<string[]> {
  const only = ['listItems', 'getItem', 'createItem', 'deleteItem'];
  return accusations(await shop.check({ only, writes: 'disposable', ...options }));
}

describe('a list with pages', () => {
  it('that lacks a new item is found', { tags: 'slow' }, async () => {
    const shop = await servePagedShop({
      form: cursor,
      pager: { items: (items, start, size) => items.filter((item) => !isMade(item)).slice(start, start + size) },
    });
    expect(await accused(shop)).toEqual(['create.not-listed createItem ']);
  });

  it('that lacks an existing item is found', { tags: 'slow' }, async () => {
    const shop = await servePagedShop({
      form: cursor,
      pager: { items: (items, start, size) => items.filter(({ id }) => id !== itemId(7)).slice(start, start + size) },
    });
    expect(await accused(shop, { parameters: { id: itemId(7) } })).toContain('list.misses listItems /*');
  });

  it('that loses a second item with a deletion is found', { tags: 'slow' }, async () => {
    const shop = await servePagedShop({
      form: cursor,
      answer(call, perform) {
        const answer = perform();
        const otherItems = [...shop.items.values()].filter(isMade);
        if (call.method === 'DELETE' && answer.status === 204) for (const { id } of otherItems) shop.items.delete(id);
        return answer;
      },
    });
    expect(await accused(shop)).toContain('delete.takes-others deleteItem ');
  });

  it.each([5, 7])(
    'from which other users delete an item every %i pages is not accused',
    { tags: 'slow' },
    async (period) => {
      let pages = 0;
      const shop = await servePagedShop({
        form: cursor,
        pager: { size: () => 2 },
        count: 36,
        answer: (call, perform) => {
          const isFurther = call.method === 'GET' && call.url.search !== '';
          if (isFurther) pages += 1;
          const [first = ''] = shop.items.keys();
          if (isFurther && pages % period === 0) shop.items.delete(first);
          return perform();
        },
      });
      expect(await accused(shop)).toEqual([]);
      expect(shop.items.size).toBeLessThan(30);
    },
  );
});
