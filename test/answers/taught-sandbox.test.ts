import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../generated/contract.js';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { partnerEntryUpdateModule } from '../../scripts/build/artefacts/partner-entry-update.js';
import { check } from '../../scripts/check/engine/check.js';
import { readContractWithAnswers } from '../../scripts/check/engine/contract/taught-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { isObject, type JsonObject } from '../../scripts/contract/json.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { adaptState } from '../../scripts/sandbox/model/adapted-state.js';
import { createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { accusations, everything } from '../check/run.js';
import { isWhole } from '../sample.js';
import {
  type Asked,
  root as base,
  entryPath as entry,
  ids,
  partnersPath as partners,
  withCalls,
} from '../sandbox/fixture.js';
import { openedOf, type Story, testStories } from '../sandbox/story.js';
import { fieldAnswers } from './field-answers.js';
import { operationAnswers } from './operation-answers.js';
import { answersFile, correctedFile, taughtWith, withValues } from './taught.js';

const directory = `${base}/directories/${ids.directory}`;
const reviews = `${base}/reviews/directory/${ids.directory}/`;
const filter = initialState.collections['Filter']?.[0]?.id ?? '';

interface Taught extends Story {
  answers?: Record<string, unknown>;
  of?: string[];
  ofFields?: true;
}

/** Returns a new sandbox with these answers. */
function sandboxWith(answers: Record<string, unknown>): Asked {
  const { document, validators } = taughtWith(answers);
  return withCalls(createSandboxFor(document, validators)());
}

/** Returns the lists or the objects that a sandbox gives for a path. */
async function get<Json = JsonObject[]>(sandbox: Asked, path: string): Promise<Json> {
  return (await sandbox.send('GET', path)).json as Json;
}

testStories<Taught>(import.meta.url, 'taught-sandbox.yaml', {
  names: { ...ids, base, directory, directoryId: ids.directory, tier: ids.gold, partners, entry, reviews, filter },
  begin({ answers = {}, of = [], ofFields }) {
    const values = { ...answers, ...Object.fromEntries(of.map((id) => [id, operationAnswers[id]])) };
    return openedOf(sandboxWith(ofFields ? fieldAnswers : withValues(values)));
  },
});

const valuesOf = (objects: readonly JsonObject[], field: string) => objects.map((each) => each[field]);

/** Returns the objects in a field of these objects, also objects in lists. */
const inside = (objects: readonly JsonObject[], field: string) =>
  objects.flatMap((each) => [each[field]].flat()).filter((each) => isObject(each)) as JsonObject[];

describe('the initial data of a sandbox with answers about fields', () => {
  const { document } = taughtWith(fieldAnswers);
  const sandbox = sandboxWith(fieldAnswers);
  let entries: JsonObject[];
  let filters: JsonObject[];
  let tiers: JsonObject[];
  let requests: JsonObject[];
  beforeAll(async () => {
    const directories = await get(sandbox, `${base}/directories/`);
    const list = async (path: string): Promise<JsonObject[]> => {
      const lists: JsonObject[] = [];
      for (const { id } of directories) lists.push(...(await get(sandbox, `${base}/directories/${id}/${path}/`)));
      return lists;
    };
    entries = await list('entries/partners');
    filters = await list('filters');
    tiers = await list('tiers');
    requests = await list('contact-requests');
  });

  it('is the usual one for our own contract, and the same each time for another one', () => {
    expect(adaptState(initialState, contract)).toBe(initialState);
    const initialStateBefore = structuredClone(initialState);
    const adapted = adaptState(initialState, document);
    expect(adaptState(initialState, document)).toEqual(adapted);
    expect(initialState).toEqual(initialStateBefore);
    expect(adapted.collections['Badge']).toBe(initialState.collections['Badge']);
  });

  it('has null in some resources, but not in all, wherever a field can be null', () => {
    const ofEntries = ['headline', 'award', 'tier', 'metadata', 'use_cases', 'href', 'score', 'region'];
    const places: [string, readonly JsonObject[]][] = [
      ...ofEntries.map((field): [string, readonly JsonObject[]] => [field, entries]),
      ['image', inside(entries, 'tier')],
      ['url', ['resources', 'special_offers', 'clients'].flatMap((field) => inside(entries, field))],
      ['slug', filters],
      ['genericDirectory', filters],
      ['count', inside(filters, 'filterOptions')],
      ['image', tiers],
      ['urgent', requests],
    ];
    for (const [field, objects] of places) {
      const nulls = valuesOf(objects, field).filter((value) => value === null).length;
      expect([field, nulls > 0, nulls < objects.length]).toEqual([field, true, true]);
    }
  });

  it('has every known value of a set, and no other value of a closed set', () => {
    const setOf = (...args: Parameters<typeof valuesOf>): unknown[] => [...new Set(valuesOf(...args))].sort();
    expect(setOf(entries, 'status')).toEqual(['draft', 'hidden', 'public']);
    expect(setOf(entries, 'region')).toEqual(['north', null, 'south', undefined]);
    expect(setOf(inside(entries, 'media'), 'type')).toEqual(['I', 'P']);
    expect(setOf(filters, 'type')).toEqual(['system', 'user']);
  });

  it('has the fields that answers name, and new fields, with the values of the examples', () => {
    const [first] = entries;
    const example = document.components['examples']?.['PartnerEntryPublic'] as { value: JsonObject };
    expect(first?.['website_url']).toBe('https://directory.example.com/partners/fjordline');
    expect(first).not.toHaveProperty('the service');
    expect(first?.['created_at']).toBe(example.value['created_at']);
    for (const { certifications } of entries) {
      const positions = valuesOf(certifications as JsonObject[], 'position');
      expect(positions).toEqual(positions.map((_, index) => index + 1));
    }
    expect(valuesOf(inside(entries, 'callouts'), 'name').every(Number.isInteger)).toBe(true);
    // One resource lacks the optional field.
    expect(valuesOf(tiers, 'colour').filter((colour) => typeof colour !== 'string')).toEqual([undefined]);
    for (const option of inside(filters, 'filterOptions'))
      expect(['id,label,count', 'id,label', 'id,count']).toContain(Object.keys(option).join());
    for (const link of [...valuesOf(filters, 'href'), ...valuesOf(tiers, 'entriesListUrl')])
      expect(link).toMatch(/^api\//);
  });
});

describe('a sandbox with answers about any schemas', () => {
  it('has null where a field can be null', async () => {
    const sandbox = sandboxWith({ schemas: { value: { Review: { nullable: ['summary'] } } } });
    expect(valuesOf(await get(sandbox, reviews), 'summary').filter((value) => value === null)).toHaveLength(1);
  });

  it('stores a list of texts if a correction changes the items of a stated list to texts', async () => {
    const keywords = '$.components.schemas.PartnerEntryUpdate.properties.keywords';
    const actions = [
      { target: `${keywords}.items`, remove: true },
      { target: keywords, update: { items: { type: 'string' }, 'x-reflected-as': '/keywords' } },
    ];
    const texts = { type: 'array', items: { type: 'string' } };
    const file = correctedFile(actions, { 'partner-entry.fields': { value: { keywords: texts } } });
    const { document, validators } = teachOwnContract(file);
    const correctedRequest = withCalls(createSandboxFor(document, validators)());
    const { json } = await correctedRequest.send('PATCH', entry, { body: { keywords: ['fast'] } });
    expect(json).toHaveProperty('keywords', ['fast']);
    expect(moduleText(partnerEntryUpdateModule(document, { files: [], pointers: {} }))).toContain(" keywords: ['']");
  });
});

describe('a sandbox with answers about operations', () => {
  it('filters and sorts lists as their parameters say', async () => {
    const sandbox = sandboxWith({ 'operations.parameters': { value: operationAnswers['operations.parameters'] } });
    const hiddenObjects = await get(sandbox, `${partners}?status=hidden&ordering=-title`);
    expect(new Set(valuesOf(hiddenObjects, 'status'))).toEqual(new Set(['hidden']));
    const titles = valuesOf(hiddenObjects, 'title');
    expect(titles).toEqual([...titles].sort().reverse());
  });

  it('refuses a request without a key and one with a wrong key, each with its own status', async () => {
    const sandbox = sandboxWith({ 'auth.refusal-status': { value: { missing: 403, wrong: 401 } } });
    expect((await sandbox.send('GET', partners, { headers: { authorization: 'wrong' } })).status).toBe(401);
    expect((await sandbox.fetch(new Request(`https://a.example${partners}`))).status).toBe(403);
  });
});

/** All operations take a minute, so a normal run checks only answers about fields, and all writes (after reads). */
const modes: [string, Partial<CheckOptions>][] = [
  ['all writes', { writes: 'disposable', ...everything }],
  ['reads', {}],
  [
    'updates that it puts back',
    { writes: 'roundtrip', writeInterval: 0, only: ['updatePartnerEntry', 'updateFilter'] },
  ],
];

it.each(isWhole ? modes : modes.slice(0, 1))(
  'the check finds nothing wrong with a sandbox of a contract with all answers: %s',
  { tags: 'slow' },
  async (_, options) => {
    vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
    const answers = answersFile(isWhole ? { ...fieldAnswers, ...withValues(operationAnswers) } : fieldAnswers);
    const taughtContract = teachOwnContract(answers);
    const sandbox = createSandboxFor(taughtContract.document, taughtContract.validators)();
    const collectionsBefore = sandbox.snapshot().collections;
    const server = await serveSandbox({ sandbox });
    try {
      const contractOfAnswers = readContractWithAnswers(answers, taughtContract);
      // No list contains the tenants.
      const parameters: Record<string, string> = isWhole ? { tenant: 'acme', 'listTierEntries.tier_id': ids.gold } : {};
      const usual = { baseUrl: server.url, contract: contractOfAnswers, runs: 1, strict: true, parameters };
      const report = await check({ ...usual, ...options });
      expect([accusations(report), report.exitCode]).toEqual([[], 0]);
      const untestedOperations = report.operations.filter(({ inScope, refusal }) => inScope && !refusal.tested);
      expect(untestedOperations.map(({ operationId }) => operationId)).toEqual([]);
      if (options.writes === 'roundtrip') expect(sandbox.snapshot().collections).toEqual(collectionsBefore);
    } finally {
      await server.close();
    }
  },
);
