import type { Json, JsonObject } from '../../service/contract.js';
import type { Call } from '../behaviour.js';
import { admitting, type Replacing, responding } from '../faults.js';
import { cursorAfter, numberOf } from './acts.js';
import {
  calling,
  failingFor,
  having,
  heading,
  ignoring,
  leading,
  reading,
  saying,
  searching,
  showing,
  slowing,
  tagging,
} from './fault-kit.js';
import { tagOf } from './store.js';

/** Lists the records that pass this test, instead of those that pass the usual filters. */
const listing = (passes: (record: JsonObject, filters: [string, Json][]) => boolean): Replacing =>
  calling(({ store, query: { limit = 6, cursor, ...filters } }) => {
    const matches = [...store.archive.record].filter(([, record]) => passes(record, Object.entries(filters)));
    const archive = Object.create(store.archive, { record: { value: new Map(matches) } });
    return {
      store: Object.create(store, { archive: { value: archive } }),
      query: { limit, ...(cursor && { cursor }) },
    };
  });

const atHead =
  (edit: Replacing): Replacing =>
  (before, isIt) =>
    edit(before, (call) => isIt(call) && call.method === 'HEAD');

const shift = (by: number): Replacing =>
  searching(({ cursor, ...query }) =>
    cursor === undefined ? query : { ...query, cursor: cursorAfter(Math.max(0, numberOf(cursor) + by)) },
  );

const toWeak = /W\/"[^"]*"/g;
const isOpenRange = /^bytes=\d+-$/;
const hasMore = (tag: string | undefined): boolean => tag?.includes(',') ?? false;
const bytes = (text: string | Buffer | undefined): Buffer => Buffer.from(text ?? '');
const hasBadPercent = ({ target }: Call): boolean => /%(?![0-9a-f]{2})/i.test(target);
const asPage = { 'Content-Type': 'text/html; charset=utf-8' };

