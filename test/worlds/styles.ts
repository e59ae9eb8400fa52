import { setTimeout } from 'node:timers/promises';
import { isJson, type Json, Refusal } from './fields.js';
import type { Page, Style, Written } from './serve.js';

const word =
  (...words: string[]) =>
  (key: string): string[] =>
    words.map((otherWord) => `${otherWord} ${key}`);

/** Whether more items follow after a page. */
const hasMore = ({ from, items, total }: Page): boolean => from + items.length < total;

const nameOf = (type: string): string => type.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
const pluralOf = (type: string): string =>
  nameOf(type)
    .replace(/y$/, 'ies')
    .replace(/ch$/, 'che')
    .replace(/(?<!s|a)$/, 's');

/** Parses a number that is at least 0 or 1; undefined if the text is not such a number. */
function countFrom(first: 0 | 1, text: string | null): number | undefined {
  const value = Number(text ?? first);
  return Number.isInteger(value) && value >= first ? value - first : undefined;
}

/** Pages whose number is in the parameter. */
const byNumber =
  (parameter: string, first: 0 | 1): NonNullable<Style['from']> =>
  (query, _, size) => {
    const page = countFrom(first, query.get(parameter));
    return page === undefined ? undefined : page * size;
  };

/** Pages after the item whose cursor is in the parameter. */
const after =
  (parameter: string, cursorOf: (item: Json, index: number) => string): NonNullable<Style['from']> =>
  (query, items) => {
    const cursor = query.get(parameter);
    if (cursor === null) return 0;
    const index = items.findIndex((item, position) => cursorOf(item, position) === cursor);
    return index < 0 ? undefined : index + 1;
  };

const pageOf = ({ from, size }: Page): number => Math.floor(from / size);
const opaque = (position: number): string => Buffer.from(`cursor:${position}`).toString('base64url');

/** Takes the fields of a request out of one member of the body. */
function memberOf(body: unknown, name: string): unknown {
  if (isJson(body) && isJson(body[name])) return body[name];
  throw new Refusal(400, `The body must have an object in ${name}.`);
}

const toResource = ({ id, ...attributes }: Json, type: string): Json => ({ type: pluralOf(type), id, attributes });

/** The only style that `npm test` uses. */
export const sampled = 'relay';

