import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../service/contract.js';
import type { Behaviour, Call, Habits, Reply } from '../behaviour.js';
import { contract } from '../contract.js';
import { isObject } from '../house.js';
import { problemOf, reply } from '../responses.js';
import { fieldsOf } from '../stages.js';
import { conditionsOf, partOf } from './conditions.js';
import { Inapplicable, merged, patched } from './patches.js';
import { type Job, type Numbered, numbered, tagOf, usualRecord } from './store.js';

type Acting = (call: Call, whole: Behaviour) => Reply;

/** The headers that most requests to its operations have. */
export const houseHeaders = (): Record<string, string> => ({
  'X-Archive-Version': '3',
  'X-Request-Cost': '1',
  'X-Served-At': new Date().toISOString(),
  'X-From-Cache': 'false',
});

/** The parts that a variant can replace, as they usually are. */
export function habits(whole: Behaviour): Habits {
  return {
    tag: (_, __, shown) => tagOf(JSON.stringify(shown)),
    allows: conditionsOf,
    part: partOf,
    merge: (_, target, patch) => merged(target, patch) as JsonObject,
    patch: (_, target, operations) => patched(target, operations),
    once(call, make) {
      const { replies } = call.house.archive;
      const key = call.headers['idempotency-key'];
      if (typeof key !== 'string') return make();
      if (key.length < 1 || key.length > 64)
        return whole.refuse(call, 400, 'The Idempotency-Key is too short or long.');
      const known = replies.get(key);
      if (known && known.sent !== sortedText(call.body)) return whole.refuse(call, 422, 'The key has another body.');
      const given = known?.given ?? make();
      replies.set(key, { sent: sortedText(call.body), given });
      return given;
    },
    stateOf({ begun, length }) {
      const share = length === 0 ? 1 : Math.min(1, (performance.now() - begun) / length);
      return { state: share < 0.3 ? 'queued' : share < 1 ? 'running' : 'done', progress: Math.floor(share * 100) };
    },
  };
}

/** A JSON value as a text that does not depend on the order of members. */
export function sortedText(value: Json): string {
  return JSON.stringify(value, (_, each: Json) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

const ofKind =
  (kind: Numbered, act: (resource: JsonObject, call: Call, whole: Behaviour) => Reply): Acting =>
  (call, whole) => {
    const resource = call.house.archive[kind].get(Number(Object.values(call.parameters)[0]));
    return resource ? act(resource, call, whole) : whole.refuse(call, 404, `There is no such ${kind}`);
  };

const isTagged = (kind: Numbered): boolean => kind === 'record' || kind === 'charter';

const tagOfShown = (call: Call, whole: Behaviour, kind: Numbered, resource: JsonObject): string =>
  whole.tag(call, kind, whole.show(call, kind, resource));

function showing(call: Call, whole: Behaviour, kind: Numbered, resource: JsonObject, status = 200): Reply {
  const shown = whole.show(call, kind, resource);
  const tag = isTagged(kind) && { ETag: whole.tag(call, kind, shown) };
  const location = status === 201 && { Location: `${call.operation?.path}/${String(resource[numbered[kind]])}` };
  return reply(status, shown, { ...tag, ...location });
}

const reading = (kind: Numbered): Acting =>
  ofKind(kind, (resource, call, whole) => {
    const answer = showing(call, whole, kind, resource);
    const { ETag: tag } = answer.headers;
    const extra = tag === undefined ? {} : houseHeaders();
    const refused = tag === undefined ? undefined : whole.allows(call, { tag });
    return refused ?? { ...answer, headers: { ...answer.headers, ...extra } };
  });

const removing = (kind: Numbered): Acting =>
  ofKind(kind, (resource, call, whole) => {
    const refused = isTagged(kind) ? whole.allows(call, { tag: tagOfShown(call, whole, kind, resource) }) : undefined;
    if (!refused) call.house.archive[kind].delete(Number(resource[numbered[kind]]));
    return refused ?? reply(204);
  });

/** Changes a resource if the conditions of the request allow this; `next` returns its new fields, or a refusal. */
const changing = (
  kind: Numbered,
  next: (old: JsonObject, call: Call, whole: Behaviour) => JsonObject | Reply,
): Acting =>
  ofKind(kind, (resource, call, whole) => {
    const refused = isTagged(kind) ? whole.allows(call, { tag: tagOfShown(call, whole, kind, resource) }) : undefined;
    if (refused) return refused;
    const fields = next(structuredClone(resource), call, whole);
    if (isReply(fields)) return fields;
    for (const name of Object.keys(resource)) delete resource[name];
    Object.assign(resource, fields);
    const { headers, ...answer } = showing(call, whole, kind, resource);
    // The stored fields differ from those that a PUT sent, so its response has no tag (RFC 9110 9.3.4).
    return { ...answer, headers: call.method === 'PUT' ? { 'Content-Type': 'application/json' } : headers };
  });

const isReply = (value: JsonObject | Reply): value is Reply => isObject(value['headers' as keyof typeof value] as Json);

/** Keeps the members of a body whose names are listed. */
const pick = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(object, name) ? [[name, object[name] ?? null]] : [])));

