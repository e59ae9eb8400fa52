// @module-tag slow
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentOf, integer, listOf, object, text } from './service/document.js';
import { checkDocument, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

const run = object({ run_id: text, title: text });
const task = object({ id: text, task_id: text, try_number: integer });
const event = object({ kind: { type: ['string', 'null'] }, place: { type: ['string', 'null'] } });
const query = (name: string): JsonObject => ({ name, in: 'query', schema: text });
const done = { status: 200 };
const document = documentOf({
  title: 'Runs',
  refusals: [400, 404, 405, 422],
  operations: {
    'GET /events listEvents': { shows: listOf(event), more: { parameters: [query('kind'), query('place')] } },
    'GET /runs/{run_id}/tasks/{task_id} getTask': { shows: task },
    'GET /runs/{run_id}/tasks/{task_id}/tries/{try_number} getTry': { shows: object({ task_id: text }) },
    'GET /runs/{run_id}/tasks/{task_id}/values/{key} getValue': { shows: object({ key: text, value: text }) },
    'PUT /runs/{run_id}/tasks/{task_id}/values/{key} setValue': { ...done, takes: object({ value: text }, 'value') },
    'DELETE /runs/{run_id}/tasks/{task_id}/values/{key} deleteValue': done,
    'GET /runs/{run_id}/tasks listTasks': { shows: listOf(task) },
    'GET /runs/{run_id} getRun': { shows: run },
    'GET /runs listRuns': { shows: listOf(run) },
    'POST /runs addRun': { shows: run, takes: object({ title: text }, 'title') },
  },
});

const events = [
  { kind: null, place: null },
  { kind: 'start', place: 'here' },
  { kind: 'end', place: 'there' },
];

/** A service of runs, all for the same task, with values below them. Deleting what does not exist succeeds. */
const runs: ResourceOptions = {
  acts: {
    listEvents: ({ query: { kind, place } }) =>
      reply(
        200,
        events.filter((each) => (kind ?? each.kind) === each.kind && (place ?? each.place) === each.place),
      ),
    addRun(call, _, resources) {
      const run_id = `run-${resources.size}a`;
      const { title = '' } = call.body as JsonObject;
      resources.set(`/runs/${run_id}`, { run_id, title });
      const path = `/runs/${run_id}/tasks/load`;
      resources.set(path, { id: `t-${run_id}`, task_id: 'load', try_number: 0 });
      resources.set(`${path}/tries/0`, { task_id: 'load' });
      return reply(200, { run_id, title });
    },
    setValue(call, _, resources) {
      resources.set(pathOf(call), { key: call.parameters['key'] ?? '', ...(call.body as JsonObject) });
      return reply(200);
    },
    deleteValue(call, _, resources) {
      resources.delete(pathOf(call));
      return reply(200);
    },
  },
  change: (before) => ({
    resource: (call) =>
      before.resource(
        call.method === 'PUT' || call.method === 'DELETE'
          ? { ...call, template: '/runs/{run_id}/tasks/{task_id}' }
          : call,
      ),
  }),
};

it('an operation that needs a hidden id is tested if the user gives it, else the report asks for it', async () => {
  const { report } = await checkDocument(document, runs, { parameters: { try_number: '0' }, runs: 3 });
  expect(accusations(report)).toEqual([]);
  const untested = report.operations.filter(({ success }) => !success.tested);
  expect(untested.map(({ operationId, success: { reason } }) => [operationId, reason])).toEqual([
    ['getValue', expect.stringContaining('--param getValue.key=ID')],
    ['setValue', expect.stringContaining('--param setValue.key=ID')],
    ['deleteValue', expect.stringContaining('only for resources that the run created')],
  ]);
});
