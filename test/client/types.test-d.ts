// Code that must compile, and code that must not. The type checker reports each expected error that does not occur.
import type {
  ApiError,
  AppEntry,
  Complete,
  DirectoryRefusal,
  Entry,
  Filter,
  PartnerEntry,
  PartnerEntryUpdate,
  paths,
  Review,
  Tier,
} from '../../scripts/index.js';
import { createDirectoryClient, isPartnerEntry, operationTable } from '../../scripts/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'mock-key' });
const path = { directory_id: 'd', entry_id: 'e' };

export async function updates(): Promise<void> {
  await client.updatePartnerEntry({ path, body: { status: 'hidden' } });
  await client.updatePartnerEntry({ path, body: { status: 'anything' } });
  await client.updatePartnerEntry({ path, body: { customSlug: 'a', 'the service': 'https://example.com' } });
  // @ts-expect-error an unknown field
  await client.updatePartnerEntry({ path, body: { nope: 1 } });
  // @ts-expect-error a different spelling of customSlug
  await client.updatePartnerEntry({ path, body: { customslug: 'a' } });
  // @ts-expect-error the spelling in responses
  await client.updatePartnerEntry({ path, body: { custom_slug: 'a' } });
  // @ts-expect-error a number instead of a text
  await client.updatePartnerEntry({ path, body: { title: 1 } });
  // @ts-expect-error null instead of a text
  await client.updatePartnerEntry({ path, body: { title: null } });
  // @ts-expect-error a tier is sent by its id
  await client.updatePartnerEntry({ path, body: { tier: { title: 'Gold' } } });
  // @ts-expect-error an unknown field of an item
  await client.updatePartnerEntry({ path, body: { callouts: [{ textColor: 'FFFFFF' }] } });
  // @ts-expect-error no body
  await client.updatePartnerEntry({ path });
  // @ts-expect-error no entry_id
  await client.updatePartnerEntry({ path: { directory_id: 'd' }, body: {} });
  // @ts-expect-error no argument at all
  await client.updatePartnerEntry();
  // @ts-expect-error no such operation
  await client.updatePartner({ path, body: {} });
}

export async function results(): Promise<void> {
  const result = await client.updatePartnerEntry({ path, body: {} });
  // @ts-expect-error data requires a check of ok
  void result.data;
  if (result.ok) {
    same<typeof result.data, PartnerEntry>(true);
    same<PartnerEntry['title'], string | undefined>(true);
    same<PartnerEntry['custom_slug'], string | null | undefined>(true);
    // @ts-expect-error a success has no error
    void result.error;
  } else {
    same<typeof result.error, ApiError | string>(true);
    // @ts-expect-error a failure has no data
    void result.data;
  }
  same<typeof result.status, number>(true);
  same<DirectoryRefusal['headers'], Headers>(true);

  const filters = await client.listFilters({ path: { directory_id: 'd' } });
  if (filters.ok) same<typeof filters.data, Filter[]>(true);
  const deletion = await client.deleteFilter({ path: { filter_id: 'f' } });
  if (deletion.ok) same<typeof deletion.data, undefined>(true);
  const table = await client.exportReviews({ path: { directory_id: 'd' } });
  if (table.ok) same<typeof table.data, string | Review[]>(true);
  const app = await client.getAppEntry({ path });
  if (app.ok) same<AppEntry, typeof app.data>(true);
  await client.listDirectories();
}

export async function pages(): Promise<void> {
  for await (const entry of client.pages.listPartnerEntries({ path: { directory_id: 'd' } }))
    same<typeof entry, PartnerEntry>(true);
  const filters = client.pages.listFilters({ path: { directory_id: 'd' }, headers: { 'x-a': 'b' } });
  same<typeof filters, AsyncGenerator<Filter, void, undefined>>(true);
  for await (const directory of client.pages.listDirectories()) void directory.id;
  // @ts-expect-error no directory_id
  client.pages.listPartnerEntries();
  // @ts-expect-error an operation that returns one resource
  void client.pages.getTier;
  // @ts-expect-error an operation that returns text by default
  void client.pages.exportReviews;
  // @ts-expect-error a write
  void client.pages.createTier;
}

export async function settings(): Promise<void> {
  const signal = AbortSignal.timeout(1);
  await client.listDirectories({ timeout: 1, idempotent: true, signal, headers: [['a', 'b']] });
  await client.updatePartnerEntry({ path, body: {}, extraQuery: { a: 'b', c: 1, d: [true, 'e'] } });
  // @ts-expect-error an object is no query parameter
  await client.listDirectories({ extraQuery: { a: {} } });
  // @ts-expect-error a query parameter that the contract does not declare
  await client.listDirectories({ query: { a: 'b' } });
  const options = { baseUrl: 'http://sandbox:4020', allowInsecure: ['sandbox:4020'], retries: 0, headers: { a: 'b' } };
  createDirectoryClient({ ...options, apiKey: () => 'k' });
  createDirectoryClient({ ...options, apiKey: async () => 'k' });
  // @ts-expect-error a function that returns no key
  createDirectoryClient({ ...options, apiKey: () => undefined });
}

export function kinds(entry: Entry, value: unknown): void {
  if (isPartnerEntry(entry)) same<typeof entry, PartnerEntry>(true);
  else same<typeof entry, AppEntry>(true);
  if (isPartnerEntry(value)) same<typeof value, PartnerEntry>(true);
}

export function complete(entry: Complete<PartnerEntry>, app: Complete<AppEntry>, some: Complete<Tier, 'id'>): void {
  same<typeof entry.tier.id, string>(true);
  same<typeof entry.custom_slug, string | null>(true);
  same<typeof app.id, string>(true);
  void (entry satisfies PartnerEntry);
  same<typeof some.id, string>(true);
  // @ts-expect-error a field that was not chosen
  void (some.title satisfies string);
}

export function objects(entry: PartnerEntry, app: AppEntry): void {
  void ({ ...entry } satisfies Record<string, unknown>);
  void (app satisfies Record<string, unknown>);
}

export function openSets(): void {
  // Editors suggest the known values, but any other text is accepted.
  same<PartnerEntry['status'], 'public' | 'hidden' | (string & {}) | undefined>(true);
  same<PartnerEntryUpdate['status'], 'public' | 'hidden' | (string & {}) | undefined>(true);
  same<Review['status'], 'A' | 'D' | (string & {}) | undefined>(true);
}

export async function raw(): Promise<void> {
  const template =
    '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/' satisfies keyof paths;
  const { data } = await client.raw.PATCH(template, { params: { path }, body: { status: 'hidden' } });
  same<typeof data, PartnerEntry | undefined>(true);
  // @ts-expect-error an unknown field
  await client.raw.PATCH(template, { params: { path }, body: { nope: 1 } });
}

export function table(): void {
  same<(typeof operationTable)['updateFilter']['method'], 'patch'>(true);
  same<(typeof operationTable)['updateFilter']['standing'], 'stated'>(true);
  same<(typeof operationTable)['createTier']['success'], 201>(true);
  // @ts-expect-error the table is read-only
  operationTable.updateFilter.method = 'get';
}
