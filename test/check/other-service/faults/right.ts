import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { problem } from '../answers.js';
import type { Replacement, StageName, Variant } from '../behaviour.js';
import { allowedAt, noContent } from '../stages.js';
import { isObject, type Json, type JsonObject } from '../store.js';
import { changed, invalid, labelled, sending, variants } from './parts.js';

const inOrder =
  (...stages: StageName[]): Replacement =>
  () => ({ stages });

const showingAll =
  (edit: (thing: JsonObject) => JsonObject): Replacement =>
  (before) => ({
    show: (call, kind, thing) => edit(before.show(call, kind, thing)),
  });

/** An instant with an offset in place of Z. */
function withOffset(text: string): string {
  return `${new Date(Date.parse(text) + 7_200_000).toISOString().slice(0, 19)}+02:00`;
}

const bySorting =
  (compare: (a: JsonObject, b: JsonObject, sort: string) => number): Replacement =>
  (before) => ({
    sorted(call, resources) {
      const sort = call.query['sort'];
      const sorted = before.sorted(call, resources);
      return typeof sort === 'string' ? [...sorted].sort((a, b) => compare(a, b, sort)) : sorted;
    },
  });

const trimmed = (fields: JsonObject): JsonObject =>
  ['comment', 'biography'].reduce(
    (edited, name) =>
      changed(edited, name, (value) => (typeof value === 'string' ? value.trim().normalize('NFC') : value)),
    fields,
  );

const compared = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Somebody else reprints one of the later books of the beginning at every seventh request. */
const thirdParty: Replacement = (before) => {
  let requests = 0;
  return {
    send(call, sent) {
      requests += 1;
      const books = call.store
        .all('book')
        .slice(10)
        .filter(({ createdAt }) => String(createdAt) < '2025-08');
      const book = books[requests % Math.max(1, books.length)];
      if (requests % 7 === 0 && book) {
        call.store.put('book', { ...book, pages: 100 + (requests % 900), updatedAt: call.store.now() });
      }
      return before.send(call, sent);
    },
  };
};

