// @module-tag slow
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { isWhole, sample } from '../sample.js';
import { yamlBeside } from '../yaml-beside.js';
import type * as shelf from './other-service/behaviour.js';
import { contractFile as shelfFile } from './other-service/contract.js';
import { createShelfServer } from './other-service/server.js';
import { shelfKey } from './other-service/stages.js';
import { Store as ShelfStore } from './other-service/store.js';
import { accusations, expectDescribed } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentOf, listOf, object, text } from './service/document.js';
import { checkDocument, type ResourceBehaviour } from './service/resources.js';
import { type Call, type Reply, reply } from './service/service.js';
import { otherKey, type TenantHabits, tenants } from './tenants.js';
import type * as workshop from './workshop-service/behaviour.js';
import { contractFile as workshopFile } from './workshop-service/contract.js';
import { Store as WorkshopStore } from './workshop-service/house.js';
import { createWorkshopServer } from './workshop-service/server.js';
import { workshopKey } from './workshop-service/stages.js';

type ServiceName = 'shelf' | 'workshop';

const { faults, groups } = yamlBeside<{
  faults: [service: ServiceName, group: string, operationId: string, kind: string, severity: string][];
  groups: Record<string, string[]>;
}>(import.meta.url, 'other-identity.yaml');

const contracts = { shelf: readContract(shelfFile), workshop: readContract(workshopFile) };

/** Starts a service with tenants. `state` returns everything that requests can reach. */
async function startService(name: ServiceName, habits: TenantHabits, requests: string[]) {
  if (name === 'shelf') {
    const store = new ShelfStore();
    const parts = tenants<shelf.Call, shelf.Behaviour>(shelfKey, habits, requests);
    const server = await createShelfServer([], store, [parts]);
    const reviews = () => [...store.book.keys()].flatMap((id) => store.reviewsOf(id));
    return {
      ...server,
      key: shelfKey,
      state: () => structuredClone([store.all('author'), store.all('book'), reviews()]),
    };
  }
  const store = new WorkshopStore();
  const parts = tenants<workshop.Call, workshop.Behaviour>(workshopKey, habits, requests);
  const server = await createWorkshopServer([], store, [parts]);
  const kilns = () => [...store.studios].map(([id, studio]) => [id, ...studio.kilns.keys()]);
  const glazes = () => [...store.glazes.values()].filter(({ archived }) => archived !== true);
  return { ...server, key: workshopKey, state: () => structuredClone([kilns(), glazes()]) };
}

interface TenantRun {
  report: CheckReport;
  /** Method and path of each request with the other key. */
  requests: string[];
  /** The findings about the other identity, as `kind operation severity`. */
  found: string[];
}

