import { contract } from '../../../generated/contract.js';
import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import type { Fault } from '../behaviour/behaviour.js';
import { gzipWhere } from './http.js';
import {
  bytesOf,
  changed,
  hashOf,
  isSuccess,
  mapItems,
  misshowing,
  type Replacement,
  right,
  showing,
  withBody,
} from './parts.js';

/** An object without the fields that hold nothing, at any depth. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, below]) => (isEmpty(below) ? [] : [[name, withoutEmpty(below)]])),
  );
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

const entrySchema = (contract.components['schemas'] as Record<string, Schema>)['PartnerEntry'];
const noItems: JsonObject = Object.fromEntries(
  Object.entries(entrySchema?.properties ?? {}).flatMap(([name, { type }]) => (type === 'array' ? [[name, []]] : [])),
);

/** The same moment on the clock of another place, with more or fewer digits (RFC 3339 §5.6). */
function elsewhereAt(text: string, seed: string): string {
  const [, fraction = ''] = /\.(\d+)Z$/.exec(text) ?? [];
  const minutes = [120, -330, 0][hashOf(seed) % 3] ?? 0;
  const local = new Date(Math.floor(Date.parse(text) / 1000) * 1000 + minutes * 60_000).toISOString().slice(0, 19);
  const digits = fraction.padEnd(hashOf(`${seed} `) % 10, '0');
  const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local}${digits && `.${digits}`}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** An entry that was public before any request said what it is to be shows a value of its own. */
const newStatus: Replacement = (behaviour) => {
  const said = new Set<string>();
  const saying = new WeakMap<object, string[]>();
  return {
    perform(call) {
      const one: JsonObject = { ...(isObject(call.body) && call.body), id: call.parameters['entry_id'] ?? '' };
      const items = (Array.isArray(call.body) ? call.body : [one]).filter(isObject);
      const ids = items.flatMap((item) => (Object.hasOwn(item, 'status') ? [String(item['id']).toLowerCase()] : []));
      saying.set(call.parameters, ids);
      return behaviour.perform(call);
    },
    commit(store, changes, exchange) {
      for (const id of saying.get(exchange.parameters) ?? []) said.add(id);
      for (const [kind, collection, what] of changes) {
        if (kind !== 'put' || collection !== 'PartnerEntry') continue;
        if (store.get(collection, what.id)?.value['status'] !== what.value['status']) said.add(what.id);
      }
      behaviour.commit(store, changes, exchange);
    },
    ...showing('PartnerEntry', (entry) =>
      entry['status'] === 'public' && !said.has(String(entry['id'])) ? { ...entry, status: 'under_review' } : entry,
    )(behaviour),
  };
};

/** JSON knows one kind of number: an integer may be written with a fraction of nothing (RFC 8259 §6). */
function withFractions(bytes: Uint8Array): string {
  const mark = '\u0000integer ';
  const value = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  const marked = JSON.stringify(value, (_, below: unknown) =>
    Number.isSafeInteger(below) ? `${mark}${String(below)}` : below,
  );
  return marked.replace(/"\\u0000integer (-?\d+)"/g, '$1.0');
}

const numbers: Replacement = ({ finish }) => ({
  async finish(exchange, response) {
    const before = await finish(exchange, response);
    const isJson = before.json !== undefined || before.items !== undefined;
    const bytes = isJson && isSuccess(before) ? bytesOf(before) : undefined;
    return bytes ? withBody(before, withFractions(bytes)) : before;
  },
});

/** A proxy in front of the server adds what proxies add. */
const labels: Replacement = ({ finish }) => {
  let count = 0;
  return {
    async finish(exchange, response) {
      const before = await finish(exchange, response);
      count += 1;
      // Names of headers have no case (RFC 9110 §5.1); `Response` makes it small, a socket need not.
      const extra = { 'X-Request-ID': String(count), 'X-FRAME-Options': 'DENY', 'Cache-CONTROL': 'no-store' };
      const isJson = before.json !== undefined || before.items !== undefined;
      const type = before.headers['content-type'] ?? 'application/json';
      const label = isJson && type === 'application/json' && { 'content-type': 'application/json; charset=utf-8' };
      return { ...before, headers: { ...before.headers, ...extra, ...label } };
    },
  };
};

/** Answers that a right server may give and the sandbox does not. */
export const rightResponses: readonly Fault[] = [
  right('ok-omits-empty-fields', 'Fields without a value are left out of answers.', (behaviour) => ({
    answer: (exchange, outcome) => mapItems(behaviour.answer(exchange, outcome), withoutEmpty),
  })),

  right(
    'ok-empty-url',
    'An entry shows an empty text for `award`.',
    misshowing('PartnerEntry', (it) => changed(it, 'award', () => '')),
  ),

  right('ok-number-1.0', 'Answers write integers as `1.0`.', numbers),

  right('ok-charset', 'Answers name their charset, and have headers that nobody asked for.', labels),

  right('ok-gzip', 'Answers are compressed with gzip where Accept-Encoding allows it.', gzipWhere('welcome')),

  right(
    'ok-empty-arrays',
    'An entry shows an empty array where it has nothing.',
    showing('PartnerEntry', (it) => ({
      ...it,
      ...Object.fromEntries(Object.entries(noItems).filter(([name]) => !Object.hasOwn(it, name))),
    })),
  ),

  right('ok-new-status-value', 'Entries show a `status` that was not seen before, until it is set.', newStatus),

  right(
    'ok-date-offset',
    'Reviews show `created` with an offset, and with 0 to 9 digits of a fraction.',
    showing('Review', (review) =>
      changed(review, 'created', (created) =>
        typeof created === 'string' ? elsewhereAt(created, String(review['id'])) : created,
      ),
    ),
  ),
];
