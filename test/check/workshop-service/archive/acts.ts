import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../service/contract.js';
import type { Behaviour, Call, Habits, Reply } from '../behaviour.js';
import { contract } from '../contract.js';
import { isObject } from '../house.js';
import { problemOf, reply } from '../responses.js';
import { fieldsOf } from '../stages.js';
import { conditionsOf, partOf } from './conditions.js';
import { applyPatch, Inapplicable, mergePatch } from './patches.js';
import { type Job, type Numbered, numbered, tagOf, usualRecord } from './store.js';

type Acting = (call: Call, behaviour: Behaviour) => Reply;

/** The headers that most requests to its operations have. */
export const storeHeaders = (): Record<string, string> => ({
  'X-Archive-Version': '3',
  'X-Request-Cost': '1',
  'X-Served-At': new Date().toISOString(),
  'X-From-Cache': 'false',
});

/** The parts that a variant can replace, as they usually are. */
export function habits(behaviour: Behaviour): Habits {
  return {
    tag: (_, __, view) => tagOf(JSON.stringify(view)),
    allows: conditionsOf,
    part: partOf,
    merge: (_, target, patch) => mergePatch(target, patch) as JsonObject,
    patch: (_, target, operations) => applyPatch(target, operations),
    once(call, make) {
      const { replies } = call.store.archive;
      const key = call.headers['idempotency-key'];
      if (typeof key !== 'string') return make();
      if (key.length < 1 || key.length > 64)
        return behaviour.refuse(call, 400, 'The Idempotency-Key is too short or long.');
      const entry = replies.get(key);
      if (entry && entry.requestText !== sortedText(call.body))
        return behaviour.refuse(call, 422, 'The key has another body.');
      const givenReply = entry?.reply ?? make();
      replies.set(key, { requestText: sortedText(call.body), reply: givenReply });
      return givenReply;
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
  (kind: Numbered, act: (resource: JsonObject, call: Call, behaviour: Behaviour) => Reply): Acting =>
  (call, behaviour) => {
    const resource = call.store.archive[kind].get(Number(Object.values(call.parameters)[0]));
    return resource ? act(resource, call, behaviour) : behaviour.refuse(call, 404, `There is no such ${kind}`);
  };

const isTagged = (kind: Numbered): boolean => kind === 'record' || kind === 'charter';

const tagOfShown = (call: Call, behaviour: Behaviour, kind: Numbered, resource: JsonObject): string =>
  behaviour.tag(call, kind, behaviour.show(call, kind, resource));

function showing(call: Call, behaviour: Behaviour, kind: Numbered, resource: JsonObject, status = 200): Reply {
  const view = behaviour.show(call, kind, resource);
  const tag = isTagged(kind) && { ETag: behaviour.tag(call, kind, view) };
  const location = status === 201 && { Location: `${call.operation?.path}/${String(resource[numbered[kind]])}` };
  return reply(status, view, { ...tag, ...location });
}

const reading = (kind: Numbered): Acting =>
  ofKind(kind, (resource, call, behaviour) => {
    const answer = showing(call, behaviour, kind, resource);
    const { ETag: tag } = answer.headers;
    const extra = tag === undefined ? {} : storeHeaders();
    const refusal = tag === undefined ? undefined : behaviour.allows(call, { tag });
    return refusal ?? { ...answer, headers: { ...answer.headers, ...extra } };
  });

const removing = (kind: Numbered): Acting =>
  ofKind(kind, (resource, call, whole) => {
    const refusal = isTagged(kind) ? whole.allows(call, { tag: tagOfShown(call, whole, kind, resource) }) : undefined;
    if (!refusal) call.store.archive[kind].delete(Number(resource[numbered[kind]]));
    return refusal ?? reply(204);
  });

/** Changes a resource if the conditions of the request allow this; `next` returns its new fields, or a refusal. */
const changing = (
  kind: Numbered,
  next: (resource: JsonObject, call: Call, behaviour: Behaviour) => JsonObject | Reply,
): Acting =>
  ofKind(kind, (resource, call, whole) => {
    const refusal = isTagged(kind) ? whole.allows(call, { tag: tagOfShown(call, whole, kind, resource) }) : undefined;
    if (refusal) return refusal;
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
const complete = (kind: Numbered, body: JsonObject): JsonObject => ({ ...usual[kind], ...pick(body, writable[kind]) });

const creating =
  (kind: Numbered): Acting =>
  (call, behaviour) =>
    showing(call, behaviour, kind, call.store.archive.add(kind, complete(kind, fieldsOf(call))), 201);

const isTaken = ({ store }: Call, address: Json | undefined, except?: Json): boolean =>
  [...store.archive.member.values()].some((each) => each['address'] === address && each['id'] !== except);

const showAll = (call: Call, behaviour: Behaviour, kind: Numbered, objects?: JsonObject[]): JsonObject[] =>
  (objects ?? [...call.store.archive[kind].values()]).map((resource) => behaviour.show(call, kind, resource));

/** A cursor, which only the service can read. */
export const cursorAfter = (number: number): string => Buffer.from(`after/${number}`).toString('base64url');
export const numberOf = (cursor: Json | undefined): number =>
  cursor === undefined ? 0 : Number(/^after\/(\d+)$/.exec(Buffer.from(String(cursor), 'base64url').toString())?.[1]);

function jobOf(behaviour: Behaviour, job: Job): JsonObject {
  const { state, progress } = behaviour.stateOf(job);
  const result =
    state === 'done' ? `/archive/exports/${String(job.fields['job_id']).replace('job-', 'export-')}` : null;
  return { ...job.fields, state, progress, result };
}

const answerJob = (call: Call, behaviour: Behaviour, job: Job, status: number, headers = {}): Reply => {
  const view = behaviour.show(call, 'job', jobOf(behaviour, job));
  const isOver = view['state'] === 'done' || view['state'] === 'failed';
  return reply(status, view, { ...headers, ...(!isOver && { 'Retry-After': '1' }) });
};

export const archiveActs: Readonly<Record<string, Acting>> = {
  'records.list'(call, behaviour) {
    const { limit, cursor, ...filters } = call.query;
    const after = numberOf(cursor);
    if (Number.isNaN(after)) return behaviour.refuse(call, 400, 'The cursor is unknown.');
    const objects = [...call.store.archive.record.values()].filter((record) =>
      Object.entries(filters).every(([name, value]) => record[name] === value),
    );
    const remainingObjects = objects.filter(({ number }) => Number(number) > after);
    const page = remainingObjects.slice(0, Number(limit));
    const next = remainingObjects.length > page.length ? cursorAfter(Number(page.at(-1)?.['number'])) : null;
    return reply(200, { items: showAll(call, behaviour, 'record', page), total: objects.length, next }, storeHeaders());
  },
  'records.create': creating('record'),
  'records.read': reading('record'),
  'records.update': changing('record', (resource, call, behaviour) => {
    const patch = pick(fieldsOf(call), writable.record);
    return { ...usualRecord, ...behaviour.merge(call, resource, patch) };
  }),
  'records.delete': removing('record'),
  'batches.create'(call, behaviour) {
    const isRecord = contract.operations.find(({ id }) => id === 'records.create')?.body?.validate;
    const results = (fieldsOf(call)['items'] as JsonObject[]).map((item): JsonObject => {
      if (!isRecord?.(behaviour.acceptBody(call, item))) return { status: 422, problem: problemOf(422, ['No record']) };
      const record = call.store.archive.add('record', complete('record', item));
      return { status: 201, record: behaviour.show(call, 'record', record) };
    });
    return reply(207, { results });
  },
  'charters.list': (call, behaviour) => reply(200, showAll(call, behaviour, 'charter')),
  'charters.create': creating('charter'),
  'charters.read': reading('charter'),
  'charters.replace'(call, behaviour) {
    if (call.headers['if-match'] === undefined && call.store.archive.charter.has(Number(call.parameters['charter_id'])))
      return behaviour.refuse(call, 428, 'Send If-Match.');
    return changing('charter', (resource) => revised(resource, complete('charter', fieldsOf(call))))(call, behaviour);
  },
  'charters.patch': changing('charter', (resource, call, behaviour) => {
    try {
      const next = behaviour.patch(call, resource, call.body as JsonObject[]);
      const isCharter = contract.operations.find(({ id }) => id === 'charters.replace')?.body?.validate;
      const isKept = isObject(next) && ['id', 'revision'].every((name) => next[name] === resource[name]);
      if (!isKept || !isCharter?.(next)) return behaviour.refuse(call, 422, 'The result is no charter with this id.');
      const fields = complete('charter', next);
      return isDeepStrictEqual(fields, pick(resource, writable.charter)) ? resource : revised(resource, fields);
    } catch (error) {
      if (error instanceof Inapplicable) return behaviour.refuse(call, 409, error.message);
      throw error;
    }
  }),
  'charters.delete': removing('charter'),
  'scans.list': ({ store }) =>
    reply(
      200,
      [...store.archive.scans.values()].map(({ fields }) => fields),
    ),
  'scans.content'(call, behaviour) {
    const scan = call.store.archive.scans.get(call.parameters['scan'] ?? '');
    if (!scan) return behaviour.refuse(call, 404, 'There is no such scan');
    return behaviour.allows(call, scan) ?? behaviour.part(call, scan);
  },
  'loans.list'(call, behaviour) {
    const [limit, offset] = [Number(call.query['limit']), Number(call.query['offset'])];
    const allObjects = [...call.store.archive.loan.values()];
    const next = `</archive/loans?limit=${limit}&offset=${offset + limit}>; rel="next"`;
    const page = showAll(call, behaviour, 'loan', allObjects.slice(offset, offset + limit));
    return reply(200, page, { ...(offset + limit < allObjects.length && { Link: next }) });
  },
  'loans.create': (call, behaviour) => behaviour.once(call, () => creating('loan')(call, behaviour)),
  'loans.read': reading('loan'),
  'loans.delete': removing('loan'),
  'members.list': (call, behaviour) => reply(200, { members: showAll(call, behaviour, 'member') }, storeHeaders()),
  'members.create': (call, behaviour) =>
    isTaken(call, fieldsOf(call)['address'])
      ? behaviour.refuse(call, 409, 'The address is taken.')
      : creating('member')(call, behaviour),
  'members.read': reading('member'),
  'members.replace': changing('member', (resource, call, behaviour) => {
    const fields = complete('member', fieldsOf(call));
    if (isTaken(call, fields['address'], resource['id'])) return behaviour.refuse(call, 409, 'The address is taken.');
    return { ...resource, ...fields };
  }),
  'members.delete': removing('member'),
  'exports.start'(call, behaviour) {
    const job = call.store.archive.addJob(pick(fieldsOf(call), ['format', 'kind']), 100 + Math.random() * 900);
    return answerJob(call, behaviour, job, 202, { Location: `/archive/jobs/${String(job.fields['job_id'])}` });
  },
  'exports.read'(call, behaviour) {
    const export_id = call.parameters['export_id'] ?? '';
    const job = call.store.archive.jobs.get(export_id.replace(/^export-/, 'job-'));
    const isDone = export_id.startsWith('export-') && job && behaviour.stateOf(job).state === 'done';
    if (!isDone) return behaviour.refuse(call, 404, 'There is no such export');
    const { format = '', kind } = job.order;
    const records = [...call.store.archive.record.values()].filter(
      (each) => kind === undefined || each['kind'] === kind,
    );
    job.order['rows'] ??= records.length;
    return reply(200, behaviour.show(call, 'export', { export_id, format, rows: job.order['rows'] }));
  },
  'jobs.list'(call, behaviour) {
    const jobs = [...call.store.archive.jobs.values()];
    return reply(
      200,
      jobs.map((job) => behaviour.show(call, 'job', jobOf(behaviour, job))),
    );
  },
  'jobs.read'(call, behaviour) {
    const job = call.store.archive.jobs.get(call.parameters['job_id'] ?? '');
    return job ? answerJob(call, behaviour, job, 200) : behaviour.refuse(call, 404, 'There is no such job');
  },
  'jobs.delete'(call, behaviour) {
    const isGone = call.store.archive.jobs.delete(call.parameters['job_id'] ?? '');
    return isGone ? reply(204) : behaviour.refuse(call, 404, 'There is no such job');
  },
};

const revised = (resource: JsonObject, fields: JsonObject): JsonObject => ({
  ...fields,
  id: resource['id'] ?? 0,
  revision: Number(resource['revision']) + 1,
});