const writable = {
  record: ['title', 'kind', 'shelfmark', ...Object.keys(usualRecord)],
  charter: ['title', 'note', 'clauses', 'seals', 'witness'],
  loan: ['borrower', 'item', 'due', 'note'],
  member: ['name', 'address', 'role', 'active', 'passphrase'],
};
const usual: Record<Numbered, JsonObject> = {
  record: usualRecord,
  charter: { note: '', seals: [] },
  loan: { note: null },
  member: { role: 'reader', active: true },
};

/** The fields of a new or replaced resource, including defaults for fields that the request leaves out. */
const complete = (kind: Numbered, sent: JsonObject): JsonObject => ({ ...usual[kind], ...pick(sent, writable[kind]) });

const creating =
  (kind: Numbered): Acting =>
  (call, whole) =>
    showing(call, whole, kind, call.house.archive.add(kind, complete(kind, fieldsOf(call))), 201);

const isTaken = ({ house }: Call, address: Json | undefined, except?: Json): boolean =>
  [...house.archive.member.values()].some((each) => each['address'] === address && each['id'] !== except);

const showAll = (call: Call, whole: Behaviour, kind: Numbered, some?: JsonObject[]): JsonObject[] =>
  (some ?? [...call.house.archive[kind].values()]).map((resource) => whole.show(call, kind, resource));

/** A cursor, which only the service can read. */
export const cursorAfter = (number: number): string => Buffer.from(`after/${number}`).toString('base64url');
export const numberOf = (cursor: Json | undefined): number =>
  cursor === undefined ? 0 : Number(/^after\/(\d+)$/.exec(Buffer.from(String(cursor), 'base64url').toString())?.[1]);

function jobOf(whole: Behaviour, job: Job): JsonObject {
  const { state, progress } = whole.stateOf(job);
  const result =
    state === 'done' ? `/archive/exports/${String(job.fields['job_id']).replace('job-', 'export-')}` : null;
  return { ...job.fields, state, progress, result };
}

const answerJob = (call: Call, whole: Behaviour, job: Job, status: number, headers = {}): Reply => {
  const shown = whole.show(call, 'job', jobOf(whole, job));
  const isOver = shown['state'] === 'done' || shown['state'] === 'failed';
  return reply(status, shown, { ...headers, ...(!isOver && { 'Retry-After': '1' }) });
};

