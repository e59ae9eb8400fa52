import { describe, expect, it } from 'vitest';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import { judgeResponse } from '../../scripts/check/engine/runners/judge-response.js';
import { bareNumbers, formNamed, servePagedShop } from './paged-shop.js';
import type { Item, Part } from './shop.js';

const numbers = formNamed('page numbers');
const flag = formNamed('pages from 0');

function stretched(item: Item): Item {
  return { ...item, note: `${item['note']} in lists`, count: 'many' };
}

describe('the id of a finding', () => {
  it.each([bareNumbers, numbers, flag])('begins at the items of a list, with $name', { tags: 'slow' }, async (form) => {
    let reads = 0;
    const shop = await servePagedShop({
      form,
      count: 3,
      pager: {
        items: (items, start) => {
          reads += 1;
          const page = items.slice(start, start + 4).map(stretched);
          // Rotates three items through six orders, so that any two reads that a run compares differ.
          const turned = [...page.slice(reads % 3), ...page.slice(0, reads % 3)];
          return reads % 2 === 0 ? turned.reverse() : turned;
        },
      },
    });
    const { findings } = await shop.check({ only: ['listItems', 'getItem'] });
    const ids = findings.filter(({ rule }) => !/^(field|page)\./.test(rule)).map(({ id }) => id);
    expect(ids.sort()).toEqual([
      'list.differs:listItems:/*/note',
      'order.unstable:listItems:',
      'schema.type:listItems:/*/count',
    ]);
  });

  it('names a member of the envelope if the mistake is outside the list', async () => {
    const { contract } = await servePagedShop({ form: numbers });
    const idsOf = async (body: Part): Promise<string[]> =>
      (await judgeResponse(readContract(contract), 'listItems', { status: 200, body })).map(({ id }) => id);
    expect(await idsOf({ count: 1 })).toEqual(['schema.required:listItems:/results']);
    expect(await idsOf({ count: 'one', results: {} })).toEqual([
      'schema.type:listItems:/count',
      'schema.type:listItems:/results',
    ]);
    expect(await idsOf({ results: [{ title: 'A' }] })).toEqual(['schema.required:listItems:/*/id']);
  });
});