/** Servers that do what the contract lets them, otherwise than the usual one. */
export const rightVariants: readonly Variant[] = variants({
  'ok-404-first: Looks for the thing before it reads the body.': inOrder(
    'key',
    'route',
    'query',
    'thing',
    'body',
    'schema',
  ),

  // A framework that judges the body before any code of the service runs.
  'ok-422-first: Judges the body before it looks for the thing.': inOrder(
    'key',
    'route',
    'query',
    'body',
    'schema',
    'thing',
  ),

  'ok-404-before-405: Answers 404 to an undeclared method where the thing is not there.': (before) => ({
    route(call) {
      const refused = before.route(call);
      return refused?.status === 405 ? (before.thing(call) ?? refused) : refused;
    },
  }),

  'ok-405-before-401: Answers 405 and 404 for addresses without looking at the key.': inOrder(
    'route',
    'key',
    'query',
    'body',
    'thing',
    'schema',
  ),

  'ok-404-without-key: Answers 404 without a key where a thing is read or changed, so as not to tell what is there.': (
    before,
  ) => ({
    key(call) {
      const refused = before.key(call);
      return refused && call.operation?.answers.has(404) ? problem(404, 'There is nothing here for you.') : refused;
    },
  }),

  'ok-extra-headers: Sends headers that are not documented, with names in odd case.': sending((sent) =>
    labelled(sent, {
      'x-REQUEST-id': 'a41f',
      'Cache-Control': 'no-store',
      'X-RateLimit-Remaining': '59',
      vary: 'Accept-Encoding, Origin',
    }),
  ),

  'ok-charset: Labels JSON with a charset.': sending((sent) => {
    const media = sent.headers['Content-Type'];
    return media === undefined
      ? sent
      : labelled(sent, { 'Content-Type': `${media.replace('json', 'JSON')}; charset=UTF-8` });
  }),

  'ok-weak-etag: Sends a weak ETag with what is read.': sending((sent, { method }) => {
    if (sent.status !== 200 || !['GET', 'HEAD'].includes(method)) return sent;
    const tag = createHash('sha256').update(JSON.stringify(sent.body)).digest('hex').slice(0, 12);
    return labelled(sent, { ETag: `W/"${tag}"` });
  }),

  'ok-gzip: Sends gzip where the request allows it.': sending((sent, { headers }) => {
    if (sent.body === undefined || !/\bgzip\b(?!\s*;\s*q=0)/.test(String(headers['accept-encoding'] ?? '')))
      return sent;
    const text = gzipSync(JSON.stringify(sent.body));
    return { ...labelled(sent, { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }), text };
  }),

  'ok-closes-connections: Closes every fifth connection after its answer.': (before) => {
    let answers = 0;
    return { send: (call, sent) => ({ ...before.send(call, sent), closes: ++answers % 5 === 0 }) };
  },

  'ok-delete-twice-204: Answers 204 where what is removed was removed before.': (before) => ({
    thing(call) {
      const refused = before.thing(call);
      const id = call.operation?.method === 'DELETE' ? Object.values(call.parameters).at(-1) : undefined;
      return refused && id !== undefined && call.store.gone.has(id) ? noContent() : refused;
    },
  }),

  'ok-omits-empty: Leaves fields without a value out, and lists and objects with nothing in them.': (before) => ({
    show(call, kind, thing) {
      const isEmpty = (value: Json): boolean =>
        value === null || (typeof value === 'object' && Object.keys(value).length === 0);
      return Object.fromEntries(Object.entries(before.show(call, kind, thing)).filter(([, value]) => !isEmpty(value)));
    },
  }),

  'ok-time-offset: Gives times with an offset, and no fraction of a second.': showingAll((thing) =>
    ['createdAt', 'updatedAt'].reduce(
      (edited, name) => changed(edited, name, (value) => withOffset(String(value))),
      thing,
    ),
  ),

  'ok-trims: Trims comments and biographies.': (before) => ({
    taken: (call, kind, body) => trimmed(before.taken(call, kind, body)),
    merged: (call, kind, target, patch) => before.merged(call, kind, target, trimmed(patch)),
  }),

  'ok-absolute-location: Gives Location with scheme and host.': sending((sent, { origin }) => {
    const path = sent.headers['Location'];
    return path === undefined ? sent : labelled(sent, { Location: origin + path });
  }),

  'ok-answers-options: Answers OPTIONS with 204 and Allow, key or not.': (before) => ({
    key({ method, template, ...call }) {
      if (method !== 'OPTIONS' || template === undefined) return before.key({ ...call, method });
      return noContent({ Allow: [...allowedAt(template), 'OPTIONS'].join(', ') });
    },
  }),

  'ok-sorts-by-code-point: Sorts names and titles by code point, capitals first.': bySorting((a, b, sort) => {
    const name = sort.replace('-', '');
    const sign = sort.startsWith('-') ? -1 : 1;
    return name === 'title' ? sign * compared(String(a[name]), String(b[name])) : 0;
  }),

  'ok-ties-reversed: Books of one year come newest first.': bySorting((a, b, sort) =>
    sort.endsWith('year') && a['year'] === b['year'] ? compared(String(b['createdAt']), String(a['createdAt'])) : 0,
  ),

  'ok-nulls-first: Authors without a date of birth come first.': bySorting((a, b, sort) =>
    sort === 'bornOn' ? Number(a['bornOn'] !== undefined) - Number(b['bornOn'] !== undefined) : 0,
  ),

  'ok-newest-first: The lists of books and reviews begin with the newest where no order is asked for.': (before) => ({
    collection: (call) => before.collection(call).reverse(),
  }),

  'ok-refuses-read-only: Refuses fields that can only be read with 422.': (before) => ({
    schema(call) {
      const sent = isObject(call.body)
        ? ['id', 'createdAt'].find((name) => name in (call.body as JsonObject))
        : undefined;
      return before.schema(call) ?? (sent === undefined ? undefined : invalid(`/${sent}`, 'It can only be read.'));
    },
  }),

  'ok-refuses-unknown-query: Refuses query parameters that it does not know with 422.': (before) => ({
    query(call) {
      const known = call.operation?.query.map(({ name }) => name) ?? [];
      const names = [...new URL(call.target, call.origin).searchParams.keys()];
      const isList = call.operation?.method === 'GET' && call.operation.answers.has(422);
      const isRefused = isList && names.some((name) => !known.includes(name));
      return isRefused ? problem(422, 'The query has a parameter that is not known.') : before.query(call);
    },
  }),

  'ok-third-party: Somebody else changes other books meanwhile.': thirdParty,

  'ok-integer-with-point: Writes integers with a point and a zero.': sending((sent) => {
    if (!isObject(sent.body) || sent.status >= 400) return sent;
    return { ...sent, text: JSON.stringify(sent.body).replaceAll(/"(year|pages|rating)":(\d+)/g, '"$1":$2.0') };
  }),

  'ok-bare-problems: Refusals have no more than they must.': sending((sent) =>
    sent.status >= 400 && isObject(sent.body)
      ? { ...sent, body: { title: sent.body['title'] ?? '', status: sent.status } }
      : sent,
  ),
});
