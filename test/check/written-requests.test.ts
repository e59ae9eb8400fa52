// @module-tag slow
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import qs from 'qs';
import { expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { parseJson } from '../../scripts/contract/json.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { accusations } from './run.js';

/** A request as a server receives it. */
interface Received {
  method: string;
  path: string;
  query: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Whether a request is correct. A correct write creates a lamp, a correct read returns the list of lamps. */
type Admission = (request: Received) => boolean | Promise<boolean>;

const documents = yamlBeside<Record<string, object>>(import.meta.url, 'written-requests.yaml');
const refusal = { description: 'A refusal.', content: { 'application/json': { schema: { type: 'object' } } } };

/** Checks a server that refuses each request that its own parser does not admit. */
async function checkServer(name: string, admits: Admission): Promise<{ report: CheckReport; admitted: Received[] }> {
  const { paths, components = {} } = documents[name] as {
    paths: Record<string, Record<string, object>>;
    components?: object;
  };
  for (const item of Object.values(paths))
    for (const operation of Object.values(item)) {
      const success = 'requestBody' in operation ? '201' : '200';
      const schema = success === '200' ? { type: 'array', items: { type: 'object' } } : { type: 'object' };
      const content = { 'application/json': { schema } };
      const refusals = Object.fromEntries([400, 404, 415].map((status) => [status, refusal]));
      Object.assign(operation, { responses: { [success]: { description: 'A success.', content }, ...refusals } });
    }
  const document = { openapi: '3.1.0', info: { title: 'Lamps', version: '1' }, paths, components };
  const methods = new Set(
    Object.values(paths).flatMap((item) => Object.keys(item).map((method) => method.toUpperCase())),
  );
  const admitted: Received[] = [];
  const { url: baseUrl, close } = await listenHere(
    createServer(async (request, response) => {
      const { method = '', headers, url = '' } = request;
      const [path = '', query = ''] = url.split('?');
      const received = { method, path, query, headers, body: await buffer(request) };
      const isAllowed = methods.has(method === 'HEAD' ? 'GET' : method);
      const isRight = isAllowed && (await isAdmitted(admits, received));
      if (isRight) admitted.push(received);
      response.writeHead(!isAllowed ? 405 : !isRight ? 400 : method === 'POST' ? 201 : 200, {
        'content-type': 'application/json',
        ...(!isAllowed && { allow: [...methods].join(', ') }),
      });
      response.end(isRight && method !== 'POST' ? '[{"id":"a1"}]' : '{}');
    }),
  );
  try {
    const contract = temporaryFile('contract.json', JSON.stringify(document));
    return { report: await check({ baseUrl, contract, writes: 'disposable', runs: 3, timeout: 5 }), admitted };
  } finally {
    await close();
  }
}

/** Whether a request is correct. A request that the parser cannot read is not. */
async function isAdmitted(admits: Admission, request: Received): Promise<boolean> {
  try {
    return await admits(request);
  } catch {
    return false;
  }
}

const objectIn = ({ body }: Received): Record<string, unknown> => parseJson(body.toString()) as Record<string, unknown>;

const admissions: Record<string, Admission> = {
  'read-only fields': (request) => {
    const { label, part, ...others } = objectIn(request);
    const isPart = part === undefined || Object.keys(part as object).every((name) => name === 'note');
    return typeof label === 'string' && isPart && Object.keys(others).length === 0;
  },
  'a discriminator': (request) => {
    const { kind, arm, chain, ...others } = objectIn(request);
    if (Object.keys(others).length > 0) return false;
    return kind === 'desk_lamp'
      ? Number.isInteger(arm) && chain === undefined
      : kind === 'hall_lamp' && arm === undefined;
  },
  'a form': ({ headers, body }) => {
    const fields = qs.parse(body.toString());
    const { colors, tags, size, place, note } = fields as Record<string, unknown>;
    const areColors = (values: unknown[]): boolean =>
      values.every((color) => ['red', 'blue'].includes(color as string));
    return (
      headers['content-type'] === 'application/x-www-form-urlencoded' &&
      areColors([colors].flat()) &&
      areColors(String(tags).split(',')) &&
      ['w', 'h'].every((name) => /^-?\d*$/.test(String(fields[name] ?? ''))) &&
      size === undefined &&
      ['attic', 'cellar'].includes((place as { room: string }).room) &&
      (note === undefined || 'text' in JSON.parse(String(note)))
    );
  },
  'a form of parts': async ({ headers, body }) => {
    const init = { headers: { 'content-type': String(headers['content-type']) } };
    const form = await new Response(new Uint8Array(body), init).formData();
    const [file, label] = [form.get('file'), JSON.parse(String(form.get('label')))];
    const hasType = /name="label"\r\nContent-Type: application\/json\r\n/.test(body.toString('latin1'));
    return file instanceof File && file.type === 'image/png' && typeof label.title === 'string' && hasType;
  },
  'a preferred media type': ({ headers, body }) =>
    headers['content-type'] === 'application/x-www-form-urlencoded' && /^label=[^&]+/.test(body.toString()),
  'parameters of each style': ({ query, headers }) => {
    const { filter, where, ids, tags, sizes, sort } = qs.parse(query) as Record<string, never>;
    const areIds = (values: unknown): boolean =>
      Array.isArray(values) && values.length === 2 && values.every((id) => ['a1', 'b2'].includes(id as string));
    const areInPlace = (place: unknown): boolean => ['attic', 'cellar'].includes((place as { room: string }).room);
    const crumbs = String(headers.cookie)
      .split('; ')
      .map((pair) => pair.split('='));
    return (
      Object.keys(JSON.parse(String(filter))).join() === 'on' &&
      areInPlace(where) &&
      [String(ids).split(','), String(tags).split('|'), String(sizes).split(' '), sort].every(areIds) &&
      areIds(String(headers['x-colors']).split(',')) &&
      areInPlace(qs.parse(String(headers['x-place']), { delimiter: ',' })) &&
      areIds(crumbs.flatMap(([name, id]) => (name === 'crumbs' ? [id] : [])))
    );
  },
  // Each range contains lamps, so the end of a range is not an id.
  'paths of each style': ({ path }) =>
    /^\/(by(;colors=(red|blue)){2}\/lamps|dot\/\.\d|lamps\/\d+\.\.\d+)$/.test(decodeURIComponent(path)),
};

it.each(Object.entries(admissions))('a server accepts requests with %s', async (name, admits) => {
  const { report, admitted } = await checkServer(name, admits);
  // The server does not validate each value of a body, so it may accept wrong values.
  const isAboutValue = (accusation: string): boolean => /^refusal\.(?!unknown-id)/.test(accusation);
  expect(accusations(report).filter((text) => !isAboutValue(text))).toEqual([]);
  const { operations, successTested } = report.coverage;
  expect(successTested).toBe(operations);
  expect(admitted.length).toBeGreaterThan(0);
});

it('a body in a media type that the check cannot write is not sent, and the report says why', async () => {
  const bodies: string[] = [];
  const { report } = await checkServer('an unknown media type', ({ method, body }) => {
    if (method === 'POST') bodies.push(body.toString());
    return false;
  });
  expect(report.coverage.successTested).toBe(0);
  expect(JSON.stringify(report)).toContain('The check cannot write a body of type application/xml');
  expect(bodies.filter((body) => body.startsWith('{'))).toEqual([]);
});
