// @module-tag slow
import { describe, expect, it } from 'vitest';
import { remainingResourcesOf } from '../../scripts/check/model/report/state-report.js';
import { words } from '../words.js';
import { depot, depotDocument } from './depot-service.js';
import { accusations, untested } from './run.js';
import { checkDocument, checkService, serveDocument } from './service/resources.js';

const options = { runs: 3 };
/** Whether a path is that of a site. Sites have no parts. */
const isSite = (path: string): boolean => /^\/sites\/[^/]+$/.test(path);

/** Operations that need an id which neither a list nor the document shows. */
const outOfReach = words`getBoxByCode getWeight sealBox getLabel putLabel removeLabel getLevel setLevel`;

describe('a service whose document tells little', () => {
  it('is tested if lists or creations show the ids, and keeps only resources that the report lists', async () => {
    const { report, service } = await checkDocument(depotDocument, depot, options);
    expect(untested(report)).toEqual(outOfReach);
    expect(accusations(report).filter((line) => !/^(?:schema|request|refusal)/.test(line))).toEqual([]);
    // No list contains the sites, so the run leaves sites with an everyday name: they could belong to somebody else.
    expect(remainingResourcesOf(report.created ?? []).map(({ path }) => path)).toEqual(
      [...service.resources.keys()].filter(isSite),
    );
  });

  it('is tested in as many operations if an earlier run has left its resources behind', { tags: 'long' }, async () => {
    const service = await serveDocument(depotDocument, depot);
    const { resources } = service;
    const keptObjects = new Map<string, NonNullable<ReturnType<typeof resources.get>>>();
    // Deleted sites are kept here and come back later, as in a service that never frees a name.
    resources.delete = (path) => {
      const site = resources.get(path);
      if (site && isSite(path)) keptObjects.set(path, site);
      return Map.prototype.delete.call(resources, path);
    };
    await checkService(service, options);
    for (const [path, site] of keptObjects) resources.set(path, site);
    expect(resources.size).toBeGreaterThan(0);
    expect(untested(await checkService(service, options))).toEqual(outOfReach);
    await service.close();
  });

  it('is reported if only a query parameter shows how it breaks its document', async () => {
    const { report } = await checkDocument(depotDocument, depot, options);
    const found = report.findings.find(({ rule, operationId }) => rule === 'schema.type' && operationId === 'getUnit');
    expect(found).toMatchObject({
      pointer: '/factor',
      case: expect.stringMatching(/^getUnit\/query\/digits=/) as string,
    });
  });
});
