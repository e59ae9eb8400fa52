import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../scripts/contract/json.js';
import { faultNames, faults, findFaults } from '../../scripts/sandbox/faults/index.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { isWhole } from '../sample.js';
import { type Got, json, responsesOf } from './faults/ask.js';
import { allScenes, asksOf, type Difference, type Row, sections } from './faults/tables.js';

const runScene = (scene: string, ...names: string[]): Promise<Got[]> => responsesOf(names, asksOf(scene));

const cache = new Map<string, Promise<Got[]>>();

/** Returns the responses of the correct server in a scene. */
function correctResponses(scene: string): Promise<Got[]> {
  const right = cache.get(scene) ?? runScene(scene);
  cache.set(scene, right);
  return right;
}

const entryPath = /\/entries\/partners\/[0-9a-f-]{36}\/(\?.*)?$/;

/** Returns the scenes in which responses differ from those of the correct server. */
async function findScenes({ differs }: Row): Promise<string[]> {
  if (Array.isArray(differs)) return differs;
  const { shows, status, gives = ['GET', 'HEAD', 'PATCH'], not = [] } = differs;
  const values: string[] = [];
  for (const scene of allScenes.filter((allScene) => !not.includes(allScene))) {
    const right = await correctResponses(scene);
    const isThere = right.some((response, index) => {
      if (shows !== undefined) return response.status < 300 && new RegExp(shows).test(response.text);
      if (status !== undefined) return new RegExp(status).test(String(response.status));
      const { method = '', path = '' } = asksOf(scene)[index] ?? {};
      return response.status === 200 && gives.includes(method) && entryPath.test(path);
    });
    if (isThere) values.push(scene);
  }
  return values;
}

/** Returns a value with these changes in some of its fields or items. */
function patch(value: unknown, change: unknown): unknown {
  if (Array.isArray(change) && Array.isArray(value))
    return change.map((each, index) =>
      index < value.length ? patch(value[index], each) : expect.objectContaining(each as object),
    );
  if (!isObject(change)) return change;
  const all = { ...(isObject(value) ? value : {}) } as Record<string, unknown>;
  for (const [name, each] of Object.entries(change))
    if (each === '(absent)') delete all[name];
    else all[name] = patch(all[name], each);
  return all;
}

async function expectDifference(got: Got, want: number | Difference, right: Got | undefined): Promise<void> {
  if (typeof want === 'number') {
    expect(got.status).toBe(want);
    if (want === 500) expect(json(got)).toEqual({ detail: 'Internal Server Error' });
    return;
  }
  const [other] = want.like === undefined ? [right] : await correctResponses(want.like);
  if (!other) throw new RangeError('The scene has fewer requests than the row.');
  // The standing depends on the operation, which may differ.
  const standing = want.like !== undefined && { 'x-contract-standing': got.headers['x-contract-standing'] };
  expect(got.headers).toEqual(patch({ ...other.headers, ...standing }, want.headers ?? {}));
  expect([got.status, got.wire]).toEqual([want.status ?? other.status, want.wire]);
  if (want.text !== undefined) expect(got.text).toMatch(new RegExp(want.text));
  if (want.item !== undefined) expect(json<unknown[]>(got)[0]).toEqual(patch(json<unknown[]>(other)[0], want.item));
  else if (want.json !== undefined) expect(json(got)).toEqual(patch(json(other), want.json));
  else if (want.text === undefined) expect(want.gzip ? gunzipSync(got.bytes) : got.bytes).toEqual(other.bytes);
}

function isSame(response: Got, correctResponse: Got | undefined): boolean {
  return correctResponse !== undefined && JSON.stringify(response) === JSON.stringify(correctResponse);
}

