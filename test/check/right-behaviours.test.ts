import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { listenHere } from '../listen-here.js';
import { isWhole, sample } from '../sample.js';
import { temporaryFile } from '../temporary-folder.js';
import { words } from '../words.js';
import { type Behaviour, behaviours, operationOf } from './right-behaviours.js';
import { accusations } from './run.js';
import { documentNamed } from './service/document.js';
import { checkDocument } from './service/resources.js';
import { contractOf, createShop, idOf, key, listener, partAt, type Shop, sendAnswer } from './shop.js';

/** Checks a shop with this behaviour, over HTTP. */
async function checkShop(
  behaviour: Behaviour,
  writes: 'none' | 'disposable',
): Promise<{ report: CheckReport; shop: Shop }> {
  process.env['DIRECTORY_API_KEY'] = key;
  const contract = contractOf(behaviour.contract);
  const file = temporaryFile('contract.json', JSON.stringify(contract));
  const shop = createShop(contract, behaviour.tidy);
  const { url: baseUrl, close } = await listenHere(
    createServer(
      listener((call, _, response) => sendAnswer(response, call.method, shop.answer(call, behaviour.answer))),
    ),
  );
  try {
    return { report: await check({ baseUrl, contract: file, writes, runs: 5, timeout: 5 }), shop };
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
      const responses = partAt(operationOf(contract, '/items/{id}', 'put'), 'responses');
      responses['201'] = responses['200'];
    },
    answer: (call, shop) =>
      call.method === 'PUT' && !shop.findItem(call) ? shop.createItem(call, idOf(call)) : undefined,
  };
  const { report, shop } = await checkShop(makesByPut, 'none');
  expect(accusations(report)).toEqual([]);
  expect(shop.items.size).toBe(2);
});

it('resources that a write creates at random are deleted', { tags: 'slow' }, async () => {
  const { report, shop } = await checkShop({}, 'disposable');
  expect(report.coverage.successTested).toBe(6);
  expect(shop.items.size).toBe(2);
});

it('a resource below two parents is in the lists of both', async () => {
  const paths = words`
    /lists/p1 /lists/p2 /lists/p1/tracks/t1 /lists/p1/tracks/t2 /lists/p2/tracks/t1 /lists/p2/tracks/t3
  `;
  const resources = Object.fromEntries(paths.map((path) => [path, { id: path.slice(-2) }]));
  const { report } = await checkDocument(documentNamed('playlists'), { resources }, { writes: 'none' });
  expect(accusations(report)).toEqual([]);
  expect(report.coverage).toMatchObject({ successTested: 3, refusalTested: 2 });
});
