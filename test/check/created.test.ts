// @module-tag slow
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { remainingResourcesOf } from '../../scripts/check/model/report/state-report.js';
import { hashOf } from '../../scripts/check/values/token.js';
import { isSameJson } from '../../scripts/contract/json.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { type Program, startProgram } from '../run-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { checkServed, everything } from './run.js';
import { checkService, type ResourceService } from './service/resources.js';
import { reply } from './service/service.js';
import { firstIn, firstThings, leftIn, serveThings, type ThingHabits } from './thing-service.js';

interface Outcome {
  service: ResourceService;
  report: CheckReport;
  /** Paths of the resources that are left in the service. */
  leftovers: string[];
  /** Paths of the resources that the report lists as not removed. */
  listedPaths: string[];
}

async function checkThings(
  habits: ThingHabits,
  options: Partial<CheckOptions> = {},
  without: string[] = [],
): Promise<Outcome> {
  const service = await serveThings(habits, without);
  const report = await checkService(service, { runs: 2, ...options });
  const listedPaths = remainingResourcesOf(report.created ?? []).map(({ path }) => path);
  expect(firstIn(service)).toEqual(firstThings);
  return { service, report, leftovers: leftIn(service), listedPaths: listedPaths.sort() };
}

/** Returns the requests that change or delete resources which existed before the run. */
function harmIn({ requestLines }: ResourceService): string[] {
  return requestLines.filter((line) => /^(?:PATCH|PUT|DELETE|POST) \/things\/t[12]$/.test(line));
}

let deletions = 0;
const refusesSecond: ThingHabits['remove'] = () => (++deletions % 2 === 0 ? reply(409, {}) : undefined);

describe('a resource that a run with --writes disposable has created', () => {
  it.each<[string, ThingHabits, string[]?]>([
    ['an honest service', {}],
    ['a service that refuses to delete what has parts', { cascades: false }],
    ['a service that refuses each second deletion', { remove: refusesSecond }],
    ['a service that takes invalid bodies', { takesAnyBody: true }],
    ['a service that creates without a key', { needsNoKey: true }],
    ['a service that shows only the id', { create: (_, store) => reply(201, { id: store()['id'] ?? '' }) }],
    ['a service without a read of one thing', {}, ['getThing', 'getPart']],
  ])('safety 22, mode-disposable: is removed at the end: %s', async (_, habits, without) => {
    const { service, report, leftovers, listedPaths } = await checkThings(habits, {}, without);
    expect(leftovers).toEqual([]);
    expect(listedPaths).toEqual([]);
    expect(report.created?.length).toBeGreaterThan(10);
    expect(harmIn(service)).toEqual([]);
  });

  it.each<[string, ThingHabits, string[]?]>([
    ['a service that refuses deletions by 403', { remove: () => reply(403, {}) }],
    ['a service that fails at deletions', { remove: () => reply(500, {}) }],
    ['a service whose parts go with their thing alone', { cascades: true }, ['removePart']],
    ['a document without deletions', {}, ['deleteThing', 'removePart']],
    ['a document that deletes parts alone', {}, ['deleteThing']],
  ])('safety 22: is listed if it remains, and only then: %s', async (_, habits, without) => {
    const { report, leftovers, listedPaths } = await checkThings(habits, {}, without);
    expect(leftovers.length).toBeGreaterThan(0);
    expect(listedPaths).toEqual(leftovers);
    for (const { why } of remainingResourcesOf(report.created ?? [])) expect(why).toMatch(/^\w.*\.$/);
  });

  it.each<[string, ThingHabits['create'], RegExp]>([
    ['returns what exists', () => reply(200, firstThings['/things/t1']), /had shown this id before/],
    ['answers 201 with an id of the list', (body) => reply(201, { ...body, id: 't2' }), /had shown/],
    ['answers 202 with the id of a job', () => reply(202, { id: 'job-17' }), /may create the resource later/],
  ])('safety 6, 22: is listed, and neither changed nor deleted, if a service %s', async (_, create, why) => {
    const { service, report, leftovers } = await checkThings({ ...(create && { create }) });
    expect(leftovers).toEqual([]);
    expect(harmIn(service)).toEqual([]);
    const things = report.created?.filter(({ operationId }) => operationId === 'createThing') ?? [];
    expect(things.length).toBeGreaterThan(0);
    for (const resource of things) expect(resource).toMatchObject({ removed: false, why: expect.stringMatching(why) });
  });

  it('safety 22: is counted if responses do not identify it', async () => {
    const create: ThingHabits['create'] = (_, store) => {
      store();
      return reply(200, {});
    };
    const { report, leftovers } = await checkThings({ create }, {}, ['addPart']);
    const remainingResources = remainingResourcesOf(report.created ?? []);
    expect(remainingResources.length).toBe(leftovers.length);
    for (const resource of remainingResources) expect([...leftovers, '/things']).toContain(resource.path);
  });

  it('remains with --keep, and is listed', async () => {
    const { leftovers, listedPaths, report } = await checkThings({}, { keep: true });
    expect(leftovers.length).toBeGreaterThan(0);
    expect(listedPaths).toEqual(leftovers);
    expect(remainingResourcesOf(report.created ?? [])[0]?.why).toBe('The run kept the resource because of --keep.');
  });

  it('remains if --exclude names its deletion, and the list says so', async () => {
    const { service, leftovers, listedPaths, report } = await checkThings({}, { exclude: ['deleteThing'] });
    expect(service.requestLines.filter((line) => /^DELETE \/things\/[^/]+$/.test(line))).toEqual([]);
    expect(listedPaths).toEqual(leftovers);
    expect(remainingResourcesOf(report.created ?? [])[0]?.why).toBe('--exclude deleteThing excludes it.');
  });

  it('is removed by the shard that created it', async () => {
    const service = await serveThings({});
    for (const index of [1, 2]) {
      await checkService(service, { shard: { index, count: 2 } });
      expect(leftIn(service)).toEqual([]);
    }
  });

  it('is not listed if the run writes nothing, or the service stores nothing', async () => {
    expect((await checkThings({}, { writes: 'none' })).report).not.toHaveProperty('created');
    expect((await checkThings({}, { target: 'mock' })).report).not.toHaveProperty('created');
  });
});

