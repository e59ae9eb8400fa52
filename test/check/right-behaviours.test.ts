import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { listenHere } from '../listen-here.js';
import { isWhole, sample } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Behaviour, behaviours, operationOf, refusal } from './right-behaviours.js';
import { accusations } from './run.js';
import { at, contractOf, createShop, idOf, key, listener, type Part, type Shop, sendAnswer } from './shop.js';
import { spelledOut } from './spelled-out.js';

const folder = temporaryFolder('right-behaviours');

let documents = 0;

/** Checks a shop with this behaviour, over HTTP. */
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
      report: await check({ baseUrl, contract: file, writes, runs: 5, timeout: 5 }),
      shop,
    };
  } finally {
    await close();
  }
}

// A normal run tests every third behaviour, the long run all of them.
describe.each(sample(Object.entries(behaviours), 3))('a right server that %s', (_, behaviour) => {
  // A run with writes also sends every request of a run without writes; the long run tests both.
  it.each(isWhole ? (['none', 'disposable'] as const) : (['disposable'] as const))(
    'is not accused with --writes %s',
    { tags: 'slow' },
    async (writes) => {
      const { report } = await checkShop(behaviour, writes);
      expect(accusations(report)).toEqual([]);
      expect(report.verdict).toBe('passed');
      expect(report.coverage.successTested).toBeGreaterThan(0);
    },
  );
});

it('a PUT that may create a resource is sent only if writes are allowed', async () => {
  const makesByPut: Behaviour = {
    contract: (contract) => {
      const responses = at(operationOf(contract, '/items/{id}', 'put'), 'responses');
      responses['201'] = responses['200'];
    },
    answer: (call, shop) => (call.method === 'PUT' && !shop.named(call) ? shop.created(call, idOf(call)) : undefined),
  };
  const { report, shop } = await checkShop(makesByPut, 'none');
  expect(accusations(report)).toEqual([]);
  expect(shop.items.size).toBe(2);
});

it('randomly created resources are deleted', async () => {
  const { report, shop } = await checkShop({}, 'disposable');
  expect(report.coverage.successTested).toBe(6);
  expect(shop.items.size).toBe(2);
});

it('a resource below two parents is in the lists of both', async () => {
  process.env['DIRECTORY_API_KEY'] = key;
  const lists: Record<string, string[]> = { p1: ['t1', 't2'], p2: ['t1', 't3'] };
  const thing = { type: 'object', properties: { id: { type: 'string' } } };
  const get = (operationId: string, schema: Part, ...names: string[]): Part => ({
    get: {
      operationId,
      parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      responses: { 200: { description: 'Found.', content: { 'application/json': { schema } } }, 404: refusal },
    },
  });
  const paths = {
    '/lists': get('lists', { type: 'array', items: thing }),
    '/lists/{list}/tracks': get('tracks', { type: 'array', items: thing }, 'list'),
    '/lists/{list}/tracks/{track}': get('track', thing, 'list', 'track'),
  };
  const file = join(folder, 'playlists.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Playlists', version: '1' }, paths }));
  const server = createServer((request, response) => {
    const [, , list, , id] = spelledOut(request.url ?? '').split(/[/?]/);
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
