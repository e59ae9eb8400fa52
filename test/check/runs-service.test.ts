// @module-tag slow
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';
import { accusations } from './run.js';

const text = { type: 'string' };
const object = (properties: object, required: string[] = []): object => ({ type: 'object', properties, required });
const listOf = (properties: object): object => ({ type: 'array', items: object(properties) });
const inPath = (...names: string[]): object[] =>
  names.map((name) => ({ name, in: 'path', required: true, schema: text }));
const operation = (operationId: string, schema?: object, more: object = {}): object => ({
  operationId,
  responses: {
    200: { description: 'Done.', ...(schema && { content: { 'application/json': { schema } } }) },
    ...Object.fromEntries([400, 404, 405, 422].map((status) => [status, { description: 'A refusal.' }])),
  },
  ...more,
});
const body = (schema: object): object => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});

const run = { run_id: text, title: text };
const task = { id: text, task_id: text, try_number: { type: 'integer' } };
const value = { key: text, value: text };
const event = { kind: { type: ['string', 'null'] }, place: { type: ['string', 'null'] } };
const query = (name: string): object => ({ name, in: 'query', schema: text });
const document = {
  openapi: '3.1.0',
  info: { title: 'Runs', version: '1' },
  paths: {
    '/events': { get: operation('listEvents', listOf(event), { parameters: [query('kind'), query('place')] }) },
    '/runs/{run_id}/tasks/{task_id}': {
      parameters: inPath('run_id', 'task_id'),
      get: operation('getTask', object(task)),
    },
    '/runs/{run_id}/tasks/{task_id}/tries/{try_number}': {
      parameters: inPath('run_id', 'task_id', 'try_number'),
      get: operation('getTry', object({ task_id: text })),
    },
    '/runs/{run_id}/tasks/{task_id}/values/{key}': {
      parameters: inPath('run_id', 'task_id', 'key'),
      get: operation('getValue', object(value)),
      put: operation('setValue', undefined, body(object({ value: text }, ['value']))),
      delete: operation('deleteValue'),
    },
    '/runs/{run_id}/tasks': { parameters: inPath('run_id'), get: operation('listTasks', listOf(task)) },
    '/runs/{run_id}': { parameters: inPath('run_id'), get: operation('getRun', object(run)) },
    '/runs': {
      get: operation('listRuns', listOf(run)),
      post: operation('addRun', object(run), body(object({ title: text }, ['title']))),
    },
  },
};

const events = [
  { kind: null, place: null },
  { kind: 'start', place: 'here' },
  { kind: 'end', place: 'there' },
];

/** A service of runs, all for the same task, with values below them. Deleting what does not exist succeeds. */
class Runs {
  readonly #titles: string[] = [];
  readonly #values = new Map<string, string>();

  answer(method: string, url: URL, sent: Record<string, unknown> | undefined): [status: number, body?: unknown] {
    const [first, id, second, ...rest] = url.pathname.split('/').slice(1).map(decodeURIComponent);
    const isRead = method === 'GET' || method === 'HEAD';
    if (first === 'events' && id === undefined) return isRead ? [200, events.filter(matching(url))] : [405];
    if (first !== 'runs') return [404];
    if (id === undefined) return method === 'POST' ? this.#add(sent) : isRead ? [200, this.#titles.map(runOf)] : [405];
    const index = this.#titles.findIndex((title, at) => runOf(title, at).run_id === id);
    const tasks = [{ id: `t${index}`, task_id: 'load', try_number: 0 }];
    if (index < 0 || (second !== undefined && second !== 'tasks')) return [404];
    if (second === undefined) return isRead ? [200, runOf(this.#titles[index] ?? '', index)] : [405];
    const [taskId, third, last, ...more] = rest;
    if (taskId !== undefined && (taskId !== 'load' || more.length > 0)) return [404];
    if (third === undefined) return isRead ? [200, taskId === undefined ? tasks : tasks[0]] : [405];
    if (third === 'tries') return last === '0' ? (isRead ? [200, { task_id: taskId }] : [405]) : [404];
    return third === 'values' && last !== undefined ? this.#value(method, `${id} ${last}`, last, sent) : [404];
  }

  #add(sent: Record<string, unknown> | undefined): [status: number, body?: unknown] {
    if (!sent) return [400];
    if (typeof sent['title'] !== 'string') return [422];
    this.#titles.push(sent['title']);
    return [200, runOf(sent['title'], this.#titles.length - 1)];
  }

  #value(method: string, place: string, key: string, sent: Record<string, unknown> | undefined): [number, unknown?] {
    if (method === 'DELETE') {
      this.#values.delete(place);
      return [200];
    }
    const known = this.#values.get(place);
    if (method === 'GET' || method === 'HEAD') return known === undefined ? [404] : [200, { key, value: known }];
    if (method !== 'PUT') return [405];
    if (!sent) return [400];
    if (typeof sent['value'] !== 'string') return [422];
    this.#values.set(place, sent['value']);
    return [200];
  }
}

const runOf = (title: string, index: number): { run_id: string; title: string } => ({ run_id: `run-${index}a`, title });

function matching({ searchParams }: URL): (item: (typeof events)[number]) => boolean {
  return ({ kind, place }) =>
    [kind, place].every((shown, index) => [null, shown].includes(searchParams.get(index === 0 ? 'kind' : 'place')));
}

async function checkRuns(): Promise<CheckReport> {
  const runs = new Runs();
  const server = createServer((request, response) => {
    void textOf(request).then((sent) => {
      const { method = '', url = '', headers } = request;
      const isJson = /^application\/json\b/i.test(String(headers['content-type']));
      const [status, shown] = answered(() =>
        runs.answer(method, new URL(url, 'http://a'), isJson ? parsed(sent) : undefined),
      );
      response.statusCode = status;
      if (status === 405) response.setHeader('allow', allowed(url));
      if (status >= 300 || shown === undefined) return void response.end();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(shown));
    });
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  const contract = temporaryFile('runs.json', JSON.stringify(document));
  return check({ baseUrl: url, contract, writes: 'disposable', parameters: { try_number: '0' }, runs: 3 });
}

function allowed(url: string): string {
  return /\/values\//.test(url)
    ? 'GET, HEAD, PUT, DELETE'
    : /^\/runs(?:\?|$)/.test(url)
      ? 'GET, HEAD, POST'
      : 'GET, HEAD';
}

function answered(answer: () => [status: number, body?: unknown]): [status: number, body?: unknown] {
  try {
    return answer();
  } catch {
    return [400];
  }
}

function parsed(sent: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(sent);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

it('an operation that needs a hidden id is tested if the user gives it, else the report asks for it', async () => {
  const report = await checkRuns();
  expect(accusations(report)).toEqual([]);
  const untested = report.operations.filter(({ success }) => !success.tested);
  expect(untested.map(({ operationId, success: { reason } }) => [operationId, reason])).toEqual([
    ['getValue', expect.stringContaining('--param getValue.key=ID')],
    ['setValue', expect.stringContaining('--param setValue.key=ID')],
    ['deleteValue', expect.stringContaining('only resources that the run created')],
  ]);
});