export const archiveActs: Readonly<Record<string, Acting>> = {
  'records.list'(call, whole) {
    const { limit, cursor, ...filters } = call.query;
    const after = numberOf(cursor);
    if (Number.isNaN(after)) return whole.refuse(call, 400, 'The cursor is unknown.');
    const found = [...call.house.archive.record.values()].filter((record) =>
      Object.entries(filters).every(([name, value]) => record[name] === value),
    );
    const left = found.filter(({ number }) => Number(number) > after);
    const page = left.slice(0, Number(limit));
    const next = left.length > page.length ? cursorAfter(Number(page.at(-1)?.['number'])) : null;
    return reply(200, { items: showAll(call, whole, 'record', page), total: found.length, next }, houseHeaders());
  },
  'records.create': creating('record'),
  'records.read': reading('record'),
  'records.update': changing('record', (old, call, whole) => {
    const patch = pick(fieldsOf(call), writable.record);
    return { ...usualRecord, ...whole.merge(call, old, patch) };
  }),
  'records.delete': removing('record'),
  'batches.create'(call, whole) {
    const isRecord = contract.operations.find(({ id }) => id === 'records.create')?.body?.validate;
    const results = (fieldsOf(call)['items'] as JsonObject[]).map((item): JsonObject => {
      if (!isRecord?.(whole.taken(call, item))) return { status: 422, problem: problemOf(422, ['No record']) };
      const record = call.house.archive.add('record', complete('record', item));
      return { status: 201, record: whole.show(call, 'record', record) };
    });
    return reply(207, { results });
  },
  'charters.list': (call, whole) => reply(200, showAll(call, whole, 'charter')),
  'charters.create': creating('charter'),
  'charters.read': reading('charter'),
  'charters.replace'(call, whole) {
    if (call.headers['if-match'] === undefined && call.house.archive.charter.has(Number(call.parameters['charter_id'])))
      return whole.refuse(call, 428, 'Send If-Match.');
    return changing('charter', (old) => revised(old, complete('charter', fieldsOf(call))))(call, whole);
  },
  'charters.patch': changing('charter', (old, call, whole) => {
    try {
      const next = whole.patch(call, old, call.body as JsonObject[]);
      const isCharter = contract.operations.find(({ id }) => id === 'charters.replace')?.body?.validate;
      const isKept = isObject(next) && ['id', 'revision'].every((name) => next[name] === old[name]);
      if (!isKept || !isCharter?.(next)) return whole.refuse(call, 422, 'The result is no charter with this id.');
      const fields = complete('charter', next);
      return isDeepStrictEqual(fields, pick(old, writable.charter)) ? old : revised(old, fields);
    } catch (error) {
      if (error instanceof Inapplicable) return whole.refuse(call, 409, error.message);
      throw error;
    }
  }),
  'charters.delete': removing('charter'),
  'scans.list': ({ house }) =>
    reply(
      200,
      [...house.archive.scans.values()].map(({ fields }) => fields),
    ),
  'scans.content'(call, whole) {
    const scan = call.house.archive.scans.get(call.parameters['scan'] ?? '');
    if (!scan) return whole.refuse(call, 404, 'There is no such scan');
    return whole.allows(call, scan) ?? whole.part(call, scan);
  },
  'loans.list'(call, whole) {
    const [limit, offset] = [Number(call.query['limit']), Number(call.query['offset'])];
    const all = [...call.house.archive.loan.values()];
    const next = `</archive/loans?limit=${limit}&offset=${offset + limit}>; rel="next"`;
    const page = showAll(call, whole, 'loan', all.slice(offset, offset + limit));
    return reply(200, page, { ...(offset + limit < all.length && { Link: next }) });
  },
  'loans.create': (call, whole) => whole.once(call, () => creating('loan')(call, whole)),
  'loans.read': reading('loan'),
  'loans.delete': removing('loan'),
  'members.list': (call, whole) => reply(200, { members: showAll(call, whole, 'member') }, houseHeaders()),
  'members.create': (call, whole) =>
    isTaken(call, fieldsOf(call)['address'])
      ? whole.refuse(call, 409, 'The address is taken.')
      : creating('member')(call, whole),
  'members.read': reading('member'),
  'members.replace': changing('member', (old, call, whole) => {
    const fields = complete('member', fieldsOf(call));
    if (isTaken(call, fields['address'], old['id'])) return whole.refuse(call, 409, 'The address is taken.');
    return { ...old, ...fields };
  }),
  'members.delete': removing('member'),
  'exports.start'(call, whole) {
    const job = call.house.archive.addJob(pick(fieldsOf(call), ['format', 'kind']), 100 + Math.random() * 900);
    return answerJob(call, whole, job, 202, { Location: `/archive/jobs/${String(job.fields['job_id'])}` });
  },
  'exports.read'(call, whole) {
    const export_id = call.parameters['export_id'] ?? '';
    const job = call.house.archive.jobs.get(export_id.replace(/^export-/, 'job-'));
    const isDone = export_id.startsWith('export-') && job && whole.stateOf(job).state === 'done';
    if (!isDone) return whole.refuse(call, 404, 'There is no such export');
    const { format = '', kind } = job.order;
    const records = [...call.house.archive.record.values()].filter(
      (each) => kind === undefined || each['kind'] === kind,
    );
    job.order['rows'] ??= records.length;
    return reply(200, whole.show(call, 'export', { export_id, format, rows: job.order['rows'] }));
  },
  'jobs.list'(call, whole) {
    const jobs = [...call.house.archive.jobs.values()];
    return reply(
      200,
      jobs.map((job) => whole.show(call, 'job', jobOf(whole, job))),
    );
  },
  'jobs.read'(call, whole) {
    const job = call.house.archive.jobs.get(call.parameters['job_id'] ?? '');
    return job ? answerJob(call, whole, job, 200) : whole.refuse(call, 404, 'There is no such job');
  },
  'jobs.delete'(call, whole) {
    const isGone = call.house.archive.jobs.delete(call.parameters['job_id'] ?? '');
    return isGone ? reply(204) : whole.refuse(call, 404, 'There is no such job');
  },
};

const revised = (old: JsonObject, fields: JsonObject): JsonObject => ({
  ...fields,
  id: old['id'] ?? 0,
  revision: Number(old['revision']) + 1,
});
