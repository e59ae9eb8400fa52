import { describe, expect, it } from 'vitest';
import { watchEvidence } from '../watch.js';

const { entryOf, proposals, proposed, see, teach } = watchEvidence();

const question = 'lists.envelope';
const base = '/v1/listTiers/';

/** A page of a list: the operation, the body of the response, and parts of the request and the response. */
type Page = [
  operationId: string,
  value: unknown,
  parts?: { query?: string; headers?: Record<string, string>; isWriting?: boolean },
];

/** Returns items whose identifiers count up from a number. */
function items(count: number, from = 1): object[] {
  return Array.from({ length: count }, (_, index) => ({ id: `tier-${from + index}`, title: 'a' }));
}

/** Adds a page to the evidence. */
function page(...[operationId, value, { query = '', headers = {}, ...parts } = {}]: Page): void {
  const path = `/v1/${operationId}/${query}`;
  see(operationId, { ...parts, kind: query ? 'page' : 'read', path, value, headers });
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

describe('a list that says whether there are more', () => {
  const more = { items: '/data', more: '/has_more' };
  const first: Page = ['listTiers', { data: items(5), has_more: true }];
  const second = (query: string): Page => ['listTiers', { data: items(3, 6), has_more: false }, { query }];
  const byLastItem = { query: 'starting_after', by: 'last-item' };

  it.each<[string, Page[], object]>([
    [
      'is asked for the next page with the id of the last item',
      [second('?starting_after=tier-5')],
      { page: byLastItem },
    ],
    [
      'may have the size of a page beside that id',
      [
        ['listTiers', { data: items(5), has_more: true }, { query: '?limit=5' }],
        second('?starting_after=tier-5&limit=5'),
      ],
      { page: { ...byLastItem, size: 'limit' } },
    ],
  ])('%s', (_, pages, found) => {
    for (const each of [first, ...pages]) page(...each);
    expect(proposed(question)).toEqual({ shown: { ...more, ...found } });
  });

  it.each([
    ['another id', '?starting_after=tier-4'],
    ['a parameter that selects by the item', '?parent=tier-5'],
  ])('does not show how to ask for the next page by %s', (_, query) => {
    for (const each of [first, second(query)]) page(...each);
    expect(proposed(question)).toEqual({ shown: { items: '/data' } });
  });

  it('comes whole if it lacks the sign that other lists have', () => {
    for (const each of [first, second('?starting_after=tier-5')]) page(...each);
    page('listBadges', { data: items(2) });
    const value = { ...more, page: byLastItem };
    expect(proposed(question)).toEqual({ shown: { value, except: { listBadges: { items: '/data' } } } });
  });

  it('has no clear way if the id of the last item may also be a number of items', () => {
    page('listTiers', { data: [{ id: 1 }, { id: 2 }], has_more: true });
    page('listTiers', { data: [{ id: 3 }], has_more: false }, { query: '?after=2' });
    expect(proposed(question)).toEqual({ shown: { items: '/data' } });
  });

  it('is asked for with a number as the id of the last item', () => {
    page('listTiers', { data: [{ id: 41 }, { id: 52 }], has_more: true });
    page('listTiers', { data: [{ id: 53 }], has_more: false }, { query: '?after=52' });
    expect(proposed(question)).toEqual({ shown: { ...more, page: { query: 'after', by: 'last-item' } } });
  });
});

describe('a list whose next page nobody can ask for yet', () => {
  it.each<[string, unknown, Record<string, string>, string, string]>([
    [
      'a sign of more pages',
      { data: items(5), has_more: true },
      {},
      'at /has_more',
      '{ items: /data, more: /has_more, page: { query: NAME, by: last-item } }',
    ],
    [
      'a cursor',
      { data: items(5), cursor: 'Zm9v' },
      {},
      'at /cursor',
      '{ items: /data, next: /cursor, page: { query: NAME, by: cursor } }',
    ],
    [
      'the number of a page in a header',
      items(5),
      { 'x-next-page': '2' },
      'in the header X-Next-Page',
      '{ next: { header: X-Next-Page }, page: { query: NAME } }',
    ],
    [
      'a range in a header',
      items(5),
      { 'content-range': '0-4/8' },
      'in the header Content-Range',
      '{ next: { header: Content-Range }, page: { query: NAME, by: offset } }',
    ],
  ])('has a line to complete: %s', (_, value, headers, place, line) => {
    page('listTiers', value, { headers });
    expect(entryOf(question)?.gap).toBe(
      `The value ${place} says that listTiers has another page, but no response names the query parameter that asks ` +
        'for it. Write its name in place of NAME, and correct what its value means (by: number, offset, cursor or ' +
        `last-item): lists.envelope: { value: ${line} }`,
    );
  });

  it('has none when the parameter is known, or when there is one page', () => {
    page('listTiers', { data: items(5), has_more: false });
    expect(entryOf(question)).not.toHaveProperty('gap');
    teach({ [question]: { value: { items: '/data', more: '/has_more', page: { query: 'a', by: 'last-item' } } } });
    page('listTiers', { data: items(5), has_more: true });
    expect(entryOf(question)).not.toHaveProperty('gap');
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
    page('listTiers', items(5), { headers: { link } });
    page('listBadges', items(2));
    expect(proposed(question)).toEqual({ shown: { next: 'link', page: { query: 'page' } } });
  });

  const rangeHeader = { header: 'Content-Range' };
  const byNumber = { next: { header: 'X-Next-Page' }, page: { query: 'page' }, total: { header: 'X-Total-Count' } };
  it.each<[string, (isLast: boolean) => Record<string, string>, string, object]>([
    [
      'the number of the next page in a header, and a total in another',
      (isLast) => ({ 'x-next-page': isLast ? '' : '2', 'x-total-count': '8', 'x-total-pages': '2' }),
      '?page=2',
      byNumber,
    ],
    [
      'the address of the next page in a header',
      (isLast) => ({ 'x-next-page': isLast ? '' : `${base}?page=2` }),
      '?page=2',
      { next: { header: 'X-Next-Page' }, page: { query: 'page' } },
    ],
    [
      'the range in a header, where the total is that of the range',
      (isLast) => ({ 'content-range': isLast ? 'items 5-7/8' : 'items 0-4/8' }),
      '?from=5',
      { next: rangeHeader, page: { query: 'from', by: 'offset' }, total: rangeHeader },
    ],
    [
      'the range in a header without a total',
      (isLast) => ({ 'content-range': isLast ? '5-7/*' : '0-4/*' }),
      '?from=5',
      { next: rangeHeader, page: { query: 'from', by: 'offset' } },
    ],
    [
      'a total in a header alone',
      () => ({ 'x-total-count': '8' }),
      '?from=5',
      { page: { query: 'from', by: 'offset' }, total: { header: 'X-Total-Count' } },
    ],
  ])('may have %s', (_, headersOf, query, found) => {
    page('listTiers', items(5), { headers: headersOf(false) });
    page('listTiers', items(3, 6), { headers: headersOf(true), query });
    const range = 'content-range' in headersOf(true) && 'total' in found && { 'content-range': '0-1/2' };
    page('listBadges', items(2), { headers: { 'x-total-count': '2', ...range } });
    expect(proposed(question)).toEqual({ shown: found });
  });

  it('is no list of pages for a header with another number', () => {
    const headers = { 'content-length': '812', 'retry-after': '5', 'x-request-count': '77', 'x-token': 'abc' };
    page('listTiers', items(5), { headers });
    page('listBadges', items(2), { headers: { ...headers, 'x-request-count': '78' } });
    expect(proposed(question)).toEqual({});
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

  it.each([
    [{ next: { header: 'link' }, page: { query: 'page' } }, items(5), { link: '</v1/listTiers/?page=2>; rel="next"' }],
    [{ next: { header: 'Content-Range' }, page: { query: 'from', by: 'offset' } }, items(5), {}],
    [
      { items: '/a', next: '/b', nextIs: 'more', page: { query: 'p', by: 'last-item', item: '/id' } },
      { a: items(5), b: true },
      {},
    ],
  ])('is not proposed again in another form: %j', (value, body, headers) => {
    teach({ [question]: { value } });
    page('listTiers', body, { headers: headers as Record<string, string> });
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