/** Faults that reads show: mode, name, operations and a sentence, and then the changed behaviour. */
export const readFaults: Readonly<Record<`${'d' | 'w'} ${string}: ${string}`, Replacing>> = {
  // Conditions
  'd none-match-ignored records.read charters.read: If-None-Match is ignored.': ignoring('if-none-match'),
  'd none-match-star-ignored records.read: If-None-Match does not know the star.': reading('if-none-match', (list) =>
    list?.trim() === '*' ? '"*"' : list,
  ),
  'd none-match-list-ignored charters.read: If-None-Match knows no lists.': reading('if-none-match', (list) =>
    hasMore(list) ? '"list"' : list,
  ),
  'd none-match-strong records.read: If-None-Match with a weak tag never matches.': reading('if-none-match', (list) =>
    list?.replace(toWeak, '"weak"'),
  ),
  'd unchanged-without-tag charters.read: A 304 has no ETag.': heading(() => ({ ETag: undefined }), 304),
  'd since-always scans.content: Any If-Modified-Since gets 304.': reading('if-modified-since', (date) =>
    Number.isNaN(Date.parse(date ?? '')) ? date : new Date().toUTCString(),
  ),
  'd since-beside-tag scans.content: If-Modified-Since counts beside If-None-Match.': having(
    'allows',
    (before) => (call, version) => {
      const { 'if-none-match': _, ...headers } = call.headers;
      return before.allows(call, version) ?? before.allows({ ...call, headers }, version);
    },
  ),
  // Tags
  'd tag-each-read charters.read: Each read has another ETag.': tagging(() => tagOf(String(Math.random()))),
  'd tag-unquoted records.read: The ETag has no quotes.': heading(
    ({ ETag = '' }) => ({ ETag: ETag.slice(1, -1) }),
    200,
  ),
  'd tag-of-head-other records.read: HEAD has another ETag.': atHead(
    heading(({ ETag = '' }) => ({ ETag: tagOf(`HEAD ${ETag}`) }), 200),
  ),
  'd tag-absent charters.read: There is no ETag.': heading(() => ({ ETag: undefined }), 200),
  // Ranges
  'd part-short scans.content: A part lacks its last byte.': responding(
    ({ text }) => ({ text: bytes(text).subarray(0, -1) }),
    206,
  ),
  'd suffix-from-start scans.content: The last bytes are the first ones.': reading('range', (range) =>
    range?.replace(/=-(\d+)$/, '=0-$1'),
  ),
  'd part-placeless scans.content: A part has no Content-Range.': heading(() => ({ 'Content-Range': undefined }), 206),
  'd part-total scans.content: The total in Content-Range is that of the part.': responding(
    ({ text, headers }) => ({
      headers: {
        ...headers,
        'Content-Range': String(headers['Content-Range']).replace(/\d+$/, String(bytes(text).length)),
      },
    }),
    206,
  ),
  'd past-end-empty scans.content: A range after the end is an empty part.': responding(
    ({ headers }) => ({ status: 206, text: '', headers: { ...headers, 'Content-Type': 'application/octet-stream' } }),
    416,
  ),
  'd past-end-500 scans.content: A range after the end fails.': responding(() => ({ status: 500 }), 416),
  'd past-end-sizeless scans.content: A 416 does not tell the size.': heading(
    () => ({ 'Content-Range': undefined }),
    416,
  ),
  'd if-range-ignored scans.content: If-Range is ignored.': ignoring('if-range'),
  'd if-range-weak scans.content: If-Range takes a weak tag.': reading('if-range', (tag) => tag?.replace('W/', '')),
  'd open-range-short scans.content: An open range lacks the last byte.': responding(
    ({ text }, { headers }) => (isOpenRange.test(headers.range ?? '') ? { text: bytes(text).subarray(0, -1) } : {}),
    206,
  ),
  'd part-other-tag scans.content: A part has an ETag of its own.': heading(
    ({ 'Content-Range': range = '' }) => ({ ETag: tagOf(range) }),
    206,
  ),
  // Pages
  'd page-overlaps records.list: A page begins with the last record of the page before.': shift(-1),
  'd page-skips records.list: Between two pages, a record is missing.': shift(1),
  'd cursor-forgets-kind records.list: The pages after the first are not filtered.': searching(
    ({ kind = null, sealed = null, ...query }) =>
      query['cursor'] === undefined
        ? { ...query, ...(kind !== null && { kind }), ...(sealed !== null && { sealed }) }
        : query,
  ),
  'd last-leads-back records.list: The last page leads to the first.': saying(
    (body) => ({ ...body, next: body['next'] ?? cursorAfter(0) }),
    200,
  ),
  'd cursor-unknown-first records.list: An unknown cursor gets the first page.': searching(({ cursor, ...query }) =>
    cursor === undefined || Number.isNaN(numberOf(cursor)) ? query : { ...query, cursor },
  ),
  'd link-skips-one loans.list: The next page leaves out an item.': heading(
    ({ Link }) => ({ Link: Link?.replace(/offset=(\d+)/, (_, offset) => `offset=${+offset + 1}`) }),
    200,
  ),
  'd link-bare loans.list: The address in Link has no brackets.': heading(
    ({ Link }) => ({ Link: Link?.replace(/[<>]/g, '') }),
    200,
  ),
  'd link-elsewhere loans.list: The address in Link lacks the beginning of the path.': heading(
    ({ Link }) => ({ Link: Link?.replace('/archive', '') }),
    200,
  ),
  'd offset-past-end-500 loans.list: An offset after the end fails.': failingFor(
    ({ target, store }) => Number(/offset=(\d+)/.exec(target)?.[1]) >= store.archive.loan.size,
  ),
  // Filters
  'd place-contains records.list: The filter for places finds parts.': listing((record, filters) =>
    filters.every(([name, value]) =>
      name === 'place' ? `${record[name]}`.includes(`${value}`) : record[name] === value,
    ),
  ),
  // Keys
  'd bearer-any members.list loans.list: Any bearer token is accepted.': (before, isIt) => ({
    key: (call) => (isIt(call) && /^bearer \S/i.test(call.headers.authorization ?? '') ? undefined : before.key(call)),
  }),
  'd bearer-refused loans.read members.read: The key as bearer token is refused.': (before, isIt) => ({
    key: (call) => before.key(isIt(call) ? { ...call, headers: { ...call.headers, authorization: '' } } : call),
  }),
  'd head-without-key charters.read: HEAD needs no key.': atHead(admitting(() => true)),
  // Paths
  'd slash-free records.list members.list: With a slash at the end, nobody needs a key.': leading(
    (target) => target.replace(/\/(?=$|\?)/, ''),
    true,
  ),
  'd slashes-free scans.list charters.list: With two slashes, nobody needs a key.': leading(
    (target) => target.replace(/\/{2,}/g, '/'),
    true,
  ),
  'd case-free loans.list jobs.list: In capitals, nobody needs a key.': leading((target) => target.toLowerCase(), true),
  'd percent-500 scans.content jobs.read: A percent sign alone fails.': failingFor(hasBadPercent),
  // Headers
  'd cost-zero records.list: A request costs nothing.': heading(() => ({ 'X-Request-Cost': '0' }), 200),
  'd version-old charters.read: The version is another one.': heading(() => ({ 'X-Archive-Version': '2' }), 200),
  'd served-as-http members.list: A time is an HTTP date.': heading(
    () => ({ 'X-Served-At': new Date().toUTCString() }),
    200,
  ),
  'd cached-no records.read: A boolean is a word.': heading(() => ({ 'X-From-Cache': 'no' }), 200),
  'd slow-without-time members.read: A 429 has no Retry-After.': slowing({}),
  // Problems
  'd problem-status-other records.read: A 404 says that it is a 400.': saying(
    (body) => ({ ...body, status: 400 }),
    404,
  ),
  // Secrets and read-only members
  'd secret-in-list members.list: The list shows passphrases.': showing((_, resource) => resource),
  'd secret-hashed members.read: A member shows the hash of the passphrase.': showing((view, resource) => ({
    ...view,
    passphrase: tagOf(String(resource['passphrase'])).slice(1, -1),
  })),
  'd joined-now members.read: The member joined at the time of the read.': showing((view) => ({
    ...view,
    joined_at: new Date().toISOString(),
  })),
  // HEAD
  'd head-other-type jobs.list: HEAD has another media type.': atHead(heading(() => asPage, 200)),
  'd head-unknown-200 records.read: HEAD finds what does not exist.': atHead(responding(() => ({ status: 200 }), 404)),
};
