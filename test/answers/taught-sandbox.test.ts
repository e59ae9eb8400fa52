import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../generated/contract.js';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { check } from '../../scripts/check/engine/check.js';
import { readTaughtContract } from '../../scripts/check/engine/contract/taught-contract.js';
import { isObject, type JsonObject } from '../../scripts/contract/json.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { adaptState } from '../../scripts/sandbox/model/adapted-state.js';
import { createSandboxFor, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { accusations, everything } from '../check/run.js';
import { sample } from '../sample.js';
import { fieldAnswers } from './field-answers.js';
import { answersFile } from './taught.js';

const answers = answersFile(fieldAnswers);
const taught = teachOwnContract(answers);
const { document, validators } = taught;
const create = createSandboxFor(document, validators);

/** Returns the JSON of a response. `path` is the part after the version. */
async function json(sandbox: Sandbox, method: string, path: string, body?: object): Promise<unknown> {
  const request = new Request(`https://directory.example/api/directory/private/v1alpha/${path}`, {
    method,
    headers: { authorization: defaultKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await sandbox.fetch(request)).json();
}

async function list(path: string): Promise<JsonObject[]> {
  const directories = (await json(create(), 'GET', 'directories/')) as { id: string }[];
  const all = directories.map(({ id }) => json(create(), 'GET', path.replace('*', id)));
  return (await Promise.all(all)).flat() as JsonObject[];
}

const valuesOf = (objects: readonly JsonObject[], field: string) => objects.map((each) => each[field]);

/** Returns the objects in a field of these objects, also those in lists. */
const inside = (objects: readonly JsonObject[], field: string) =>
  objects.flatMap((each) => [each[field]].flat()).filter((each) => isObject(each)) as JsonObject[];

describe('the initial data of a taught sandbox', () => {
  let entries: JsonObject[];
  let filters: JsonObject[];
  let tiers: JsonObject[];
  beforeAll(async () => {
    entries = await list('directories/*/entries/partners/');
    filters = await list('directories/*/filters/');
    tiers = await list('directories/*/tiers/');
  });

  it('is the usual one for our own contract, and the same each time for another one', () => {
    expect(adaptState(initialState, contract)).toBe(initialState);
    const before = structuredClone(initialState);
    const adapted = adaptState(initialState, document);
    expect(adaptState(initialState, document)).toEqual(adapted);
    expect(initialState).toEqual(before);
    expect(adapted.collections['Badge']).toBe(initialState.collections['Badge']);
  });

  it('has null in some resource, and not in all, wherever a field can be null', async () => {
    const requests = await list('directories/*/contact-requests/');
    const places: [string, readonly JsonObject[]][] = [
      ...['headline', 'award', 'tier', 'metadata', 'use_cases', 'href', 'score', 'region'].map(
        (field): [string, readonly JsonObject[]] => [field, entries],
      ),
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

  it('has every known value of a set, and no other of a closed one', () => {
    expect(new Set(valuesOf(entries, 'status'))).toEqual(new Set(['public', 'hidden', 'draft']));
    expect(new Set(valuesOf(entries, 'region'))).toEqual(new Set(['north', 'south', null, undefined]));
    expect(new Set(valuesOf(inside(entries, 'media'), 'type'))).toEqual(new Set(['I', 'P']));
    expect(new Set(valuesOf(filters, 'type'))).toEqual(new Set(['user', 'system']));
  });

  it('has the fields that answers name, and those that are new, with the values of the examples', () => {
    const [first] = entries;
    const shown = document.components['examples']?.['PartnerEntryPublic'] as { value: JsonObject };
    expect(first?.['website_url']).toBe('https://directory.example.com/partners/fjordline');
    expect(first).not.toHaveProperty('the service');
    expect(first?.['created_at']).toBe(shown.value['created_at']);
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

describe('a taught sandbox', () => {
  it('adds required fields that a request need not send', async () => {
    const sandbox = create();
    const [{ id } = { id: '' }] = (await json(sandbox, 'GET', 'directories/')) as { id: string }[];
    const created = await json(sandbox, 'POST', `directories/${id}/entries/partners/`, { media: [{ order: 1 }] });
    expect(created).toMatchObject({ title: '', slug: '', media: [{ url: expect.stringMatching(/^https:/) }] });
    expect(created).toMatchObject({ status: 'public', website_url: expect.any(String), tracking: {} });
  });

  it('shows an update of a field under its new name', async () => {
    const sandbox = create();
    const [entry] = await list('directories/*/entries/partners/');
    const path = `directories/${initialState.collections['Directory']?.[0]?.id}/entries/partners/${entry?.['id']}/`;
    const updated = await json(sandbox, 'PATCH', path, { website: 'https://new.example' });
    expect(updated).toMatchObject({ website_url: 'https://new.example' });
  });

  it('refuses in the form of the answer, with the reason and the status', async () => {
    expect(await json(create(), 'GET', 'nowhere/')).toEqual({
      error: {
        code: expect.any(String),
        message: 'No operation of the contract has the path /api/directory/private/v1alpha/nowhere/.',
        status: 404,
      },
    });
    const [first] = initialState.collections['Filter'] ?? [];
    const refused = await json(create(), 'PATCH', `filters/${first?.id}/`, { order: 'x' });
    expect(refused).toMatchObject({ error: { message: expect.stringContaining('/order must be integer.') } });
    // Optional fields are absent in some refusal, so that a caller meets both cases.
    expect(refused).toMatchObject({ error: { code: expect.any(String) } });
    const missing = await json(create(), 'GET', 'filters/00000000-0000-4000-8000-000000000000/');
    expect(missing).toEqual({ error: { message: expect.any(String), status: 404 } });
  });

  it.each(
    sample(
      [
        ['all writes', { writes: 'disposable', ...everything }],
        ['reads', {}],
      ] as const,
      2,
    ),
  )('keeps the contract that was taught: %s', { tags: 'slow' }, async (_, options) => {
    vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
    const known = readTaughtContract(answers, taught);
    const served = await serveSandbox({ sandbox: create() });
    try {
      const report = await check({ baseUrl: served.url, contract: known, runs: 1, strict: true, ...options });
      expect(accusations(report)).toEqual([]);
      expect(report.exitCode).toBe(0);
    } finally {
      await served.close();
    }
  });
});
