// @module-tag slow
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { remainingOf } from '../../scripts/check/model/report/state-report.js';
import { temporaryFile } from '../temporary-folder.js';
import { words } from '../words.js';
import { Depot, depotDocument, depotKey, serveDepot } from './depot-service.js';
import { accusations } from './run.js';

const contract = temporaryFile('depot.json', JSON.stringify(depotDocument));
let depot = new Depot();

beforeEach(() => {
  depot = new Depot();
  process.env['DIRECTORY_API_KEY'] = depotKey;
});
afterAll(() => void delete process.env['DIRECTORY_API_KEY']);

async function checkDepot(): Promise<CheckReport> {
  const { url, close } = await serveDepot(depot);
  try {
    return await check({ baseUrl: url, contract, writes: 'disposable', runs: 3, timeout: 5 });
  } finally {
    await close();
  }
}

/** Operations that need an id which neither a list nor the document shows. */
const outOfReach = words`getBoxByCode getWeight sealBox getLabel putLabel removeLabel getLevel setLevel`;

const untested = ({ operations }: CheckReport): string[] =>
  operations.filter(({ success }) => !success.tested).map(({ operationId }) => operationId);

describe('a service whose document tells little', () => {
  it('is tested where lists or creations show the ids, and keeps only what the report lists', async () => {
    const report = await checkDepot();
    expect(untested(report)).toEqual(outOfReach);
    expect(accusations(report).filter((line) => !/^(?:schema|request|refusal)/.test(line))).toEqual([]);
    // No list contains the sites, so the run leaves those with an everyday name: they could belong to somebody else.
    expect(remainingOf(report.created ?? []).map(({ path }) => path)).toEqual(
      [...depot.sites.keys()].map((name) => `/sites/${name}`),
    );
  });

  it('is tested in as many operations where an earlier run has left everything behind', { tags: 'long' }, async () => {
    const sites = depot.sites;
    const kept = new Map<string, NonNullable<ReturnType<typeof sites.get>>>();
    // Deleted sites are kept here and come back later, as in a service that never frees a name.
    sites.delete = (name) => {
      const site = sites.get(name);
      if (site) kept.set(name, site);
      return Map.prototype.delete.call(sites, name);
    };
    await checkDepot();
    for (const [name, site] of kept) sites.set(name, site);
    expect(sites.size).toBeGreaterThan(0);
    expect(untested(await checkDepot())).toEqual(outOfReach);
  });

  it('is found to break its document where only a query parameter shows the mistake', async () => {
    const { findings } = await checkDepot();
    const found = findings.find(({ rule, operationId }) => rule === 'schema.type' && operationId === 'getUnit');
    expect(found).toMatchObject({
      pointer: '/factor',
      case: expect.stringMatching(/^getUnit\/query\/digits=/) as string,
    });
  });
});