describe('the catalogue', () => {
  it('has a row for each server, and knows which servers keep the contract', () => {
    expect([...faults.keys()]).toEqual(faultNames);
    const keeping = [...faults.values()].filter(({ keepsContract }) => keepsContract).map(({ name }) => name);
    const namesIn = (...groups: typeof sections) => groups.flatMap(([, rows]) => rows.map(([name]) => name)).sort();
    expect([...faultNames].sort()).toEqual([...namesIn(...sections), 'slow'].sort());
    expect(keeping.sort()).toEqual(namesIn(...sections.filter(([section]) => section === 'right')));
  });

  it('describes each server in a sentence', () => {
    for (const { about } of faults.values()) expect(about).toMatch(/^[A-Z0-9].*\.$/);
  });

  it('suggests the nearest name for an unknown name', () => {
    expect(() => createSandbox({ faults: ['wrong-typ'] })).toThrow(
      new RangeError('Unknown fault "wrong-typ". Did you mean wrong-type?'),
    );
    expect(() => findFaults(['slow', 'ok-gzipp'])).toThrow('Did you mean ok-gzip?');
  });
});

describe.each(sections)('a server of the section %s', (_, rows) => {
  for (const [index, [name, row]] of rows.entries()) {
    it(`${name}: ${faults.get(name)?.about ?? ''}`, { tags: 'slow' }, async () => {
      for (const [scene, wants] of Object.entries(row.wants)) {
        const right = await correctResponses(scene);
        const responses = await runScene(scene, name);
        for (const [at, want] of wants.entries()) await expectDifference(responses[at] as Got, want, right[at]);
      }
    });

    it.runIf(isWhole || index % 5 === 0)(`${name} changes no other responses`, { tags: 'slow' }, async () => {
      const changedValues: string[] = [];
      for (const scene of allScenes) {
        const right = await correctResponses(scene);
        const responses = await runScene(scene, name);
        if (!responses.every((response, at) => isSame(response, right[at]))) changedValues.push(scene);
      }
      expect(changedValues.sort()).toEqual((await findScenes(row)).sort());
    });
  }
});

describe('faults together', () => {
  it('all take effect, in any order', async () => {
    for (const names of [
      ['wrong-type', 'no-allow'],
      ['no-allow', 'wrong-type'],
    ]) {
      expect(json((await runScene('reads an entry', ...names))[0])['featured']).toBe('true');
      expect((await runScene('puts an entry', ...names))[0]?.headers).not.toHaveProperty('allow');
    }
  });

  it('change the same response one after another', async () => {
    const [entry] = await runScene('reads an entry', 'wrong-type', 'bad-url', 'field-absent', 'duplicate-key');
    expect(json(entry)).toMatchObject({ featured: 'true', award: 'n/a' });
    expect(json(entry)).not.toHaveProperty('tracking');
    expect(entry?.text.match(/"title":"Fjordline Data"/g)).toHaveLength(2);
  });

  it('change the same update one after another', async () => {
    const [, read, otherResponse] = await runScene('updates the title', 'patch-other-entry', 'patch-touches-other');
    expect(json(read)).toMatchObject({ title: 'New', display_on_internal_directory: false });
    expect(json(otherResponse)).toMatchObject({ title: 'New' });
  });

  it('can include reads that lag behind', async () => {
    const responses = await runScene('updates the title', 'ok-cached-reads', 'list-misses-item', 'ok-third-party');
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(json(responses[3])).toHaveLength(2);
  });

  it.each([
    ['flaky-500', 'reads an entry', 'lists directories five times'],
    ['ok-429', 'reads an entry', 'lists directories five times'],
    ['shuffled-certifications', 'reads an entry', 'reads an entry'],
    ['list-stale', 'updates the title', 'lists partner entries'],
    ['patch-not-idempotent', 'updates the resources', 'updates the resources'],
    ['ok-new-status-value', 'updates the status', 'reads an entry'],
    ['ok-third-party', 'reads an entry', 'lists partner entries'],
  ])('do not share memory between sandboxes: %s', async (name, meanwhile, scene) => {
    const first = await runScene(scene, name);
    await runScene(meanwhile, name);
    expect(await runScene(scene, name)).toEqual(first);
  });
});