/** Positions of the request at which a run is stopped. */
const moments = [3, 17, 41, 78, 133];

interface State {
  collections: Record<string, { id: string }[]>;
}

/** The ids in a state of the sandbox. */
function idsIn(state: unknown): Set<string> {
  return new Set(Object.values((state as State).collections).flatMap((all) => all.map(({ id }) => id)));
}

/** Checks a sandbox, and stops the run at this change of its state; without a number, the run goes to its end. */
async function checkSandbox(
  change?: number,
): Promise<{ leftovers: string[]; listedPaths: string[]; isChanged: boolean }> {
  const sandbox = createSandbox();
  const stateBefore = sandbox.snapshot();
  const stop = new AbortController();
  let changes = 0;
  sandbox.watch(() => {
    changes += 1;
    if (changes === change) stop.abort();
  });
  const options = { ...everything, writes: 'disposable', runs: 2, signal: stop.signal } as const;
  const report = await checkServed(sandbox, options);
  const ownIds = idsIn(stateBefore);
  const stateAfter = sandbox.snapshot();
  return {
    leftovers: [...idsIn(stateAfter)].filter((id) => !ownIds.has(id)).sort(),
    listedPaths: remainingResourcesOf(report.created ?? [])
      .map(({ id = 'no id' }) => id)
      .sort(),
    isChanged: !isSameJson(existingIn(stateBefore, ownIds), existingIn(stateAfter, ownIds)),
  };
}

/** Returns the resources with these ids in a state of the sandbox. */
function existingIn(state: unknown, ids: ReadonlySet<string>): unknown {
  const all = Object.entries((state as State).collections).flatMap(([kind, each]) =>
    each.map((row) => ({ kind, ...row })),
  );
  return all.filter(({ id }) => ids.has(id));
}

/** Twenty of the about 700 changes of a run, at each of which one run is stopped. */
const changes = Array.from({ length: 20 }, (_, index) => 1 + (hashOf('stopped', index) % 600));

