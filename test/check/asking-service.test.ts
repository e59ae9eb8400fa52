// @module-tag slow
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { Json, JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { type Act, checkDocument, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

const document = documentNamed('asking');
/** The policy of the example in the document. */
const policy = '3f1d6c1e-7f0a-4d0e-9a51-0c9be23fd0aa';

const bins = ['red', 'blue'];
const ok = (value: Json) => reply(200, { data: value });

const store =
  (refusalOf: (task: JsonObject, resources: ReadonlyMap<string, JsonObject>) => string | undefined): Act =>
  (call, behaviour, resources) => {
    const resource = resources.get(pathOf(call));
    const sentBody = call.body as JsonObject;
    const refusal = refusalOf({ ...resource, ...sentBody }, resources);
    if (refusal !== undefined || ('path' in sentBody && 'pattern' in sentBody))
      return behaviour.refuse(call, 400, refusal ?? 'No.');
    return ok(resource ? Object.assign(resource, sentBody) : behaviour.create(call));
  };

const storeTask = store((task, resources) => {
  const missingText = ['title', 'policy'].find((name) => !(name in task));
  if (missingText !== undefined) return `"${missingText}" is required`;
  const { title, path = '', pattern = '', follows, mood = {}, policy: sentPolicy } = task;
  const isText = [title, path, pattern].every((each) => typeof each === 'string');
  const isKnown = follows === undefined || resources.has(`/tasks/${String(follows)}`);
  return isText && isKnown && sentPolicy === policy && mood instanceof Object ? undefined : 'No.';
});

/** A service that requires values which no schema requires, but which an example of the document shows. */
const options: ResourceOptions = {
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
    listParts: (_, __, resources) => ok([...resources.values()].filter((resource) => 'part' in resource)),
    listPartsOf: ({ parameters }, _, resources) =>
      ok([...resources.values()].filter((resource) => 'part' in resource && resource['bin'] === parameters['bin'])),
    createTask: storeTask,
    updateTask: storeTask,
    // The service refuses every body with a style.
    createLabel(call, behaviour) {
      const { bin: name = '', marks } = call.body as JsonObject;
      const isRight = Array.isArray(marks) && !/style/.test(JSON.stringify(marks)) && bins.includes(String(name));
      return isRight ? ok(behaviour.create(call, { bin: name })) : behaviour.refuse(call, 400, 'No.');
    },
    readNote: () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, text: 'Milk.' }),
    readSign: () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, text: 'Open.' }),
  },
  change: (base) => ({
    idFor: () => randomUUID(),
    schema: () => undefined,
    refuse: (_, status, mistakes) => reply(status, { errors: [{ message: String(mistakes) }] }),
    act(call) {
      const response = base.act(call);
      const isWrapped =
        response.body === undefined || Object.hasOwn(Object(response.body), 'data') || response.status >= 300;
      return isWrapped ? response : { ...response, body: { data: response.body ?? null } };
    },
  }),
};

it('a service that shows its requirements only in an example is tested in all operations', async () => {
  const { report, service } = await checkDocument(document, options);
  const untestedOperations = report.operations.filter(({ success }) => !success.tested);
  expect(untestedOperations.map(({ operationId, success: { reason } }) => [operationId, reason])).toEqual([
    [
      'readSign',
      expect.stringMatching(/^Every successful response violated the contract \(media-type\.undeclared\), so .*: 200/),
    ],
  ]);
  expect(accusations(report)).toEqual(['media-type.undeclared readSign ']);
  expect([...service.resources.keys()].filter((path) => /^\/(?:tasks|labels)/.test(path))).toEqual([]);
});

it('a deletion that fails but removes its resource is not blamed for other removals', { tags: 'long' }, async () => {
  const { report } = await checkDocument(document, {
    ...options,
    acts: {
      ...options.acts,
      deleteTask(call, behaviour, resources) {
        resources.delete(pathOf(call));
        return behaviour.refuse(call, 500, 'The disk is full.');
      },
    },
  });
  expect(accusations(report).filter((line) => / deleteTask /.test(line))).toEqual(['status.server-error deleteTask ']);
});
