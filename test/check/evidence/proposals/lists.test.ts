import { describe, expect, it } from 'vitest';
import { watchEvidence } from '../watch.js';

const { proposals, proposed, see, teach } = watchEvidence();

const question = 'lists.envelope';
const base = '/v1/listTiers/';

/** A page of a list: the operation, the body of the response, and parts of the request and the response. */
type Page = [operationId: string, value: unknown, parts?: { query?: string; link?: string; isWriting?: boolean }];

/** Returns items whose identifiers count up from a number. */
function items(count: number, from = 1): object[] {
  return Array.from({ length: count }, (_, index) => ({ id: `tier-${from + index}`, title: 'a' }));
}

/** Adds a page to the evidence. */
function page(...[operationId, value, { query = '', link, ...parts } = {}]: Page): void {
  const path = `/v1/${operationId}/${query}`;
  see(operationId, { ...parts, kind: query ? 'page' : 'read', path, value, headers: link ? { link } : {} });
}

const badges = (count: number): Page => ['listBadges', { data: items(count), total: count }];
const ofResults = { items: '/results', next: '/next' };

describe('a list in an envelope', () => {
  it('is found with address, total and parameter, from the first pages alone', () => {
    page('listTiers', { count: 12, next: `https://x.example${base}?page=2`, previous: null, results: items(5) });
    page('listBadges', { count: 3, next: null, previous: null, results: items(3) });
    expect(proposed(question)).toEqual({ shown: { ...ofResults, page: { query: 'page' }, total: '/count' } });
    expect(proposals(question)).toMatchObject([
      {
        rests: {
          responses: 2,
          operations: ['listBadges', 'listTiers'],
          example: { operationId: 'listTiers', pointer: '', value: '{ count, next, previous, results }' },
        },
      },
    ]);
  });

  it('is found three levels deep, and pages that count from 0', () => {
    for (const [id, count, next, last] of [
      ['listTiers', 5, '?page=1', '?page=2'],
      ['listBadges', 2, null, null],
    ] as const) {
      const links = { self: '?page=0', next, last };
      page(id, { data: { items: items(count) }, links, meta: { total: next ? 12 : count, pages: 3 } });
    }
    const found = {
      items: '/data/items',
      next: '/links/next',
      page: { query: 'page', first: 0 },
      total: '/meta/total',
    };
    expect(proposed(question)).toEqual({ shown: found });
  });

  it.each([
    ['an offset', '?skip=5', { page: { query: 'skip', by: 'offset' } }],
    ['a cursor', '?after=Zm9v', { page: { query: 'after', by: 'cursor' }, nextIs: 'address' }],
    [
      'a number after which the page begins',
      '?since=8841',
      { page: { query: 'since', by: 'cursor' }, nextIs: 'address' },
    ],
    ['a page and its size', '?number=2&per_page=5', { page: { query: 'number', size: 'per_page' } }],
  ])('asks for a page with %s', (_, query, found) => {
    page('listTiers', { next: `${base}${query}`, results: items(5) });
    expect(proposed(question)).toEqual({ shown: { ...ofResults, ...found } });
  });

  it('does not say how pages count where two ways fit, until a later page tells', () => {
    page('listTiers', { next: `${base}?p=2`, results: items(2) });
    expect(proposed(question)).toEqual({ shown: ofResults });
    page('listTiers', { next: `${base}?p=4`, results: items(2, 3) }, { query: '?p=2' });
    expect(proposed(question)).toEqual({ shown: { ...ofResults, page: { query: 'p', by: 'offset' } } });
  });

  it('does not take the identifier of the last item for a number of items', () => {
    page('listTiers', { next: `${base}?after=2`, results: [{ id: 1 }, { id: 2 }] });
    expect(proposed(question)).toEqual({ shown: ofResults });
  });

  it.each([
    [
      'a cursor',
      ['next_cursor', 'Zm9v', null],
      '?cursor=Zm9v',
      { next: '/next_cursor', page: { query: 'cursor', by: 'cursor' } },
    ],
    ['a sign of more pages', ['has_more', true, false], '?page=2', { more: '/has_more', page: { query: 'page' } }],
  ] as const)('leaves out %s whose parameter nobody has seen, and finds it in a recorded request', (...row) => {
    const [, [name, first, last], query, found] = row;
    page('listTiers', { items: items(5), [name]: first });
    expect(proposed(question)).toEqual({ shown: { items: '/items' } });
    page('listTiers', { items: items(5, 6), [name]: last }, { query });
    expect(proposed(question)).toEqual({ shown: { items: '/items', ...found } });
  });

  const first: Page = ['listTiers', { data: items(5), total: 8 }];
  const rest = { data: items(3, 6), total: 8 };
  it.each<[string, Page[], object]>([
    [
      'finds an offset in recorded requests, where only the number of all items says that there are more',
      [first, ['listTiers', rest, { query: '?offset=5' }]],
      { page: { query: 'offset', by: 'offset' }, total: '/total' },
    ],
    ['leaves out a total that contradicts the items, as long as nobody knows how to ask for the rest', [first], {}],
    [
      'has no way of counting pages if the list changes between requests',
      [first, ['listTiers', { data: items(2, 6), total: 8 }, { query: '?offset=4' }]],
      {},
    ],
    [
      'follows no pages of a list that the run has begun to change',
      [first, ['listTiers', rest, { query: '?offset=5', isWriting: true }]],
      {},
    ],
    [
      'has the total where a long list comes whole',
      [['listTiers', { data: items(32), total: 32 }]],
      { total: '/total' },
    ],
  ])('%s', (_, pages, found) => {
    for (const each of [...pages, badges(2)]) page(...each);
    expect(proposed(question)).toEqual({ shown: { items: '/data', ...found } });
  });

  it('takes neither the number of a page nor its size for the number of all items', () => {
    page('listTiers', { results: items(5), next: `${base}?page=2`, page: 1, page_size: 20, on_page: 5 });
    page('listBadges', { results: items(1), next: null, page: 1, page_size: 20, on_page: 1 });
    expect(proposed(question)).toEqual({ shown: { ...ofResults, page: { query: 'page' } } });
  });
});