describe('a run on the sandbox', () => {
  const isHarmless = async (change?: number): Promise<void> => {
    const { leftovers, listedPaths, isChanged } = await checkSandbox(change);
    expect({ listed: listedPaths, isChanged }).toEqual({ listed: leftovers, isChanged: false });
  };
  const title = 'safety 22, 6: leaves only the resources that its list names, stopped at change %s';
  it.each([undefined, ...changes])(title, isHarmless);
  it.each([12])(title, isHarmless);
});

describe('a run that is stopped', () => {
  it.each(moments)('safety 22: after request %i, leaves only the resources that its list names', async (moment) => {
    const stop = new AbortController();
    const onRequest: ThingHabits['onRequest'] = (count) => count === moment && stop.abort();
    const { report, leftovers, listedPaths } = await checkThings({ onRequest }, { signal: stop.signal });
    expect(report.stopped?.code).toBe('run.stopped');
    expect(listedPaths).toEqual(leftovers);
    expect(leftovers).toEqual([]);
  });

  it('safety 22: lists the remaining resources if there is no time to remove them', async () => {
    const stop = new AbortController();
    // The service refuses deletions after the stop.
    const remove: ThingHabits['remove'] = () => (stop.signal.aborted ? reply(429, {}) : undefined);
    const onRequest: ThingHabits['onRequest'] = (count) => count === 60 && stop.abort();
    const { leftovers, listedPaths } = await checkThings({ onRequest, remove }, { signal: stop.signal });
    expect(leftovers.length).toBeGreaterThan(0);
    expect(listedPaths).toEqual(leftovers);
  });

  it('safety 22: removes the resources that it has created when its time is over', async () => {
    const { report, leftovers, listedPaths } = await checkThings({}, { maxTime: 0.4, runs: 10_000 });
    expect(report.stopped?.code).toBe('run.out-of-time');
    expect(listedPaths).toEqual(leftovers);
    expect(leftovers).toEqual([]);
  });
});

describe('directory-contract check', () => {
  it('safety 22, signals, exit-signal: says after SIGINT which resources it has not removed', async () => {
    const cli = await publishedProgram();
    const file = join(temporaryFolder(), 'report.json');
    const state: { program?: Program } = {};
    let keptText: string | undefined;
    const remove: ThingHabits['remove'] = (id) => {
      if (keptText === undefined && id.startsWith('t')) {
        keptText = id;
        state.program?.child.kill('SIGINT');
      }
      return id === keptText ? reply(403, {}) : undefined;
    };
    const service = await serveThings({ remove });
    const contract = temporaryFile('things.json', JSON.stringify(service.document));
    const args = ['check', service.url, '--contract', contract, '--writes', 'disposable', '--report', `json=${file}`];
    state.program = startProgram(process.execPath, [cli, ...args], {
      cwd: temporaryFolder(),
      env: ownEnvironment({ DIRECTORY_API_KEY: service.key }),
    });
    const { code, stdout } = await state.program.exit;
    expect(code).toBe(130);
    expect(leftIn(service)).toEqual([`/things/${keptText}`]);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'The run did not remove 1 resource that it created or may have created.',
    );
    expect(stdout).toContain(`createThing  ${keptText}  /things/${keptText}`);
    const report = JSON.parse(readFileSync(file, 'utf8')) as CheckReport;
    expect(remainingResourcesOf(report.created ?? [])).toEqual([
      {
        operationId: 'createThing',
        id: keptText,
        path: `/things/${keptText}`,
        removed: false,
        why: 'The request that deletes the resource returned 403.',
      },
    ]);
  });

  it('is listed as not removed if the service accepts deletions, but deletes nothing', async () => {
    const { report, leftovers, listedPaths } = await checkThings({ remove: () => reply(200, {}) });
    expect(report.findings.map(({ rule }) => rule)).toContain('delete.kept');
    expect(leftovers.length).toBeGreaterThan(0);
    expect(leftovers.filter((path) => !listedPaths.includes(path))).toEqual([]);
    expect(remainingResourcesOf(report.created ?? [])[0]?.why).toContain('keeps deleted resources');
  });
});
