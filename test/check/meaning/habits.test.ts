// @module-tag slow
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { yamlBeside } from '../../yaml-beside.js';
import { accusations } from '../run.js';
import type { Json, JsonObject } from '../service/contract.js';
import { documentNamed, type documentOf, json } from '../service/document.js';
import { type Act, checkDocument, type ResourceOptions } from '../service/resources.js';
import { type Call, type Reply, reply } from '../service/service.js';

const faults = yamlBeside<[fault: string, finding: string][]>(import.meta.url, 'habits.yaml');

const key = 'test-key-0123456789';
const described = (...statuses: number[]): JsonObject =>
  Object.fromEntries(statuses.map((status) => [status, { description: 'As HTTP says.', ...json({ type: 'object' }) }]));

/** A document whose operations have conditional requests, ranges, idempotency keys, filters and links. */
function lampsDocument(): ReturnType<typeof documentOf> {
  const document = documentNamed('lamps');
  const plain = { description: 'As HTTP says.' };
  const responsesOf = (path: string, method: string): JsonObject =>
    (document.paths[path]?.[method] as unknown as { responses: JsonObject } | undefined)?.responses ?? {};
  Object.assign(responsesOf('/lamps/{lamp}', 'get'), { 304: plain, 206: plain }, described(416));
  Object.assign(responsesOf('/lamps/{lamp}', 'patch'), described(412));
  Object.assign(responsesOf('/lamps', 'post'), described(422));
  document.components.securitySchemes = {
    Key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    Token: { type: 'http', scheme: 'bearer' },
  } as never;
  document.security = [{ Key: [] }, { Token: [] }] as never;
  return document;
}

const example = { label: 'Desk', level: 1, maker: 'Us', note: 'By the door' };
const lamps = {
  '/lamps/a1': { id: 'a1', ...example, code: 'ab1' },
  '/lamps/b2': { id: 'b2', ...example, label: 'Hall', code: 'cd1' },
};

const etagOf = (bytes: Buffer): string => `"${createHash('sha1').update(bytes).digest('hex').slice(0, 12)}"`;

/** Answers a read with its ETag, with 304, or with a part. */
function readReply(call: Call, response: Reply, wrong?: string): Reply {
  const bytes = Buffer.from(JSON.stringify(response.body));
  const etag = wrong === 'one ETag for all' ? '"1"' : etagOf(bytes);
  const whole = { ...response, headers: { ...response.headers, ETag: etag, 'Accept-Ranges': 'bytes' } };
  const { range, 'if-none-match': none, 'if-range': condition } = call.headers;
  const tags = String(none ?? '')
    .split(/,\s*/)
    .map((text) => text.replace('W/', ''));
  if (wrong === '412 to a read' && none !== undefined) return reply(412, {});
  if (wrong !== 'no 304' && (tags.includes(etag) || none === '*')) {
    if (wrong === 'no weak comparison' && String(none).includes('W/')) return whole;
    if (wrong === 'no list of ETags' && tags.length > 1) return whole;
    return { status: 304, headers: wrong === 'a 304 without its ETag' ? {} : { ETag: etag } };
  }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(String(range ?? '')) ?? [];
  if (from + to === '' || (condition !== undefined && condition !== etag && wrong !== 'If-Range ignored')) return whole;
  const first = from === '' ? bytes.length - Number(to) : Number(from);
  const last = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  if (first >= bytes.length && wrong !== 'a part behind the end')
    return {
      ...reply(416, {}),
      headers: { 'Content-Range': `bytes */${bytes.length}`, 'Content-Type': 'application/json' },
    };
  const [begin, end] = wrong === 'a part too early' ? [Math.max(0, first - 1), last] : [first, last + 1];
  const part = wrong === 'no suffix' && from === '' ? bytes.subarray(0, Number(to)) : bytes.subarray(begin, end);
  const shownFirst = Math.min(first, bytes.length - 1);
  const place = `bytes ${shownFirst}-${shownFirst + part.length - 1}/${bytes.length}`;
  return { ...whole, status: 206, text: part, headers: { ...whole.headers, 'Content-Range': place } };
}

