import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { runAgain } from '../../../scripts/commands/again/run.js';
import { listenHere } from '../../listen-here.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { collector } from '../check/fixture.js';

const key = 'Bearer-of-numbers';

const object = (properties: object, required: string[] = []): object => ({ type: 'object', properties, required });
const thing = object({ revision: { type: 'integer' }, id: { type: 'integer' }, size: { type: 'integer' } }, ['id']);
const json = (schema: object): object => ({ description: 'It.', content: { 'application/json': { schema } } });
const refusals = { 400: json({}), 401: json({}), 404: json({}) };
const body = { content: { 'application/json': { schema: object({ size: { type: 'integer' } }, ['size']) } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Numbers', version: '1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  paths: {
    '/api/v1234567890/things': {
      get: { operationId: 'listThings', responses: { 200: json({ type: 'array', items: thing }), ...refusals } },
      post: { operationId: 'createThing', requestBody: body, responses: { 201: json(thing), ...refusals } },
    },
    '/api/v1234567890/things/{thing_id}': {
      parameters: [{ name: 'thing_id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getThing', responses: { 200: json(thing), ...refusals } },
      patch: { operationId: 'updateThing', requestBody: body, responses: { 200: json(thing), ...refusals } },
      delete: { operationId: 'deleteThing', responses: { 204: { description: 'Gone.' }, ...refusals } },
    },
  },
};

interface Numbers {
  things: Map<number, { revision: number; id: number; size: unknown }>;
  url: string;
  close(): Promise<void>;
  /** The status of every response, in place of the usual one. */
  instead?: number | undefined;
}

/** A server whose ids are small numbers, like its other numbers. After an update, it returns the size as a text. */
async function numbers(others: number, revisionOf: (id: number) => number): Promise<Numbers> {
  const things: Numbers['things'] = new Map();
  let next = 1;
  const make = (size: unknown) => {
    const made = { revision: revisionOf(next), id: next, size };
    things.set(next, made);
    next += 1;
    return made;
  };
  for (let count = 0; count < others; count += 1) make(100 + count);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const send = (status: number, value?: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(value === undefined || request.method === 'HEAD' ? '' : JSON.stringify(value));
      };
      if (whole.instead !== undefined) return send(whole.instead, {});
      if (request.headers.authorization !== key) return send(401, {});
      const [, id] = /^\/api\/v1234567890\/things(?:\/(\d+))?$/.exec(request.url?.split('?')[0] ?? '') ?? ['', 'none'];
      let sent: { size?: unknown } = {};
      try {
        sent = JSON.parse(Buffer.concat(chunks).toString() || '{}') as typeof sent;
      } catch {
        return send(400, {});
      }
      const isWrong = !Number.isSafeInteger(sent?.size);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (id === undefined && method === 'GET') return send(200, [...things.values()]);
      if (id === undefined && method === 'POST') return isWrong ? send(400, {}) : send(201, make(sent.size));
      const found = things.get(Number(id));
      if (!found) return send(404, {});
      if (method === 'GET') return send(200, found);
      if (method === 'PATCH' && isWrong) return send(400, {});
      if (method === 'PATCH') return send(200, { ...Object.assign(found, sent), size: String(sent.size) });
      if (method !== 'DELETE') return send(405, {});
      things.delete(Number(id));
      return send(204);
    });
  });
  const { url, close } = await listenHere(server);
  const whole: Numbers = { things, url, close };
  return whole;
}

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

describe('again, where ids are small numbers', () => {
  it('changes no existing resource, and proves nothing if the server does not respond', {
    tags: 'long',
  }, async () => {
    const contract = temporaryFile('numbers.json', JSON.stringify(document));
    const tested = await numbers(0, (id) => id);
    const report = await check({ baseUrl: tested.url, contract, writes: 'disposable', runs: 0 });
    await tested.close();
    const folder = temporaryFolder('numbers');
    const finding = report.findings.findIndex(
      ({ rule, operationId }) => `${rule} ${operationId}` === 'schema.type updateThing',
    );
    expect(report.findings[finding]?.again?.steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1234567890/things',
      'PATCH /api/v1234567890/things/{{id1}}',
      'DELETE /api/v1234567890/things/{{id1}}',
    ]);
    expect(report.findings[finding]?.again?.steps[0]?.gives?.at).toBe('/id');
    const used = await numbers(5, () => 1);
    const about = { ...report, target: { ...report.target, baseUrl: used.url } };
    writeFileSync(join(folder, 'check.json'), renderReport('json', about));
    const again = (number: number): Promise<number> => {
      const surroundings = { output: collector(false), errors: collector(false), environment: {}, folder };
      return runAgain(
        String(number),
        { report: join(folder, 'check.json'), baseUrl: used.url, contract, writes: 'disposable' },
        surroundings,
      );
    };
    const before = JSON.stringify([...used.things]);
    for (const [index, { id }] of report.findings.entries()) {
      await again(index + 1);
      expect(JSON.stringify([...used.things]), id).toBe(before);
    }
    expect(await again(finding + 1)).toBe(1);
    for (const status of [401, 429, 503]) {
      used.instead = status;
      expect(await again(finding + 1), String(status)).toBe(3);
    }
    await used.close();
  });
});
