// @module-tag slow
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { checkDocument, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

const document = documentNamed('runs');

const events = [
  { kind: null, place: null },
  { kind: 'start', place: 'here' },
  { kind: 'end', place: 'there' },
];

/** A service of runs, all for the same task, with values below the runs. Deleting a missing resource succeeds. */
const runs: ResourceOptions = {
  acts: {
    listEvents: ({ query: { kind, place } }) =>
      reply(
        200,
        events.filter((event) => (kind ?? event.kind) === event.kind && (place ?? event.place) === event.place),
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
  change: (base) => ({
    resource: (call) =>
      base.resource(
        call.method === 'PUT' || call.method === 'DELETE'
          ? { ...call, template: '/runs/{run_id}/tasks/{task_id}' }
          : call,
      ),
  }),
};

it('an operation that needs a hidden id is tested if the user gives it; if not, the report asks for one', async () => {
  const { report } = await checkDocument(document, runs, { parameters: { try_number: '0' }, runs: 3 });
  expect(accusations(report)).toEqual([]);
  const untestedOperations = report.operations.filter(({ success }) => !success.tested);
  expect(untestedOperations.map(({ operationId, success: { reason } }) => [operationId, reason])).toEqual([
    ['getValue', expect.stringContaining('--param getValue.key=ID')],
    ['setValue', expect.stringContaining('--param setValue.key=ID')],
    ['deleteValue', expect.stringContaining('only for resources that the run created')],
  ]);
});
