import { describe, expect, it } from 'vitest';
import { watchEvidence } from '../watch.js';

const { proposals, proposed, see, teach } = watchEvidence();

const question = 'lists.envelope';
const base = '/v1/listTiers/';

/** Returns items whose identifiers count up from a number. */
function items(count: number, from = 1): object[] {
  return Array.from({ length: count }, (_, index) => ({ id: `tier-${from + index}`, title: 'a' }));
}

/** Adds a page of a list to the evidence. */
function page(
  operationId: string,
  value: unknown,
  { query = '', link, ...parts }: { query?: string; link?: string; isWriting?: boolean } = {},
): void {
  see(operationId, {
    ...parts,
    kind: query ? 'page' : 'read',
    path: `/v1/${operationId}/${query}`,
    value,
    headers: link ? { link } : {},
  });
}

describe('a list in an envelope', () => {
  it('is found with address, total and parameter, from the first pages alone', () => {
    page('listTiers', { count: 12, next: `https://x.example${base}?page=2`, previous: null, results: items(5) });
    page('listBadges', { count: 3, next: null, previous: null, results: items(3) });
    expect(proposed(question)).toEqual([
      ['shown', { value: { items: '/results', next: '/next', page: { query: 'page' }, total: '/count' } }],
    ]);
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
    const meta = (total: number): object => ({ total, pages: 3 });
    page('listTiers', {
      data: { items: items(5) },
      links: { self: '?page=0', next: '?page=1', last: '?page=2' },
      meta: meta(12),
    });
    page('listBadges', {
      data: { items: items(2) },
      links: { self: '?page=0', next: null, last: null },
      meta: meta(2),
    });
    expect(proposed(question)).toEqual([
      [
        'shown',
        {
          value: { items: '/data/items', next: '/links/next', page: { query: 'page', first: 0 }, total: '/meta/total' },
        },
      ],
    ]);
  });

  it.each([
    ['an offset', '?skip=5', { query: 'skip', by: 'offset' }],
    ['a cursor', '?after=Zm9v', { query: 'after', by: 'cursor' }],
    ['a number after which the page begins', '?since=8841', { query: 'since', by: 'cursor' }],
    ['a page and its size', '?number=2&per_page=5', { query: 'number', size: 'per_page' }],
  ])('asks for a page with %s', (_, query, found) => {
    page('listTiers', { next: `${base}${query}`, results: items(5) });
    const nextIs = 'by' in found && found.by === 'cursor' ? { nextIs: 'address' } : {};
    expect(proposed(question)).toEqual([
      ['shown', { value: { items: '/results', next: '/next', page: found, ...nextIs } }],
    ]);
  });

  it('does not say how pages count where two ways fit, until a later page tells', () => {
    page('listTiers', { next: `${base}?p=2`, results: items(2) });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/results', next: '/next' } }]]);
    page('listTiers', { next: `${base}?p=4`, results: items(2, 3) }, { query: '?p=2' });
    expect(proposed(question)).toEqual([
      ['shown', { value: { items: '/results', next: '/next', page: { query: 'p', by: 'offset' } } }],
    ]);
  });

  it('does not take the identifier of the last item for a number of items', () => {
    page('listTiers', { next: `${base}?after=2`, results: [{ id: 1 }, { id: 2 }] });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/results', next: '/next' } }]]);
  });

  it('leaves out a cursor whose parameter nobody has seen, and finds it in a recorded request', () => {
    page('listTiers', { items: items(5), next_cursor: 'Zm9v' });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/items' } }]]);
    page('listTiers', { items: items(5, 6), next_cursor: null }, { query: '?cursor=Zm9v' });
    expect(proposed(question)).toEqual([
      ['shown', { value: { items: '/items', next: '/next_cursor', page: { query: 'cursor', by: 'cursor' } } }],
    ]);
  });

  it('finds the parameter of pages that say only that there are more in recorded requests', () => {
    page('listTiers', { items: items(5), has_more: true });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/items' } }]]);
    page('listTiers', { items: items(5, 6), has_more: false }, { query: '?page=2' });
    expect(proposed(question)).toEqual([
      ['shown', { value: { items: '/items', next: '/has_more', page: { query: 'page' }, nextIs: 'more' } }],
    ]);
  });

  it('finds an offset in recorded requests, where only the number of all items says that there are more', () => {
    page('listTiers', { data: items(5), total: 8 });
    page('listTiers', { data: items(3, 6), total: 8 }, { query: '?offset=5' });
    page('listBadges', { data: items(2), total: 2 });
    expect(proposed(question)).toEqual([
      ['shown', { value: { items: '/data', page: { query: 'offset', by: 'offset' }, total: '/total' } }],
    ]);
  });

  it('leaves out a total that contradicts the items, as long as nobody knows how to ask for the rest', () => {
    page('listTiers', { data: items(5), total: 8 });
    page('listBadges', { data: items(2), total: 2 });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/data' } }]]);
  });

  it('has no way of counting pages if the list changes between requests', () => {
    page('listTiers', { data: items(5), total: 8 });
    page('listTiers', { data: items(2, 6), total: 8 }, { query: '?offset=4' });
    page('listBadges', { data: items(2), total: 2 });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/data' } }]]);
  });

  it('follows no pages of a list that the run has begun to change', () => {
    page('listTiers', { data: items(5), total: 8 });
    page('listTiers', { data: items(3, 6), total: 8 }, { query: '?offset=5', isWriting: true });
    page('listBadges', { data: items(2), total: 2 });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/data' } }]]);
  });

  it('has the total where a long list comes whole', () => {
    page('listTiers', { data: items(32), total: 32 });
    page('listBadges', { data: items(2), total: 2 });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/data', total: '/total' } }]]);
  });

  it('takes neither the number of a page nor its size for the number of all items', () => {
    page('listTiers', { results: items(5), next: `${base}?page=2`, page: 1, page_size: 20, on_page: 5 });
    page('listBadges', { results: items(1), next: null, page: 1, page_size: 20, on_page: 1 });
    expect(proposed(question)).toEqual([
      ['shown', { value: { items: '/results', next: '/next', page: { query: 'page' } } }],
    ]);
  });
});

