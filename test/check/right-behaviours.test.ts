import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report.js';
import { listenHere } from '../listen-here.js';
import { temporaryFolder } from '../temporary-folder.js';
import { accusations } from './run.js';
import {
  type Answer,
  at,
  type Call,
  contractOf,
  createShop,
  type Item,
  key,
  listener,
  type Part,
  type Shop,
  sendAnswer,
} from './shop.js';

const folder = temporaryFolder('right-behaviours');

/** Changes the contract of the shop, and what its server does, both in the same way. */
interface Behaviour {
  name: string;
  contract?: (contract: Part) => void;
  answer?: (call: Call, shop: Shop) => Answer | undefined;
  /** Changes each thing before it is stored. */
  tidy?: (item: Item) => Item;
  options?: Partial<CheckOptions>;
}

let documents = 0;

/** Checks a shop that behaves so, over HTTP. */
async function checkShop(
  behaviour: Behaviour,
  writes: 'none' | 'disposable',
): Promise<{ report: CheckReport; shop: Shop }> {
  process.env['DIRECTORY_API_KEY'] = key;
  const contract = contractOf(behaviour.contract);
  const file = join(folder, `contract-${++documents}.json`);
  writeFileSync(file, JSON.stringify(contract));
  const shop = createShop(contract, behaviour.tidy);
  const { url: baseUrl, close } = await listenHere(
    createServer(
      listener((call, _, response) => sendAnswer(response, call.method, shop.answer(call, behaviour.answer))),
    ),
  );
  try {
    return {
      report: await check({ baseUrl, contract: file, writes, runs: 5, timeout: 5, ...behaviour.options }),
      shop,
    };
  } finally {
    await close();
  }
}

const schemaOf = (contract: Part, name: string): Part => at(contract, 'components', 'schemas', name);
const operationOf = (contract: Part, path: string, method: string): Part => at(contract, 'paths', path, method);
const operationsOf = (contract: Part): Part[] =>
  Object.values(at(contract, 'paths') as Record<string, Part>).flatMap((item) =>
    ['get', 'post', 'patch', 'put', 'delete'].filter((method) => method in item).map((method) => at(item, method)),
  );
const withField =
  (name: string, schema: Part) =>
  (contract: Part): void => {
    for (const each of ['Item', 'NewItem', 'ItemPatch']) at(schemaOf(contract, each), 'properties')[name] = schema;
  };
const refusal = { description: 'Refused.', content: { 'application/json': { schema: { type: 'object' } } } };
const isWrite = ({ method }: Call): boolean => !['GET', 'HEAD'].includes(method);

