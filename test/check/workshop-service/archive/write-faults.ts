import type { Json, JsonObject } from '../../service/contract.js';
import type { Call } from '../behaviour.js';
import { admitting, type Replacing, responding } from '../faults.js';
import { isObject } from '../house.js';
import { sortedText } from './acts.js';
import {
  after,
  having,
  heading,
  ignoring,
  othersOf,
  reading,
  saying,
  showing,
  storedOf,
  tagging,
} from './fault-kit.js';
import { applied } from './patches.js';
import { tagOf, usualRecord } from './store.js';

const merging = (edit: (target: JsonObject, patch: JsonObject, usual: JsonObject) => JsonObject): Replacing =>
  having('merge', (base) => (call, target, patch) => edit(target, patch, base.merge(call, target, patch)));

/** Merges only members whose values pass the test. */
const mergingSome = (passes: (value: Json) => boolean): Replacing =>
  having('merge', (base) => (call, target, patch) => {
    const members = Object.entries(patch).filter(([, value]) => passes(value));
    return base.merge(call, target, Object.fromEntries(members));
  });

const patching = (edit: (operation: JsonObject, index: number) => JsonObject | undefined): Replacing =>
  having('patch', (base) => (call, target, operations) => {
    const editedObjects = operations.map(edit).filter((each) => each !== undefined);
    return base.patch(call, target, editedObjects);
  });

/** Changes how the service handles a repeated request with the same key. */
const repeating = (act: (call: Call) => Partial<{ status: number; body: Json }>): Replacing =>
  having('once', (base) => {
    const seenValues = new Set<string>();
    return (call, make) => {
      const id = `${String(call.headers['idempotency-key'])} ${sortedText(call.body)}`;
      const isFirst = !seenValues.has(id) || call.headers['idempotency-key'] === undefined;
      seenValues.add(id);
      const reply = base.once(call, make);
      return isFirst ? reply : { ...reply, ...act(call) };
    };
  });

const inBatch = (edit: (results: JsonObject[], call: Call) => JsonObject[]): Replacing =>
  saying((body, call) => ({ ...body, results: edit(body['results'] as JsonObject[], call) }), 207);

const isFailed = ({ status }: JsonObject): boolean => status === 422;