describe('lists that differ', () => {
  it('are exceptions: another place, an array, a total that only one has', () => {
    page('listTiers', { tiers: items(4), next: null });
    page('listBadges', { items: items(5), next: '?page=2' });
    page('listCallouts', { items: items(5), next: '/v1/listCallouts?page=2' });
    page('listCertifications', items(9));
    expect(proposed(question)).toMatchObject({ shown: { value: 'bare' } });
    page('listVerifications', { items: items(5), next: '/v1/listVerifications?page=2' });
    const paged = { next: '/next', page: { query: 'page' } };
    const except = { listCertifications: 'bare', listTiers: { items: '/tiers', ...paged } };
    expect(proposed(question)).toEqual({ shown: { value: { items: '/items', ...paged }, except } });
  });

  const results = { items: '/results' };
  it.each<[string, Page[], object]>([
    [
      'vary when one of them comes both ways',
      [
        ['listTiers', items(3)],
        ['listTiers', { results: items(9) }],
        ['listBadges', { results: items(2) }],
      ],
      { conflicting: ['bare', results] },
    ],
    [
      'have two readings when only long ones have an envelope',
      [
        ['listTiers', items(3)],
        ['listBadges', { results: items(9), next: null }],
      ],
      { conflicting: ['bare', results] },
    ],
    [
      'decide together which of two arrays holds the items',
      [
        ['listTiers', { facets: [{ name: 'x' }], results: items(3) }],
        ['listBadges', { results: items(3) }],
      ],
      { shown: results },
    ],
    [
      'leave open which of two arrays holds the items if nothing tells',
      [['listTiers', { alpha: [{ a: 1 }], beta: [{ b: 1 }] }]],
      { conflicting: [{ items: '/alpha' }, { items: '/beta' }] },
    ],
  ])('%s', (_, pages, found) => {
    for (const each of pages) page(...each);
    expect(proposed(question)).toEqual(found);
  });
});

describe('a list that is an array', () => {
  it('may lead to the next page by the header Link', () => {
    const link = `<https://x.example${base}?page=2>; rel="next", <${base}?page=9>; rel="last"`;
    page('listTiers', items(5), { link });
    page('listBadges', items(2));
    expect(proposed(question)).toEqual({ shown: { next: 'link', page: { query: 'page' } } });
  });

  it('is probably whole only if it is long, and not as long as a page', () => {
    page('listTiers', items(12));
    page('listCallouts', items(25));
    expect(proposed(question)).toEqual({});
    page('listBadges', items(37));
    expect(proposed(question)).toEqual({ likely: 'bare' });
  });
});

describe('what is not a list', () => {
  it('says nothing: a single resource, an export, a list in the response of a write, a refusal', () => {
    page('listContactRequestForms', { id: 'x', fields: [{ id: 'a' }] });
    see('exportReviews', { value: items(3) });
    see('assignTierEntries', { kind: 'action', value: { results: items(3) } });
    see('listTiers', { status: 400, value: { errors: [{ detail: 'a' }] } });
    expect(proposed(question)).toEqual({});
  });
});

describe('an answer that is known', () => {
  const known = { ...ofResults, total: '/count', page: { query: 'page', by: 'number', size: 'page_size' } };
  const tiers: Page = ['listTiers', { count: 12, next: `${base}?page=2`, results: items(5) }];

  it('is not proposed again, also where people know more than a run shows', () => {
    teach({ [question]: { value: known, except: { listCallouts: 'bare' } } });
    page(...tiers);
    page('listBadges', { count: 3, next: null, results: items(3) });
    page('listCallouts', items(3));
    expect(proposed(question)).toEqual({});
  });

  it('is contradicted by evidence that it does not cover', () => {
    teach({ [question]: { value: known, except: { listCallouts: 'bare' } } });
    page(...tiers);
    page('listBadges', { data: items(5) });
    expect(proposed(question)).toEqual({
      shown: {
        value: { ...ofResults, total: '/count', page: { query: 'page', size: 'page_size' } },
        except: { listBadges: { items: '/data', next: '/next', page: { query: 'page' } }, listCallouts: 'bare' },
      },
    });
  });
});