/** Checks a service with tenants, and expects that the run leaves nothing behind. */
async function checkTenants(
  name: ServiceName,
  group: string,
  habits: TenantHabits,
  options: Partial<CheckOptions> = {},
): Promise<TenantRun> {
  const requests: string[] = [];
  const { url, key, state, close } = await startService(name, habits, requests);
  onTestFinished(close);
  vi.stubEnv('DIRECTORY_API_KEY', key);
  vi.stubEnv('DIRECTORY_OTHER_API_KEY', otherKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  const before = state();
  const parameters: Record<string, string> = group === 'kilns' ? { studio_id: '1' } : {};
  const only = groups[group] ?? [];
  const fixed = { baseUrl: url, contract: contracts[name], writes: 'disposable', runs: 0, timeout: 5 } as const;
  const report = await check({ ...fixed, only, parameters, ...options });
  expect(state()).toEqual(before);
  expect((report.created ?? []).filter(({ removed }) => !removed)).toEqual([]);
  expectDescribed(report);
  const findings = report.findings.filter(({ rule }) => rule.startsWith('auth.other-identity-'));
  const found = findings.map(
    ({ rule, operationId, severity }) => `${rule.replace('auth.other-identity-', '')} ${operationId} ${severity}`,
  );
  // Alone, the glazes of the workshop are read in so few ways that a known fault of their error bodies shows.
  const others = report.findings.filter((each) => !findings.includes(each) && !each.case.includes('/variation/'));
  expect(accusations({ ...report, findings: others })).toEqual([]);
  return { report, requests, found };
}

describe.each(sample(faults, 6))('on the %s, of %s, the operation %s', (name, group, id, kind, severity) => {
  it('is found alone if it does not ask who calls', async () => {
    const { found, report } = await checkTenants(name, group, { leaks: [id] });
    expect(found).toEqual([`${kind} ${id} ${severity}`]);
    const [finding] = report.findings.filter(({ rule }) => rule.startsWith('auth.other-identity-'));
    expect(finding?.curl).toContain('$DIRECTORY_OTHER_API_KEY');
    expect(finding?.curl).toContain('$DIRECTORY_API_KEY');
    expect(finding?.message).toContain(`--shared ${id}`);
    expect(JSON.stringify(report)).not.toContain(otherKey);
  });
});

const bookReads = ['getBook', 'listBooks'];
const allOfBooks = groups['books'] ?? [];

/** Responds to writes of the second tenant as if they had succeeded, without any effect. */
const pretend = ({ method, body }: { method: string; body: unknown }): Reply | undefined =>
  method === 'DELETE' ? reply(204) : method === 'GET' ? undefined : reply(200, body as never);

/** Services that separate their tenants, or need not do so. */
const right: [what: string, ServiceName, group: string, TenantHabits, Partial<CheckOptions>?][] = [
  ['hides by 404 what belongs to others', 'shelf', 'books', {}],
  ['hides it also in its paged lists', 'shelf', 'authors', {}],
  ['hides numbered resources below others', 'shelf', 'reviews', {}],
  ['refuses by 403', 'shelf', 'books', { status: 403 }],
  ['refuses by 401', 'shelf', 'books', { status: 401 }],
  ['refuses lists as well', 'shelf', 'books', { status: 403, refusesLists: true }],
  ['shares its reads', 'shelf', 'books', { leaks: bookReads }, { shared: bookReads }],
  ['shares its reads, by a pattern of paths', 'shelf', 'books', { leaks: bookReads }, { shared: ['/v1/books*'] }],
  ['has an administrator with the other key', 'shelf', 'books', { leaks: allOfBooks }, { shared: ['books'] }],
  ['accepts the deletion of what does not exist', 'shelf', 'books', { respond: pretend }],
  ['does not know the other key', 'shelf', 'books', { knowsNoOtherKey: true }],
  ['deletes by a mark', 'workshop', 'glazes', {}],
  ['creates resources by their names', 'workshop', 'kilns', {}],
  ['has numbered resources in long lists', 'workshop', 'studios', {}],
];

describe.each(sample(right, 4))('a service that %s', (_, name, group, habits, options) => {
  it('is not accused', async () => {
    const { found, requests } = await checkTenants(name, group, habits, options);
    expect(found).toEqual([]);
    if (!habits.knowsNoOtherKey && !options?.shared) expect(requests.length).toBeGreaterThan(3);
  });
});

const key = 'notes-key-0123456789';
const open = { more: { security: [] } };
const note = object({ id: text, title: text }, 'id');
const takesNote = { takes: object({ title: text }, 'title') };

/** A document of notes, whose reads need no key if `areReadsPublic`. */
const notesDocument = (areReadsPublic = false) =>
  documentOf({
    title: 'Notes',
    key: 'X-Key',
    schemas: { Note: note },
    refusals: [400, 401, 404, 415, 422],
    operations: {
      'GET /notes listNotes': { shows: listOf('Note'), ...(areReadsPublic && open) },
      'POST /notes createNote': { ...takesNote, shows: 'Note', status: 201 },
      'GET /notes/{note_id} getNote': { shows: 'Note', ...(areReadsPublic && open) },
      'PATCH /notes/{note_id} updateNote': { ...takesNote, shows: 'Note' },
      'DELETE /notes/{note_id} deleteNote': {},
    },
  });

/** Checks a service with notes and tenants. */
async function checkNotes(
  document: object,
  habitsOf: (resources: Map<string, JsonObject>) => TenantHabits,
  options: Partial<CheckOptions> = {},
): Promise<TenantRun> {
  const requests: string[] = [];
  vi.stubEnv('DIRECTORY_OTHER_API_KEY', otherKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { report, service } = await checkDocument(
    document,
    {
      key,
      resources: { '/notes/1': { id: '1', title: 'First' } },
      change: (base, resources) =>
        tenants<Call, ResourceBehaviour>(key, habitsOf(resources), requests).change(base) as Partial<ResourceBehaviour>,
    },
    options,
  );
  expect([...service.resources.keys()]).toEqual(['/notes/1']);
  const findings = report.findings.filter(({ rule }) => rule.startsWith('auth.other-identity-'));
  return { report, requests, found: findings.map(({ rule, operationId }) => `${rule} ${operationId}`) };
}

describe('a service with notes', () => {
  it('is not accused of reads that need no key', async () => {
    const { found, requests } = await checkNotes(notesDocument(true), () => ({}));
    expect(found).toEqual([]);
    expect(requests.some((line) => line.startsWith('PATCH /notes/'))).toBe(true);
  });

  it('is not accused if a note vanishes by itself while the other key is tried', async () => {
    const { found } = await checkNotes(notesDocument(), (resources) => ({
      respond({ method, target }) {
        if (method === 'DELETE') resources.delete(target);
        return undefined;
      },
    }));
    expect(found).toEqual([]);
  });

  it('is not accused if its updates with the other key change a copy of the other tenant', async () => {
    const { found } = await checkNotes(notesDocument(), () => ({
      respond: ({ method, body, target }) =>
        method === 'PATCH' ? reply(200, { ...(body as JsonObject), id: target.split('/').at(-1) ?? '' }) : undefined,
    }));
    expect(found).toEqual([]);
  });

  it('is accused of each of its faults at once, and everything is removed', async () => {
    const leaks = ['listNotes', 'getNote', 'updateNote', 'deleteNote'];
    const { found } = await checkNotes(notesDocument(), () => ({ leaks }));
    expect(found).toEqual([
      'auth.other-identity-lists listNotes',
      'auth.other-identity-reads getNote',
      'auth.other-identity-changes updateNote',
      'auth.other-identity-deletes deleteNote',
    ]);
  });

  it('gets no request with the other key without disposable writes', async () => {
    const { requests } = await checkNotes(notesDocument(), () => ({}), { writes: 'none' });
    expect(requests).toEqual([]);
  });
});

it('each kind of finding is in the table', () => {
  expect(new Set(faults.map(([, , , kind]) => kind))).toEqual(new Set(['reads', 'lists', 'changes', 'deletes']));
  expect(sample(faults, 6)).toHaveLength(isWhole ? faults.length : Math.ceil(faults.length / 6));
});

it('what has the same number for another tenant is neither accused nor written to', async () => {
  const own = { id: 1, title: 'Mine', city: null, open: true, seats: 8, labels: {}, visits: 0, last_seen: null };
  const { found, requests } = await checkTenants('workshop', 'studios', {
    respond: ({ parameters }) => reply(200, { data: { ...own, id: Number(parameters['studio_id']) } }),
  });
  expect(found).toEqual([]);
  expect(requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
});

it.each<[what: string, TenantHabits, note: RegExp]>([
  ['an invalid key', { knowsNoOtherKey: true }, /^The other key is probably invalid: the server refused \d+ requests/],
  [
    'a key that everything refuses',
    { status: 403, refusesLists: true },
    /^It is not proven that the other key is valid: .* \(403\)/,
  ],
  ['a valid key', {}, /^Another identity was tested with \d+ requests with the other key, to createBook|deleteBook/],
])('a note says what %s proves, and an invalid key makes the run incomplete', async (what, habits, note) => {
  const { report } = await checkTenants('shelf', 'books', habits);
  expect(report.stopped?.code).toBe(what === 'an invalid key' ? 'other-key.refused' : undefined);
  expect(report.notes).toContainEqual(expect.stringMatching(note));
});
