import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
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
import { createSandboxFor, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { accusations, everything } from '../check/run.js';
import { isWhole } from '../sample.js';
import { fieldAnswers } from './field-answers.js';
import { operationAnswers } from './operation-answers.js';
import { answersFile, taughtWith, withValues } from './taught.js';

const base = '/api/directory/private/v1alpha';
const directory = `${base}/directories/0fd4340a-c3c4-4d8b-815a-f5be26abedae`;
const tier = 'bc4048fe-b64e-42ae-ba87-0578bd18e23a';
const partners = `${directory}/entries/partners/`;
const entry = `${partners}c07ef43e-b5f0-44d8-8c75-5f49fec498c9/`;

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests below read what they expect.
  json: any;
}

type Call = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

/** Returns a function that calls a new sandbox with these answers. */
function sandboxWith(answers: Record<string, unknown>): Call {
  const { document, validators } = taughtWith(answers);
  return callsTo(createSandboxFor(document, validators)());
}

function callsTo(sandbox: Pick<Sandbox, 'fetch'>): Call {
  return async (method, path, body, headers = {}) => {
    const request = new Request(`https://directory.example${path}`, {
      method,
      headers: { authorization: defaultKey, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await sandbox.fetch(request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: /^[[{]/.test(text) ? JSON.parse(text) : text };
  };
}

/** Returns a function that calls a sandbox with the answers of `operation-answers.yaml` to these questions. */
function sandboxOf(...questions: string[]): Call {
  return sandboxWith(withValues(Object.fromEntries(questions.map((id) => [id, operationAnswers[id]]))));
}

const valuesOf = (objects: readonly JsonObject[], field: string) => objects.map((each) => each[field]);

/** Returns the objects in a field of these objects, also those in lists. */
const inside = (objects: readonly JsonObject[], field: string) =>
  objects.flatMap((each) => [each[field]].flat()).filter((each) => isObject(each)) as JsonObject[];

describe('the initial data of a sandbox with answers about fields', () => {
  const { document } = taughtWith(fieldAnswers);
  const call = sandboxWith(fieldAnswers);
  let entries: JsonObject[];
  let filters: JsonObject[];
  let tiers: JsonObject[];
  let requests: JsonObject[];
  beforeAll(async () => {
    const { json: directories } = await call('GET', `${base}/directories/`);
    const list = async (path: string): Promise<JsonObject[]> => {
      const lists: JsonObject[] = [];
      for (const { id } of directories) lists.push(...(await call('GET', `${base}/directories/${id}/${path}/`)).json);
      return lists;
    };
    entries = await list('entries/partners');
    filters = await list('filters');
    tiers = await list('tiers');
    requests = await list('contact-requests');
  });

  it('is the usual one for our own contract, and the same each time for another one', () => {
    expect(adaptState(initialState, contract)).toBe(initialState);
    const before = structuredClone(initialState);
    const adapted = adaptState(initialState, document);
    expect(adaptState(initialState, document)).toEqual(adapted);
    expect(initialState).toEqual(before);
    expect(adapted.collections['Badge']).toBe(initialState.collections['Badge']);
  });

  it('has null in some resource, and not in all, wherever a field can be null', () => {
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

  it('has every known value of a set, and no other of a closed one', () => {
    const setOf = (...given: Parameters<typeof valuesOf>): unknown[] => [...new Set(valuesOf(...given))].sort();
    expect(setOf(entries, 'status')).toEqual(['draft', 'hidden', 'public']);
    expect(setOf(entries, 'region')).toEqual(['north', null, 'south', undefined]);
    expect(setOf(inside(entries, 'media'), 'type')).toEqual(['I', 'P']);
    expect(setOf(filters, 'type')).toEqual(['system', 'user']);
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

describe('a sandbox with answers about fields', () => {
  it('adds required fields that a request need not send', { tags: 'slow' }, async () => {
    const { json } = await sandboxWith(fieldAnswers)('POST', partners, { media: [{ order: 1 }] });
    expect(json).toMatchObject({ title: '', slug: '', media: [{ url: expect.stringMatching(/^https:/) }] });
    expect(json).toMatchObject({ status: 'public', website_url: expect.any(String), tracking: {} });
  });

  it('shows an update of a field under its new name', async () => {
    const { json } = await sandboxWith(fieldAnswers)('PATCH', entry, { website: 'https://new.example' });
    expect(json).toMatchObject({ website_url: 'https://new.example' });
  });

  it('refuses in the form of the answer, with the reason and the status', { tags: 'slow' }, async () => {
    const call = sandboxWith(fieldAnswers);
    const message = `No operation of the contract has the path ${base}/nowhere/.`;
    const { json } = await call('GET', `${base}/nowhere/`);
    expect(json).toEqual({ error: { code: expect.any(String), message, status: 404 } });
    const [first] = initialState.collections['Filter'] ?? [];
    const refused = await sandboxWith(fieldAnswers)('PATCH', `${base}/filters/${first?.id}/`, { order: 'x' });
    // Optional fields are absent in some refusal, so that a caller meets both cases.
    expect(refused.json).toMatchObject({
      error: { code: expect.any(String), message: expect.stringContaining('/order must be integer.') },
    });
    const missing = await call('GET', `${base}/filters/00000000-0000-4000-8000-000000000000/`);
    expect(missing.json).toEqual({ error: { message: expect.any(String), status: 404 } });
  });

  it('leaves optional parts out of some refusals, so that callers see that they may be absent', async () => {
    const error = { type: 'object', properties: { message: { type: 'string' } } };
    const call = sandboxWith({ 'errors.body': { value: { type: 'object', properties: { error } } } });
    const unknown = '00000000-0000-4000-8000-000000000000';
    const bodyOf = async (path: string): Promise<unknown> => (await call('GET', `${base}/${path}/`)).json;
    expect(await bodyOf('nowhere')).toEqual({ error: { message: expect.stringContaining('nowhere') } });
    expect(await bodyOf(`filters/${unknown}`)).toEqual({ error: {} });
    expect(await bodyOf(`directories/${unknown}/filters`)).toEqual({});
  });
});

describe('a sandbox with answers about any schemas', () => {
  const texts = { type: 'array', items: { type: 'string' } };
  const schemas = {
    Badge: { fields: { colour: { type: 'string' } }, rename: { title: 'name' }, required: ['id', 'name'] },
    BadgeCreate: { fields: { colour: { type: 'string' } }, rename: { title: 'label' } },
    Tier: { without: ['entriesCount', 'image'], rename: { order: 'position', entriesListUrl: 'entries' } },
    TierEntriesAssign: { rename: { assign: 'add' } },
    Review: { rename: { status: 'state', title: 'name' }, nullable: ['summary'] },
    PartnerEntry: { fields: { tags: texts, 'clients[].logo': { type: 'string', format: 'uri' } } },
    PartnerEntryUpdate: { fields: { tags: texts }, nullable: ['tags'] },
    PartnerEntryCreate: { required: ['title'] },
  };
  const call = sandboxWith({ schemas: { value: schemas } });
  const reviews = `${base}/reviews/directory/${directory.split('/').at(-1)}/`;

  it('takes the old data along under the new names, and leaves out what the service lacks', async () => {
    const { json: badges } = await call('GET', `${directory}/badges/`);
    expect(valuesOf(badges, 'name')).toContain('Launch partner');
    expect(badges.some((badge: object) => 'title' in badge)).toBe(false);
    const { json: tiers } = await call('GET', `${directory}/tiers/`);
    expect(tiers[0]).toEqual({
      ...{ id: tier, title: 'Gold', default: false, position: 1 },
      entries: `${base}/tiers/${tier}/entries/`,
    });
    // An entry shows what is stated of its tier.
    const { json } = await call('GET', entry);
    expect(Object.keys(json.tier)).toEqual(['title', 'default', 'order', 'id', 'entriesCount', 'entriesListUrl']);
    expect(valuesOf(inside([json], 'clients'), 'logo')).toEqual([expect.stringMatching(/^https:/)]);
  });

  it('keeps what requests send under the new names', async () => {
    const { json: created } = await call('POST', `${directory}/badges/`, { label: 'New', colour: 'red' });
    expect(created).toEqual({ id: expect.any(String), name: 'New', colour: 'red' });
    const { json: changed } = await call('PATCH', `${base}/badges/${created.id}/`, { title: 'Newer' });
    expect(changed).toEqual({ ...created, name: 'Newer' });
    const { json: entries } = await call('POST', `${base}/tiers/${tier}/entries/`, {
      add: [entry.split('/').at(-2)],
    });
    expect(valuesOf(entries, 'href')).toContain(entry);
    const { json: review } = await call('POST', reviews, { status: 'A', title: 'Good' });
    expect(review).toMatchObject({ state: 'A', statusDisplay: 'approved', name: 'Good' });
  });

  it('has null where a field can be null, also in any schema', async () => {
    const { json } = await call('GET', reviews);
    expect(valuesOf(json, 'summary').filter((each) => each === null)).toHaveLength(1);
  });

  it('stores lists of texts', async () => {
    expect((await call('PATCH', entry, { tags: ['fast', 'local'] })).json.tags).toEqual(['fast', 'local']);
    expect((await call('GET', entry)).json.tags).toEqual(['fast', 'local']);
    expect((await call('PATCH', entry, { tags: null })).json).not.toHaveProperty('tags');
    expect((await call('PATCH', entry, { tags: [1] })).status).toBe(400);
  });

  it('stores a list of texts where a correction gives a stated list such items', async () => {
    const answers = { 'partner-entry.fields': { value: { keywords: texts } } };
    const file = answersFile(stringify({ answers, overlays: ['texts.yaml'] }));
    const keywords = '$.components.schemas.PartnerEntryUpdate.properties.keywords';
    const actions = [
      { target: `${keywords}.items`, remove: true },
      { target: keywords, update: { items: { type: 'string' }, 'x-reflected-as': '/keywords' } },
    ];
    const overlay = { overlay: '1.0.0', info: { title: 'Texts', version: '1' }, actions };
    writeFileSync(join(dirname(file), 'texts.yaml'), stringify(overlay));
    const { document, validators } = teachOwnContract(file);
    const callCorrected = callsTo(createSandboxFor(document, validators)());
    expect((await callCorrected('PATCH', entry, { keywords: ['fast'] })).json.keywords).toEqual(['fast']);
    expect(moduleText(partnerEntryUpdateModule(document, { files: [], pointers: {} }))).toContain(" keywords: ['']");
  });

  it('shows a list of objects, and lists it, where an answer says that an entry shows it', async () => {
    const items = { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } } };
    const callTaught = sandboxWith({
      'partner-entry.fields': { value: { keywords: { type: 'array', items } } },
      'partner-entry-update.unshown-fields': { value: { keywords: '/keywords' } },
    });
    const { json } = await callTaught('PATCH', entry, { keywords: [{ name: 'data' }] });
    expect(json.keywords).toEqual([{ id: expect.any(String), name: 'data' }]);
    expect((await callTaught('GET', `${entry}keywords/`)).json).toEqual(json.keywords);
  });

  it('requires in a creation what an update need not send', async () => {
    expect((await call('POST', partners, {})).status).toBe(400);
    expect((await call('PATCH', entry, {})).status).toBe(200);
  });
});

describe('a sandbox with answers about operations', () => {
  it('finds the resources of operations that have moved', async () => {
    const call = sandboxOf('operations.paths');
    const levels = `${directory}/levels`.replace(base, '');
    const [gold] = (await call('GET', levels)).json;
    expect(gold.entriesListUrl).toBe(`/tenants/acme/levels/${gold.id}/entries/`);
    expect((await call('GET', gold.entriesListUrl)).json).toHaveLength(gold.entriesCount);
    expect((await call('GET', gold.entriesListUrl.replace('acme', 'other'))).status).toBe(404);
    expect((await call('GET', `${levels}/${gold.id}`)).json).toEqual(gold);
    await call('PATCH', `${base}/tiers/${gold.id}/`, { title: 'Amber' });
    expect((await call('GET', `${levels}/${gold.id}`)).json.title).toBe('Amber');
    expect((await call('GET', `${base}/tiers/${gold.id}/`)).status).toBe(405);
    const [first] = (await call('GET', partners)).json;
    expect((await call('GET', first.href)).json).toEqual(first);
    expect(first.href).toContain('/partners/');
  });

  it('names the limit of requests in all responses, and never asks to wait', async () => {
    const headers = ['RateLimit-Policy', 'X-RateLimit-Remaining', 'X-Plan'];
    const call = sandboxWith({ 'limits.rate': { value: { requests: 100, seconds: 60, headers } } });
    for (const path of [`${base}/directories/`, `${base}/nowhere/`]) {
      const { headers: sent } = await call('GET', path);
      const shown = [...headers, 'Retry-After'].map((name) => sent.get(name));
      expect(shown).toEqual(['100;w=60', '99', null, null]);
    }
  });

  it('replaces where an update is a PUT now', async () => {
    const call = sandboxOf('operations.paths');
    const [{ id }] = (await call('GET', `${directory}/badges/`)).json;
    expect((await call('PUT', `${base}/badges/${id}/`, {})).json).toEqual({ id });
  });

  it('filters, sorts and cuts lists as their parameters say, and refuses wrong ones', async () => {
    const call = sandboxOf('operations.parameters');
    const { json: hidden } = await call('GET', `${partners}?status=hidden&ordering=-title`);
    expect(new Set(valuesOf(hidden, 'status'))).toEqual(new Set(['hidden']));
    const titles = valuesOf(hidden, 'title');
    expect(titles).toEqual([...titles].sort().reverse());
    expect((await call('GET', `${directory}/callouts/?limit=2`)).json).toHaveLength(2);
    expect((await call('GET', `${directory}/callouts/?limit=0`)).status).toBe(400);
    expect((await call('GET', `${directory}/badges/`)).status).toBe(400);
    expect((await call('GET', `${directory}/badges/`, undefined, { locale: 'de' })).status).toBe(200);
  });

  it('has the bodies and statuses that it was taught', async () => {
    const call = sandboxOf('operations.payloads', 'operations.success-status');
    const approved = await call('POST', `${entry}edits/approve/`);
    expect(approved.json).toEqual((await call('GET', entry)).json);
    const created = await call('POST', `${directory}/verifications/`, { title: 'Insured' });
    expect(Object.keys(created.json)).toEqual(['id', 'link']);
    expect((await call('GET', `${base}/verifications/${created.json.id}/`)).json.title).toBe('Insured');
    expect((await call('POST', `${directory}/tiers/`, { title: 'Onyx' })).status).toBe(200);
    expect((await call('POST', `${directory}/callouts/`, { name: 'New' })).status).toBe(201);
    expect(await call('DELETE', `${base}/tiers/${tier}/`)).toMatchObject({ status: 204, json: '' });
    const [badge] = (await call('GET', `${directory}/badges/`)).json;
    const deleted = await call('DELETE', `${base}/badges/${badge.id}/`);
    expect(deleted).toMatchObject({ status: 200, json: { detail: 'The badge is deleted.' } });
    const [callout] = (await call('GET', `${directory}/callouts/`)).json;
    const changed = await call('PATCH', `${base}/callouts/${callout.id}/`, { name: 'Old', textColor: 'red' });
    expect(changed).toMatchObject({ status: 204, json: '' });
    // No response can show this colour, so it is absent.
    const { textColor: _, ...rest } = callout;
    expect((await call('GET', `${base}/callouts/${callout.id}/`)).json).toEqual({ ...rest, name: 'Old' });
  });

  it('puts the items of a list into the list of another form', async () => {
    const items = { type: 'array', items: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } };
    const listBadges = { response: { type: 'object', properties: { badges: items } } };
    const call = sandboxWith({ 'operations.payloads': { value: { listBadges, listTiers: { response: items } } } });
    const { json } = await call('GET', `${directory}/badges/`);
    expect(json.badges.length).toBeGreaterThan(1);
    expect(Object.keys(json.badges[0])).toEqual(['id']);
    const { json: tiers } = await call('GET', `${directory}/tiers/`);
    expect(Object.keys(tiers[0])).toEqual(['id']);
  });

  it('takes requests without a body, and updates with null, where it was taught so', async () => {
    const call = sandboxOf('request.body-required', 'updates.null', 'request.extra-fields');
    const { json: before } = await call('GET', entry);
    expect((await call('PATCH', entry)).json).toEqual(before);
    const cleared = await call('PATCH', entry, { headline: null, customSlug: null, tier: null });
    const { headline: _, tier: __, ...rest } = before;
    expect(cleared.json).toEqual({ ...rest, custom_slug: null });
    expect((await call('PATCH', entry, { title: null })).status).toBe(400);
    expect((await call('PATCH', entry, { unknown: 1 })).status).toBe(400);
    expect((await call('POST', `${partners}bulk-upsert/`)).json).toEqual([]);
  });

  it('labels its responses with the media types that it was taught, and takes requests only as JSON', async () => {
    const value = { errors: 'application/problem+json', success: 'application/vnd.api+json' };
    const call = sandboxWith({ 'operations.media-types': { value } });
    const typeOf = async (...args: Parameters<Call>) => (await call(...args)).headers.get('content-type');
    expect(await typeOf('GET', `${directory}/tiers/`)).toBe('application/vnd.api+json');
    expect(await typeOf('GET', `${base}/tiers/${tier}/`)).toBe('application/vnd.api+json');
    expect(await typeOf('GET', `${base}/tiers/${defaultKey}/`)).toBe('application/problem+json');
    expect(await typeOf('PATCH', entry, { title: 'New' })).toBe('application/json');
    const label = { 'content-type': 'application/vnd.api+json' };
    expect((await call('PATCH', entry, { title: 'Newer' }, label)).status).toBe(415);
    const reviews = `/api/directory/private/v1alpha/reviews/directory/${directory.split('/').at(-1)}/export/`;
    expect(await typeOf('GET', reviews, undefined, { accept: 'application/json' })).toBe('application/json');
  });

  it('refuses a request without a key and one with a wrong key with the status of each', async () => {
    const call = sandboxWith({ 'auth.refusal-status': { value: { missing: 403, wrong: 401 } } });
    expect((await call('GET', partners, undefined, { authorization: 'wrong' })).status).toBe(401);
    const { document, validators } = taughtWith({ 'auth.refusal-status': { value: { missing: 403, wrong: 401 } } });
    const keyless = await createSandboxFor(document, validators)().fetch(new Request(`https://a.example${partners}`));
    expect(keyless.status).toBe(403);
  });

  it('has one form where it was taught so, and refuses with the statuses that it was taught', async () => {
    const call = sandboxOf('contact-request-form.active', 'auth.refusal-status', 'errors.other-statuses');
    expect((await call('GET', `${directory}/forms/contact-request/`)).json).toHaveProperty('id');
    const tiers = `${directory}/tiers/`;
    expect((await call('GET', tiers, undefined, { authorization: 'wrong' })).status).toBe(403);
    expect((await call('POST', tiers, { title: 1 })).status).toBe(422);
    expect((await call('POST', `${directory}/badges/`, { title: 1 })).status).toBe(400);
  });
});

/** All operations take a minute, so a normal run has only answers about fields, and writes: they begin with reads. */
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
    const taught = teachOwnContract(answers);
    const sandbox = createSandboxFor(taught.document, taught.validators)();
    const before = sandbox.snapshot().collections;
    const served = await serveSandbox({ sandbox });
    try {
      const contractOfAnswers = readContractWithAnswers(answers, taught);
      // No list contains the tenants.
      const parameters: Record<string, string> = isWhole ? { tenant: 'acme', 'listTierEntries.tier_id': tier } : {};
      const usual = { baseUrl: served.url, contract: contractOfAnswers, runs: 1, strict: true, parameters };
      const report = await check({ ...usual, ...options });
      expect([accusations(report), report.exitCode]).toEqual([[], 0]);
      const untested = report.operations.filter(({ inScope, refusal }) => inScope && !refusal.tested);
      expect(untested.map(({ operationId }) => operationId)).toEqual([]);
      if (options.writes === 'roundtrip') expect(sandbox.snapshot().collections).toEqual(before);
    } finally {
      await served.close();
    }
  },
);