/** Faults that only writes show. */
export const writeFaults: Readonly<Record<`${'d' | 'w'} ${string}: ${string}`, Replacing>> = {
  // Conditions
  'w stale-match-accepted records.update: If-Match is ignored.': ignoring('if-match'),
  'w stale-match-deletes records.delete charters.delete: If-Match is ignored.': ignoring('if-match'),
  'w match-weak charters.replace records.update: If-Match takes a weak tag.': reading('if-match', (tag) =>
    tag?.replaceAll('W/', ''),
  ),
  'w match-missing charters.replace: Nobody needs If-Match.': reading('if-match', (tag = '*') => tag),
  'w match-star-refused records.update charters.replace: If-Match does not know the star.': reading(
    'if-match',
    (tag) => (tag === '*' ? '"*"' : tag),
  ),
  'w stale-match-applied records.update charters.patch: A failed condition is reported after the change.': (
    base,
    isIt,
  ) => ({
    act(call) {
      const reply = base.act(call);
      const { 'if-match': _, ...headers } = call.headers;
      if (isIt(call) && reply.status === 412) base.act({ ...call, headers });
      return reply;
    },
  }),
  // Tags
  'w tag-kept records.read records.update: A change keeps the ETag.': tagging((_, { number = 0 }) =>
    tagOf(`r${number}`),
  ),
  'w tag-shallow records.read records.update: The ETag does not depend on arrays and objects.': tagging((_, view) =>
    tagOf(JSON.stringify(Object.values(view).filter((value) => typeof value !== 'object'))),
  ),
  'w tag-by-minute charters.read charters.patch charters.replace: Changes in one minute have one ETag.': tagging(
    (_, { id = 0 }) => tagOf(`charter ${id} ${Math.floor(Date.now() / 60_000)}`),
  ),
  'w tag-of-created-other records.create charters.create: A creation returns another ETag than reads.': heading(
    ({ ETag = '' }) => ({ ETag: tagOf(ETag) }),
    201,
  ),
  // Idempotency-Key
  'w repeat-lends loans.create: The Idempotency-Key is ignored.': ignoring('idempotency-key'),
  'w other-body-lends loans.create: The same key with another body lends again.': having(
    'once',
    (base) => (call, make) => {
      const reply = base.once(call, make);
      return reply.status === 422 ? make() : reply;
    },
  ),
  'w other-body-repeats loans.create: The same key with another body gets the first response.': having(
    'once',
    (base) => (call, make) => base.once({ ...call, body: null }, make),
  ),
  'w repeat-409 loans.create: The same request again is refused.': repeating(() => ({ status: 409, body: {} })),
  'w repeat-200 loans.create: The same request again has another status.': repeating(() => ({ status: 200 })),
  'w key-cut loans.create: Only the first eight characters of a key count.': reading('idempotency-key', (key) =>
    key?.slice(0, 8),
  ),
  // Patches
  'w merge-empty-ignored records.update: An empty text changes nothing.': mergingSome((value) => value !== ''),
  'w merge-resets records.update: What a patch leaves out is as for a new record.': merging((_, patch, usual) => ({
    ...usual,
    ...Object.fromEntries(Object.entries(usualRecord).filter(([name]) => !Object.hasOwn(patch, name))),
  })),
  'w patch-half charters.patch: Operations before one that cannot apply stay.': having(
    'patch',
    () => (call, target, operations) => {
      let document: Json = structuredClone(target);
      try {
        for (const operation of operations) document = applied(document, operation);
      } catch (error) {
        Object.assign(storedOf(call) ?? {}, document);
        throw error;
      }
      return document;
    },
  ),
  'w patch-test-ignored charters.patch: A test always passes.': patching((each) =>
    each['op'] === 'test' ? undefined : each,
  ),
  'w patch-add-overwrites charters.patch: An addition to an array replaces an item.': having(
    'patch',
    (base) => (call, target, operations) =>
      operations.reduce<JsonObject>((document, each) => {
        const op = each['op'] === 'add' && /\/\d+$/.test(String(each['path'])) ? 'replace' : each['op'];
        return base.patch(call, document, [{ ...each, op: op ?? null }]) as JsonObject;
      }, target),
  ),
  'w patch-replace-adds charters.patch: A replacement of nothing adds.': patching((each) =>
    each['op'] === 'replace' && !/\/\d+$/.test(String(each['path'])) ? { ...each, op: 'add' } : each,
  ),
  'w patch-move-copies charters.patch: A move leaves the value behind.': patching((each) =>
    each['op'] === 'move' ? { ...each, op: 'copy' } : each,
  ),
  'w patch-first-only charters.patch: Only the first operation applies.': patching((each, index) =>
    index === 0 ? each : undefined,
  ),
  'w patch-dash-first charters.patch: The end of an array is its beginning.': patching((each) => ({
    ...each,
    path: String(each['path']).replace(/\/-$/, '/0'),
  })),
  // Keys and mistakes
  'w delete-any-key records.delete: Any key is enough.': admitting((key) => key !== ''),
  'w secret-in-created members.create: A creation shows the passphrase.': showing((_, resource) => resource),
  'w secret-in-problem members.create members.replace: A refusal repeats the body.': responding(
    ({ body, status }, call) => (status >= 400 && isObject(body) ? { body: { ...body, detail: `${call.bytes}` } } : {}),
  ),
  // Read-only members
  'w created-at-taken records.update: The time of creation is that in the request.': after((call) => {
    const { created_at } = JSON.parse(call.bytes.toString()) as JsonObject;
    const record = storedOf(call);
    if (record && created_at !== undefined) record['created_at'] = created_at;
  }),
  'w revision-stays charters.replace charters.patch: A change is not counted.': after((call, _, { revision = 1 }) =>
    Object.assign(storedOf(call) ?? {}, { revision }),
  ),
  // Neighbours
  'w new-member-alone members.create: All other members are no longer active.': after((call, { body }) => {
    for (const other of othersOf(call, 'member'))
      if (other['id'] !== (body as JsonObject)['id']) other['active'] = false;
  }),
  'w charter-takes-loan charters.delete: The newest loan is removed as well.': after(({ store }) =>
    store.archive.loan.delete(Math.max(...store.archive.loan.keys())),
  ),
  // Several at once
  'w batch-reversed batches.create: The results are in reverse order.': inBatch((results) => results.toReversed()),
  'w batch-all-201 batches.create: An item that is refused has the status of the others.': inBatch((results) =>
    results.map((each) => (isFailed(each) ? { status: 201 } : each)),
  ),
  'w batch-misses-refused batches.create: An item that is refused has no result.': inBatch((results) =>
    results.filter((each) => !isFailed(each)),
  ),
  'w batch-one-for-all batches.create: One item that is refused refuses all.': (base, isIt) => ({
    act(call) {
      const reply = base.act(call);
      const { results = [] } = (isIt(call) ? reply.body : {}) as { results?: JsonObject[] };
      if (!results.some(isFailed)) return reply;
      for (const { record } of results) call.store.archive.record.delete(Number((record as JsonObject)?.['number']));
      return base.refuse(call, 422, 'An item is no record.');
    },
  }),
  'w batch-unsaved batches.create: The last of several items is not stored.': after(({ store }, { body }) => {
    const createdObjects = (body as { results: JsonObject[] }).results.flatMap(({ record }) =>
      record ? [record as JsonObject] : [],
    );
    if (createdObjects.length > 1) store.archive.record.delete(Number(createdObjects.at(-1)?.['number']));
  }),
  // Location
  'w location-inside members.create: Location names a machine inside.': heading(
    ({ Location }) => ({ Location: `http://localhost:8080${Location}` }),
    201,
  ),
};