/** The service with at most one fault. */
function lampService(wrong?: string): ResourceOptions {
  const answers = new Map<string, { body: string; response: Reply }>();
  // A list changes all the time, and its ETag changes too.
  let lists = 0;
  const update: Act = (call, behaviour, resources) => {
    const resource = resources.get(`/lamps/${call.parameters['lamp']}`) ?? {};
    delete (call.body as JsonObject)['maker'];
    const condition = call.headers['if-match'];
    const current = etagOf(Buffer.from(JSON.stringify(resource)));
    const isTrue = condition === undefined || condition === '*' || condition.split(/,\s*/).includes(current);
    if (wrong === 'If-Match of one ETag only' && condition?.includes(',')) return reply(412, {});
    if (isTrue || wrong === 'If-Match ignored') return undefined;
    if (wrong === 'a refused write that stores') Object.assign(resource, call.body);
    return behaviour.refuse(call, 412, 'Somebody was faster.');
  };
  const create: Act = (call, behaviour) => {
    const name = String(call.headers['idempotency-key'] ?? '');
    const body = JSON.stringify(call.body);
    const earlier = name === '' || wrong === 'no idempotency' ? undefined : answers.get(name);
    if (earlier?.body === body) return earlier.response;
    if (earlier && wrong !== 'a key used twice') return behaviour.refuse(call, 422, 'The key is used.');
    const { pin: secret, ...fields } = call.body as JsonObject;
    const level = wrong === 'another default' ? 7 : 2.5;
    const view = {
      level,
      ...fields,
      ...(typeof fields['since'] === 'string' && { since: new Date(fields['since']).toISOString() }),
      ...(wrong === 'a secret shown' && secret !== undefined && { pin: secret }),
      maker: 'Us',
    };
    const taken =
      wrong === 'a maker taken' ? { ...view, ...(fields['maker'] !== undefined && { maker: fields['maker'] }) } : view;
    const resource = behaviour.create(call, wrong === 'plus signs lost' ? (lost(taken) as JsonObject) : taken);
    const path = wrong === 'a Location to nothing' ? 'lamps/none' : `lamps/${String(resource['id'])}`;
    const response = { ...reply(201, resource), headers: { 'Content-Type': 'application/json', Location: path } };
    answers.set(name, { body, response });
    return response;
  };
  return {
    key,
    resources: lamps,
    acts: { updateLamp: update, createLamp: create },
    change: (base, resources) => ({
      key: (call) => {
        const credentials = call.headers.authorization ?? '';
        const isOpen =
          (wrong === 'any token' && credentials.startsWith('Bearer')) ||
          (wrong === 'HEAD without a key' && call.method === 'HEAD');
        return isOpen ? undefined : base.key(call);
      },
      route: (call) => base.route(call),
      query: (call) => (wrong === 'an unused code' && call.target.includes('ab9') ? reply(500, {}) : base.query(call)),
      schema: (call) => {
        const body = (call.body ?? {}) as JsonObject;
        return wrong === 'a branch refused' && /^cd/.test(String(body['code'])) ? reply(400, {}) : base.schema(call);
      },
      act: (call) => {
        const result = base.act(call);
        if (call.operation?.id !== 'listLamps') return result;
        const wantedEntries = Object.entries(call.query);
        const items = (result.body as JsonObject[]).filter((item) =>
          wantedEntries.every(([name, value]) => item[name] === value),
        );
        const link = wrong === 'a Link to nothing' ? '</lamps/none>; rel="item"' : '<lamps/a1>; rel="item"';
        return { ...result, body: items as Json, headers: { ...result.headers, Link: link } };
      },
      send: (call, response) => {
        const sentReply = base.send(call, response);
        if (call.operation?.id === 'listLamps' && sentReply.status === 200) {
          lists += 1;
          return { ...sentReply, headers: { ...sentReply.headers, ETag: `W/"${lists}"` } };
        }
        if (call.operation?.id === 'createLamp' && sentReply.status === 201) {
          const etag =
            wrong === 'a creation with another ETag' ? '"new"' : etagOf(Buffer.from(JSON.stringify(sentReply.body)));
          return { ...sentReply, headers: { ...sentReply.headers, ETag: etag } };
        }
        const isRead = call.operation?.id === 'getLamp' && call.method === 'GET' && sentReply.status === 200;
        return isRead && resources.size > 0 ? readReply(call, sentReply, wrong) : sentReply;
      },
    }),
  };
}

/** Replaces plus signs in texts, like a server that decodes texts twice. */
function lost(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('+', ' ')) as Json;
}

async function accused(wrongText: string | undefined, options: Partial<CheckOptions> = {}): Promise<string[]> {
  const { report } = await checkDocument(lampsDocument(), lampService(wrongText), options);
  return accusations(report).map((text) => text.trim());
}

describe('habits of HTTP', () => {
  it.each([0, 1, 2])('of a right service are not accused, with seed %i', async (seed) => {
    expect(await accused(undefined, { seed })).toEqual([]);
  });

  it.each(faults)('%s is found', async (wrongText, finding) => {
    expect((await accused(wrongText)).join('\n')).toContain(finding);
  });
});