const behaviours: Behaviour[] = [
  { name: 'does what its contract says' },
  { name: 'keeps fields that nobody documents', answer: (call, shop) => shop.keeping(call) },
  {
    name: 'documents answers by "default" alone',
    contract: (contract) => {
      for (const operation of operationsOf(contract))
        operation['responses'] = { default: { description: 'Whatever.' } };
    },
  },
  {
    name: 'documents answers by ranges',
    contract: (contract) => {
      for (const operation of operationsOf(contract)) {
        const { 200: read, 201: made, 204: gone } = operation['responses'] as Part;
        operation['responses'] = { '2XX': read ?? made ?? gone, '4XX': refusal };
      }
    },
  },
  {
    name: 'documents a media type without a schema',
    contract: (contract) => {
      at(operationOf(contract, '/items', 'get'), 'responses', '200', 'content')['application/json'] = {};
    },
  },
  {
    name: 'has patterns that only lenient engines read',
    contract: withField('code', { type: 'string', pattern: '^[\\w\\-\\@]{3,12}$' }),
  },
  {
    name: 'has arrays whose places have schemas',
    contract: withField('range', {
      type: 'array',
      prefixItems: [{ type: 'integer' }, { type: 'string' }],
      minItems: 2,
      maxItems: 2,
    }),
  },
  {
    name: 'asks for what no sample can be made for',
    contract: (contract) => {
      for (const each of ['NewItem', 'ItemPatch']) schemaOf(contract, each)['not'] = { required: ['note'] };
    },
  },
  {
    name: 'has a field with a reference and more beside it',
    contract: (contract) => {
      at(contract, 'components', 'schemas')['Name'] = { type: 'string', minLength: 2 };
      withField('nick', { $ref: '#/components/schemas/Name', maxLength: 20 })(contract);
    },
  },
  {
    name: 'requires a write-only field and never shows it',
    contract: (contract) => {
      withField('secret', { type: 'string', minLength: 8, writeOnly: true })(contract);
      for (const each of ['Item', 'NewItem']) schemaOf(contract, each)['required'] = ['title', 'secret'];
    },
    tidy: ({ id, title, ...rest }) => ({ ...rest, id, title, secret: undefined }),
  },
  {
    name: 'brings links, addresses and numbers into one form',
    contract: (contract) => {
      withField('site', { type: 'string', format: 'uri' })(contract);
      withField('phone', { type: 'string' })(contract);
      withField('price', { type: 'string', pattern: '^\\d{1,6}(\\.\\d\\d?)?$' })(contract);
    },
    tidy: (item) => {
      const { site, phone, price } = item;
      return {
        ...item,
        ...(typeof site === 'string' && { site: new URL(site).href.replace(/\/?$/, '/') }),
        ...(typeof phone === 'string' && { phone: phone.replace(/\D/g, '') }),
        ...(typeof price === 'string' && { price: Number(price).toFixed(2) }),
      };
    },
  },
  {
    name: 'has room for five things',
    answer: (call, shop) => (call.method === 'POST' && shop.items.size >= 5 ? { status: 422, json: {} } : undefined),
  },
  {
    name: 'says by 409 that it has room for no more',
    answer: (call, shop) => (call.method === 'POST' && shop.items.size >= 3 ? { status: 409, json: {} } : undefined),
  },
  {
    name: 'wants If-Match',
    contract: (contract) => {
      for (const method of ['patch', 'put', 'delete'])
        operationOf(contract, '/items/{id}', method)['parameters'] = [
          { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } },
        ];
    },
    answer: (call, shop) =>
      isWrite(call) && shop.named(call) && call.headers['if-match'] !== '*' ? { status: 412, json: {} } : undefined,
  },
  {
    name: 'answers 428 to every write without a condition',
    answer: (call, shop) => (isWrite(call) && shop.named(call) ? { status: 428, json: {} } : undefined),
  },
  {
    name: 'accepts creations for later',
    contract: (contract) => {
      const responses = at(operationOf(contract, '/items', 'post'), 'responses');
      responses['202'] = responses['201'];
      delete responses['201'];
    },
    answer: (call, shop) => (call.method === 'POST' ? shop.later(call) : undefined),
  },
  {
    name: 'lists only some things by default',
    answer: (call, shop) =>
      call.url.pathname === '/items' && !isWrite(call)
        ? { status: 200, json: [...shop.items.values()].filter((item) => item['done'] === undefined) }
        : undefined,
  },
  {
    name: 'shows a page of its own size',
    contract: (contract) => {
      operationOf(contract, '/items', 'get')['parameters'] = [
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
      ];
    },
    answer: (call, shop) => {
      const page = Number(call.url.searchParams.get('page') ?? 1);
      if (call.url.pathname !== '/items' || isWrite(call)) return undefined;
      return page >= 1
        ? { status: 200, json: [...shop.items.values()].slice((page - 1) * 2, page * 2) }
        : { status: 400, json: {} };
    },
  },
  {
    name: 'searches for a part of a text',
    contract: (contract) => {
      operationOf(contract, '/items', 'get')['parameters'] = [
        { name: 'title', in: 'query', schema: { type: 'string' } },
      ];
    },
    answer: (call, shop) => {
      const wanted = call.url.searchParams.get('title')?.toLowerCase();
      return wanted === undefined || isWrite(call)
        ? undefined
        : { status: 200, json: [...shop.items.values()].filter(({ title }) => title.toLowerCase().includes(wanted)) };
    },
  },
  {
    name: 'wants query parameters of a certain form',
    contract: (contract) => {
      operationOf(contract, '/items', 'get')['parameters'] = [
        { name: 'lang', in: 'query', required: true, schema: { type: 'string', pattern: '^[a-z]{2}$' } },
        { name: 'from', in: 'query', required: true, schema: { type: 'string', format: 'date' } },
      ];
    },
    answer: ({ url, ...call }) => {
      const isFit =
        /^[a-z]{2}$/.test(url.searchParams.get('lang') ?? '') &&
        /^\d{4}-\d\d-\d\d$/.test(url.searchParams.get('from') ?? '');
      return url.pathname !== '/items' || isWrite({ url, ...call }) || isFit ? undefined : { status: 400, json: {} };
    },
  },
  { name: 'lets this key read only', answer: (call) => (isWrite(call) ? { status: 403, json: {} } : undefined) },
  {
    name: 'asks for a key only of those who have one',
    contract: (contract) => {
      contract['security'] = [{ key: [] }, {}];
    },
    answer: (call, shop) => shop.open(call),
  },
  {
    name: 'takes tokens of OAuth',
    contract: (contract) => {
      at(contract, 'components', 'securitySchemes')['key'] = { type: 'oauth2', flows: {} };
    },
  },
  {
    name: 'keeps deleted things with a mark',
    contract: (contract) => {
      at(schemaOf(contract, 'Item'), 'properties')['deletedAt'] = { type: 'string' };
    },
    answer: (call, shop) => {
      const item = call.method === 'DELETE' ? shop.named(call) : undefined;
      if (item) item['deletedAt'] = 'now';
      return item && { status: 204 };
    },
  },
  {
    name: 'wraps each thing in an envelope',
    contract: (contract) => {
      for (const [path, method, status] of [
        ['/items', 'post', '201'],
        ['/items/{id}', 'get', '200'],
        ['/items/{id}', 'patch', '200'],
        ['/items/{id}', 'put', '200'],
      ] as const) {
        at(operationOf(contract, path, method), 'responses', status, 'content', 'application/json')['schema'] = {
          type: 'object',
          properties: { data: { $ref: '#/components/schemas/Item' } },
        };
      }
    },
    answer: (call, shop) => shop.wrapped(call),
  },
  {
    name: 'takes forms of several parts',
    contract: (contract) => {
      const body = at(operationOf(contract, '/items', 'post'), 'requestBody');
      body['content'] = { 'multipart/form-data': at(body, 'content')['application/json'] };
      const { title } = at(schemaOf(contract, 'NewItem'), 'properties');
      schemaOf(contract, 'NewItem')['properties'] = { title };
    },
    answer: (call, shop) => (call.method === 'POST' ? shop.form(call) : undefined),
  },
];

