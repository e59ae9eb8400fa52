// @module-tag slow
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { Json, JsonObject } from './service/contract.js';
import { documentOf, listOf, type OperationRow, object, type Schema, text } from './service/document.js';
import { type Act, checkDocument, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

const data = (schema: Schema): OperationRow => ({ shows: object({ data: schema }) });
const role = object({ name: text, policies: listOf(text) });
const bin = object({ bin: text, colour: text });
// The items in responses have no id, although the document lists one.
const part = object({ id: text, bin: text, part: text });
const label = object({ id: text, bin: text });
const either = { ...text, description: 'Only one of path and pattern may be given.' };
const takes = object({
  title: { ...text, description: 'Its title.' },
  follows: { oneOf: [text, { $ref: '#/components/schemas/Task' }] },
  path: either,
  pattern: either,
  mood: { description: 'Only the service knows what it may be.' },
});
const policy = randomUUID();
const document = documentOf({
  title: 'Asking',
  refusals: [400, 404],
  schemas: {
    Task: object({ id: text, title: text, path: text, pattern: text, policy: {}, follows: {}, mood: {} }),
  },
  operations: {
    'GET /roles listRoles': data(listOf(role)),
    'GET /bins listBins': data(listOf(bin)),
    'GET /bins/{id} getBin': data(bin),
    'GET /parts listParts': data(listOf(part)),
    'GET /parts/{bin} listPartsOf': data(listOf(part)),
    'GET /parts/{bin}/{id} getPart': data(part),
    'GET /tasks listTasks': data(listOf('Task')),
    'POST /tasks createTask': { ...data('Task'), takes, example: { title: 'Sweep', policy } },
    'GET /tasks/{id} getTask': data('Task'),
    'PATCH /tasks/{id} updateTask': { ...data('Task'), takes },
    'DELETE /tasks/{id} deleteTask': {},
    'POST /labels createLabel': {
      ...data(label),
      takes: object({ bin: text, marks: listOf(object({ style: { type: 'object' } })) }, 'bin', 'marks'),
    },
    'GET /labels/{id} getLabel': data(label),
    'DELETE /labels/{id} deleteLabel': {},
    'GET /note readNote': { more: { responses: { 200: { description: 'The contents of the note.' } } } },
    'GET /sign readSign': data({ type: 'object' }),
  },
});

const bins = ['red', 'blue'];
const ok = (value: Json) => reply(200, { data: value });

const store =
  (refusalOf: (task: JsonObject, resources: ReadonlyMap<string, JsonObject>) => string | undefined): Act =>
  (call, whole, resources) => {
    const kept = resources.get(pathOf(call));
    const sent = call.body as JsonObject;
    const refusal = refusalOf({ ...kept, ...sent }, resources);
    if (refusal !== undefined || ('path' in sent && 'pattern' in sent))
      return whole.refuse(call, 400, refusal ?? 'No.');
    return ok(kept ? Object.assign(kept, sent) : whole.create(call));
  };

const storeTask = store((task, resources) => {
  const missing = ['title', 'policy'].find((name) => !(name in task));
  if (missing !== undefined) return `"${missing}" is required`;
  const { title, path = '', pattern = '', follows, mood = {}, policy: sent } = task;
  const isText = [title, path, pattern].every((each) => typeof each === 'string');
  const isKnown = follows === undefined || resources.has(`/tasks/${String(follows)}`);
  return isText && isKnown && sent === policy && mood instanceof Object ? undefined : 'No.';
});

/** A service that requires values which no schema demands, but which an example of the document shows. */
const asking: ResourceOptions = {
  resources: Object.fromEntries(
    bins.flatMap((name) => [
      [`/bins/${name}`, { bin: name, colour: name }],
      [`/parts/${name}`, { bin: name }],
      [`/parts/${name}/id`, { bin: name, part: 'id' }],
      [`/parts/${name}/name`, { bin: name, part: 'name' }],
    ]),
  ),
  acts: {
    listRoles: () => ok([{ name: 'all', policies: [policy] }]),
    listParts: (_, __, resources) => ok([...resources.values()].filter((each) => 'part' in each)),
    listPartsOf: ({ parameters }, _, resources) =>
      ok([...resources.values()].filter((each) => 'part' in each && each['bin'] === parameters['bin'])),
    createTask: storeTask,
    updateTask: storeTask,
    // The service refuses every body with a style.
    createLabel(call, whole) {
      const { bin: name = '', marks } = call.body as JsonObject;
      const isRight = Array.isArray(marks) && !/style/.test(JSON.stringify(marks)) && bins.includes(String(name));
      return isRight ? ok(whole.create(call, { bin: name })) : whole.refuse(call, 400, 'No.');
    },
    readNote: () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, text: 'Milk.' }),
    readSign: () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, text: 'Open.' }),
  },
  change: (before) => ({
    idFor: () => randomUUID(),
    schema: () => undefined,
    refuse: (_, status, mistakes) => reply(status, { errors: [{ message: String(mistakes) }] }),
    act(call) {
      const response = before.act(call);
      const isWrapped =
        response.body === undefined || Object.hasOwn(Object(response.body), 'data') || response.status >= 300;
      return isWrapped ? response : { ...response, body: { data: response.body ?? null } };
    },
  }),
};

it('a service that shows its requirements only in an example is tested in all operations', async () => {
  const { report, service } = await checkDocument(document, asking);
  const untested = report.operations.filter(({ success }) => !success.tested);
  expect(untested.map(({ operationId, success: { reason } }) => [operationId, reason])).toEqual([
    [
      'readSign',
      expect.stringMatching(/^Every success response violated the contract \(media-type\.undeclared\), so .*: 200/),
    ],
  ]);
  expect(accusations(report)).toEqual(['media-type.undeclared readSign ']);
  expect([...service.resources.keys()].filter((path) => /^\/(?:tasks|labels)/.test(path))).toEqual([]);
});

it('a deletion that fails but removes its resource has not removed other ones', { tags: 'long' }, async () => {
  const { report } = await checkDocument(document, {
    ...asking,
    acts: {
      ...asking.acts,
      deleteTask(call, whole, resources) {
        resources.delete(pathOf(call));
        return whole.refuse(call, 500, 'The disk is full.');
      },
    },
  });
  expect(accusations(report).filter((line) => / deleteTask /.test(line))).toEqual(['status.server-error deleteTask ']);
});