/** Services as frameworks and platforms implement them. Their behaviour does not change between requests. */
export const firmStyles: Readonly<Record<string, Style>> = {
  django: {
    authorization: word('Token'),
    challenge: 'Token',
    size: ['page_size', 5],
    from: byNumber('page', 1),
    list: (page) => ({
      body: {
        count: page.total,
        next: hasMore(page) ? page.addressWith({ page: pageOf(page) + 2 }) : null,
        previous: page.from > 0 ? page.addressWith({ page: pageOf(page) }) : null,
        results: page.items,
      },
    }),
  },
  stripe: {
    authorization: word('Bearer'),
    challenge: 'Bearer realm="directory"',
    size: ['limit', 5],
    from: after('starting_after', ({ id }) => String(id)),
    list: (page) => ({
      body: { object: 'list', url: new URL(page.url).pathname, has_more: hasMore(page), data: page.items },
    }),
    error: (status, message) => ({ error: { type: 'invalid_request_error', code: `status_${status}`, message } }),
    createdStatus: () => 200,
    deletedReply: (id) => ({ body: { id, deleted: true } }),
  },
  rails: {
    authorization: word('Token', 'Bearer'),
    challenge: 'Token realm="Application"',
    size: ['per_page', 5],
    from: byNumber('page', 1),
    list: (page) => ({
      body: { [pluralOf(page.type)]: page.items, meta: { total: page.total, page: pageOf(page) + 1 } },
    }),
    wrap: (value, type) => ({ [nameOf(type)]: value }),
    unwrap: (body, type) => memberOf(body, nameOf(type)),
    error: (_, message) => ({ errors: [message] }),
  },
  laravel: {
    authorization: word('Bearer'),
    size: ['per_page', 5],
    from: byNumber('page', 1),
    list: (page) => {
      const next = hasMore(page) ? page.addressWith({ page: pageOf(page) + 2 }) : null;
      const previousText = page.from > 0 ? page.addressWith({ page: pageOf(page) }) : null;
      const meta = { current_page: pageOf(page) + 1, per_page: page.size, total: page.total };
      return { body: { data: page.items, links: { prev: previousText, next }, meta } };
    },
    wrap: (data) => ({ data }),
    error: (_, message) => ({ message }),
  },
  hal: {
    authorization: word('Bearer'),
    challenge: 'Bearer',
    media: 'application/hal+json',
    size: ['size', 5],
    from: byNumber('page', 0),
    list: (page) => ({
      body: {
        ...(page.items.length > 0 && { _embedded: { items: page.items } }),
        _links: {
          self: { href: page.url },
          ...(hasMore(page) && { next: { href: page.addressWith({ page: pageOf(page) + 1 }) } }),
        },
        page: { size: page.size, number: pageOf(page), totalElements: page.total },
      },
    }),
    error: (status, message) => ({ status, message, timestamp: '2026-03-01T10:00:00Z' }),
  },
  jsonapi: {
    authorization: word('Api-Key'),
    media: 'application/vnd.api+json',
    size: ['page[size]', 5],
    from: byNumber('page[number]', 1),
    list: (page) => ({
      body: {
        data: page.items.map((item) => toResource(item, page.type)),
        links: {
          self: page.url,
          ...(hasMore(page) && { next: page.addressWith({ 'page[number]': pageOf(page) + 2 }) }),
        },
        meta: { total: page.total },
      },
    }),
    wrap: (value, type) => ({ data: toResource(value, type) }),
    unwrap: (body) => memberOf(memberOf(body, 'data'), 'attributes'),
    error: (status, detail) => ({ errors: [{ status: String(status), title: 'Refused', detail }] }),
  },
  relay: {
    size: ['first', 5],
    from: after('after', (_, index) => opaque(index)),
    list: (page) => ({
      body: {
        edges: page.items.map((node, index) => ({ node, cursor: opaque(page.from + index) })),
        pageInfo: {
          hasNextPage: hasMore(page),
          endCursor: page.items.length > 0 ? opaque(page.from + page.items.length - 1) : null,
        },
        totalCount: page.total,
      },
    }),
    error: (status, message) => ({ errors: [{ message, extensions: { code: status } }] }),
  },
  odata: {
    authorization: word('Bearer'),
    challenge: 'Bearer realm="directory"',
    size: ['$top', 5],
    from: (query) => countFrom(0, query.get('$skip')),
    list: (page) => ({
      body: {
        '@odata.context': `${new URL(page.url).origin}/$metadata#${page.type}`,
        '@odata.count': page.total,
        ...(hasMore(page) && { '@odata.nextLink': page.addressWith({ $skip: page.from + page.items.length }) }),
        value: page.items,
      },
    }),
    error: (status, message) => ({ error: { code: String(status), message } }),
  },
  postgrest: {
    authorization: word('Bearer'),
    challenge: 'Bearer',
    size: ['limit', 5],
    from: (query) => countFrom(0, query.get('offset')),
    list: ({ items, from, total }) => ({
      body: items,
      status: items.length < total ? 206 : 200,
      headers: { 'content-range': `${items.length > 0 ? `${from}-${from + items.length - 1}` : '*'}/${total}` },
    }),
    error: (status, message) => ({ code: `PGRST${status}`, message, details: null, hint: null }),
  },
  github: {
    authorization: word('Bearer', 'token'),
    size: ['per_page', 5],
    from: byNumber('page', 1),
    list: (page) => ({ body: page.items, headers: linksOf(page) }),
    error: (status, message) => ({
      message,
      documentation_url: 'https://docs.example.com/rest',
      status: String(status),
    }),
  },
  google: {
    authorization: word('Bearer'),
    challenge: 'Bearer realm="https://accounts.example.com/"',
    size: ['pageSize', 5],
    from: after('pageToken', (_, index) => opaque(index)),
    list: (page) => ({
      body: {
        items: page.items,
        ...(hasMore(page) && { nextPageToken: opaque(page.from + page.items.length - 1) }),
      },
    }),
    error: (code, message) => ({ error: { code, message, status: 'FAILED_PRECONDITION' } }),
    createdStatus: () => 200,
    deletedReply: () => ({ body: {} }),
  },
  moved: {
    path: (path) => `${path.startsWith('/v2/') ? '' : '/v2'}${path.replace(/\/$/, '')}`,
  },
};

/** Returns the header `Link` of a page (RFC 8288), or no header if the list has a single page. */
function linksOf(page: Page): Record<string, string> {
  const number = pageOf(page) + 1;
  const last = Math.ceil(page.total / page.size);
  const links = [
    ...(page.from > 0 ? [`<${page.addressWith({ page: number - 1 })}>; rel="prev"`] : []),
    ...(hasMore(page) ? [`<${page.addressWith({ page: number + 1 })}>; rel="next"`] : []),
    ...(hasMore(page) ? [`<${page.addressWith({ page: last })}>; rel="last"`] : []),
  ];
  return links.length > 0 ? { link: links.join(', ') } : {};
}

/** Returns a function that yields the same random numbers from 0 to 1 in each process (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Services whose behaviour varies between responses. Each call returns a new service. */
export const varyingStyles: Readonly<Record<string, () => Style>> = {
  'alternating-statuses': () => {
    const counts = new Map<string, number>();
    return {
      createdStatus: (operationId) => {
        const count = counts.get(operationId) ?? 0;
        counts.set(operationId, count + 1);
        return count % 2 === 0 ? 200 : 201;
      },
    };
  },
  'two-tenants': () => {
    const tenants: string[] = [];
    return {
      list: ({ items, directory }): Written => {
        if (directory === undefined) return { body: items };
        if (!tenants.includes(directory)) tenants.push(directory);
        return { body: tenants.indexOf(directory) === 0 ? { data: items } : { results: items, count: items.length } };
      },
    };
  },
  'random-order': () => {
    const random = randomNumbers(7);
    return {
      list: ({ items }) => ({
        body: items
          .map((item) => ({ item, at: random() }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item),
      }),
    };
  },
  flaky: () => {
    const random = randomNumbers(11);
    return {
      before: async () => {
        const number = random();
        if (number < 0.02) throw new Refusal(429, 'Too many requests.', { 'retry-after': '1' });
        if (number < 0.04) throw new Refusal(503, 'Please come back later.');
      },
    };
  },
  slow: () => ({
    before: async () => {
      await setTimeout(20);
    },
  }),
};