describe.each(behaviours)('a right server that $name', (behaviour) => {
  // What is sent without writes is sent with them, too; alone it is in the long run.
  it.each(process.env['CHECK_SEEDS'] === undefined ? (['disposable'] as const) : (['none', 'disposable'] as const))(
    'is not accused with --writes %s',
    async (writes) => {
      const { report } = await checkShop(behaviour, writes);
      expect(accusations(report)).toEqual([]);
      expect(report.verdict).toBe('passed');
      expect(report.coverage.successTested).toBeGreaterThan(0);
    },
  );
});

it('nothing is made by a PUT that makes what is not there, unless writes are allowed', async () => {
  const upsert: Behaviour = {
    name: 'makes by PUT what is not there',
    contract: (contract) => {
      const responses = at(operationOf(contract, '/items/{id}', 'put'), 'responses');
      responses['201'] = responses['200'];
    },
    answer: (call, shop) => (call.method === 'PUT' && !shop.named(call) ? shop.made(call) : undefined),
  };
  const { report, shop } = await checkShop(upsert, 'none');
  expect(accusations(report)).toEqual([]);
  expect(shop.items.size).toBe(2);
});

it('random creations are taken away again', async () => {
  const { report, shop } = await checkShop({ name: 'plain' }, 'disposable');
  expect(report.coverage.successTested).toBe(6);
  expect(shop.items.size).toBe(2);
});

it('a thing below two parents is in the lists of both', async () => {
  process.env['DIRECTORY_API_KEY'] = key;
  const lists: Record<string, string[]> = { p1: ['t1', 't2'], p2: ['t1', 't3'] };
  const track = { type: 'object', properties: { id: { type: 'string' } } };
  const parameters = (...names: string[]): Part[] =>
    names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const answer = (schema: Part): Part => ({
    200: { description: 'Found.', content: { 'application/json': { schema } } },
    404: refusal,
  });
  const file = join(folder, 'playlists.json');
  writeFileSync(
    file,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Playlists', version: '1' },
      paths: {
        '/lists': {
          get: {
            operationId: 'lists',
            responses: answer({ type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } }),
          },
        },
        '/lists/{list}/tracks': {
          get: {
            operationId: 'tracks',
            parameters: parameters('list'),
            responses: answer({ type: 'array', items: track }),
          },
        },
        '/lists/{list}/tracks/{track}': {
          get: { operationId: 'track', parameters: parameters('list', 'track'), responses: answer(track) },
        },
      },
    }),
  );
  const server = createServer((request, response) => {
    const [, , list, , id] = (request.url ?? '').split('/');
    const found =
      list === undefined
        ? Object.keys(lists).map((each) => ({ id: each }))
        : id === undefined
          ? lists[list]?.map((each) => ({ id: each }))
          : lists[list]?.includes(id)
            ? { id }
            : undefined;
    const isKnown = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(isKnown ? (found ? 200 : 404) : 405, {
      'content-type': 'application/json',
      ...(!isKnown && { allow: 'GET' }),
    });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(found ?? {}));
  });
  const { url: baseUrl, close } = await listenHere(server);
  const report = await check({ baseUrl, contract: file }).finally(close);
  expect(accusations(report)).toEqual([]);
  expect(report.coverage).toMatchObject({ successTested: 3, refusalTested: 2 });
});