describe('lists that differ', () => {
  it('are exceptions: another place, an array, a total that only one has', () => {
    page('listTiers', { tiers: items(4), next: null });
    page('listBadges', { items: items(5), next: '?page=2' });
    page('listCallouts', { items: items(5), next: '/v1/listCallouts?page=2' });
    page('listCertifications', items(9));
    expect(proposed(question)).toEqual([
      [
        'shown',
        {
          value: { items: '/items', next: '/next', page: { query: 'page' } },
          except: {
            listCertifications: 'bare',
            listTiers: { items: '/tiers', next: '/next', page: { query: 'page' } },
          },
        },
      ],
    ]);
  });

  it('vary when one of them comes both ways', () => {
    page('listTiers', items(3));
    page('listTiers', { results: items(9) });
    page('listBadges', { results: items(2) });
    expect(proposed(question)).toEqual([['conflicting', { value: 'bare' }, { value: { items: '/results' } }]]);
  });

  it('have two readings when only long ones have an envelope', () => {
    page('listTiers', items(3));
    page('listBadges', { results: items(9), next: null });
    expect(proposed(question)).toEqual([['conflicting', { value: 'bare' }, { value: { items: '/results' } }]]);
  });

  it('decide together which of two arrays holds the items', () => {
    page('listTiers', { facets: [{ name: 'x' }], results: items(3) });
    page('listBadges', { results: items(3) });
    expect(proposed(question)).toEqual([['shown', { value: { items: '/results' } }]]);
  });

  it('leave open which of two arrays holds the items if nothing tells', () => {
    page('listTiers', { alpha: [{ a: 1 }], beta: [{ b: 1 }] });
    expect(proposed(question)).toEqual([
      ['conflicting', { value: { items: '/alpha' } }, { value: { items: '/beta' } }],
    ]);
  });
});

describe('a list that is an array', () => {
  it('may lead to the next page by the header Link', () => {
    page('listTiers', items(5), {
      link: `<https://x.example${base}?page=2>; rel="next", <${base}?page=9>; rel="last"`,
    });
    page('listBadges', items(2));
    expect(proposed(question)).toEqual([['shown', { value: { next: 'link', page: { query: 'page' } } }]]);
  });

  it('is probably whole only if it is long, and not as long as a page', () => {
    page('listTiers', items(12));
    page('listCallouts', items(25));
    expect(proposed(question)).toEqual([]);
    page('listBadges', items(37));
    expect(proposed(question)).toEqual([['likely', { value: 'bare' }]]);
  });
});

describe('what is not a list', () => {
  it('says nothing: a single resource, an export, a list in the response of a write, a refusal', () => {
    page('listContactRequestForms', { id: 'x', fields: [{ id: 'a' }] });
    see('exportReviews', { value: items(3) });
    see('assignTierEntries', { kind: 'action', value: { results: items(3) } });
    see('listTiers', { status: 400, value: { errors: [{ detail: 'a' }] } });
    expect(proposed(question)).toEqual([]);
  });
});

describe('an answer that is known', () => {
  const known = {
    items: '/results',
    next: '/next',
    total: '/count',
    page: { query: 'page', by: 'number', size: 'page_size' },
  };
  const shown = (count: number): object => ({
    count,
    next: count > 5 ? `${base}?page=2` : null,
    results: items(Math.min(count, 5)),
  });

  it('is not proposed again, also where people know more than a run shows', () => {
    teach({ [question]: { value: known, except: { listCallouts: 'bare' } } });
    page('listTiers', shown(12));
    page('listBadges', shown(3));
    page('listCallouts', items(3));
    expect(proposed(question)).toEqual([]);
  });

  it('is contradicted by evidence that it does not cover', () => {
    teach({ [question]: { value: known, except: { listCallouts: 'bare' } } });
    page('listTiers', shown(12));
    page('listBadges', { data: items(5) });
    expect(proposed(question)).toEqual([
      [
        'shown',
        {
          value: { items: '/results', next: '/next', total: '/count', page: { query: 'page', size: 'page_size' } },
          except: { listBadges: { items: '/data', next: '/next', page: { query: 'page' } }, listCallouts: 'bare' },
        },
      ],
    ]);
  });
});
