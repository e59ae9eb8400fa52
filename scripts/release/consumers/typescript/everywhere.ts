// Uses the entry points for any platform with `fetch`, as users do. An expected error that does not occur is an error.
import {
  type Complete,
  type components,
  contractVersion,
  createDirectoryClient,
  type DirectoryClient,
  type DirectoryPages,
  type DirectoryRefusal,
  DirectoryRequestError,
  type DirectoryResult,
  type Entry,
  type Filter,
  isPartnerEntry,
  type OperationId,
  type operations,
  operationTable,
  type PartnerEntry,
  type PartnerEntryUpdate,
  type paths,
  type TierSummary,
  toPartnerEntryUpdate,
} from 'directory-contract';
import { partnerEntryHidden, partnerEntryList, partnerEntryUpdateHide } from 'directory-contract/examples';
import { createSandbox, defaultKey, fetchOf, type SandboxState } from 'directory-contract/sandbox';
import { partnerEntry, partnerEntryUpdate, tierSummary, validateResponses } from 'directory-contract/validators';

// A field that only the service of this team has.
declare module 'directory-contract' {
  interface PartnerEntry {
    ourField?: string;
  }
  interface AppEntry {
    ourOrder?: number;
  }
}

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

const sandbox = createSandbox({ apiKey: defaultKey });
const client: DirectoryClient = createDirectoryClient({
  baseUrl: 'http://127.0.0.1',
  apiKey: defaultKey,
  fetch: (request) => sandbox.fetch(request),
});
const path = { directory_id: 'd', entry_id: 'e' };

export async function update(): Promise<string | undefined> {
  const result = await client.updatePartnerEntry({
    path,
    body: { status: 'hidden', 'the service': 'https://example.com' },
  });
  same<typeof result, DirectoryResult<'updatePartnerEntry'>>(true);
  // @ts-expect-error data exists only after ok was checked
  void result.data;
  if (!result.ok) {
    // @ts-expect-error an error response has no data
    void result.data;
    return typeof result.error === 'string' ? result.error : undefined;
  }
  same<typeof result.data, PartnerEntry>(true);
  same<typeof result.data.ourField, string | undefined>(true);
  same<components['schemas']['PartnerEntry']['ourField'], string | undefined>(true);
  // @ts-expect-error a success has no error
  void result.error;
  return result.data.title;
}

export async function refused(): Promise<void> {
  // @ts-expect-error no such field
  await client.updatePartnerEntry({ path, body: { nope: 1 } });
  // @ts-expect-error the field name of responses
  await client.updatePartnerEntry({ path, body: { custom_slug: 'a' } });
  // @ts-expect-error a number for a string
  await client.updatePartnerEntry({ path, body: { title: 1 } });
  // @ts-expect-error no entry_id
  await client.updatePartnerEntry({ path: { directory_id: 'd' }, body: {} });
  // @ts-expect-error no such operation
  await client.updatePartner({ path, body: {} });
  // @ts-expect-error a client needs a key
  createDirectoryClient({ baseUrl: 'http://127.0.0.1' });
}

export function fields(entry: PartnerEntry, filter: Filter): void {
  same<PartnerEntry['status'], 'public' | 'hidden' | (string & {}) | undefined>(true);
  same<PartnerEntry['the service'], string | undefined>(true);
  const open: PartnerEntry = { ...entry, status: 'an unknown value' };
  const tier: TierSummary | undefined = open.tier;
  // @ts-expect-error a field with another type
  const wrong: PartnerEntry = { featured: 'yes' };
  void [tier, wrong, filter.filterOptions];
}

export async function entries(): Promise<string[]> {
  const all: Entry[] = [];
  const call = { path: { directory_id: 'd' }, extraQuery: { kind: ['a', 1, true] } };
  for await (const entry of client.pages.listEntries(call)) all.push(entry);
  const partners: PartnerEntry[] = all.filter(isPartnerEntry);
  const [first] = all;
  if (isPartnerEntry(first)) same<typeof first, PartnerEntry>(true);
  else if (first) same<typeof first.ourOrder, number | undefined>(true);
  return partners.map(({ ourField }) => ourField ?? '');
}

export function complete(entry: Complete<PartnerEntry>, chosen: Complete<PartnerEntry, 'title' | 'tier'>): void {
  same<typeof entry.title, string>(true);
  same<typeof entry.ourField, string>(true);
  same<typeof entry.custom_slug, string | null>(true);
  same<typeof entry.status, 'public' | 'hidden' | (string & {})>(true);
  for (const { order, url } of entry.media) same<[typeof order, typeof url], [number, string]>(true);
  const plain: PartnerEntry = entry;
  same<typeof chosen.title, string>(true);
  const tier: string = chosen.tier.id;
  // @ts-expect-error a field that was not chosen
  const slug: string = chosen.slug;
  // @ts-expect-error no such field
  type Wrong = Complete<PartnerEntry, 'nope'>;
  void [plain, tier, slug, chosen as PartnerEntry, {} as Wrong];
}

export function documentTypes(): void {
  same<components['schemas']['PartnerEntry'], PartnerEntry>(true);
  const template =
    '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/' satisfies keyof paths;
  const id: keyof operations = 'updateFilter' satisfies OperationId;
  same<(typeof operationTable)['updateFilter']['method'], 'patch'>(true);
  const version: string = contractVersion;
  // @ts-expect-error the table is read only
  operationTable.updateFilter.method = 'get';
  void [template, id, version];
}

export function readAndSendBack(entry: PartnerEntry): PartnerEntryUpdate {
  const { body, dropped } = toPartnerEntryUpdate(entry);
  for (const { pointer, reason } of dropped) void `${pointer} ${reason}`;
  return body;
}

export function validate(value: unknown): string {
  if (partnerEntry.is(value)) return value.title ?? '';
  const judged = partnerEntryUpdate.validate(value);
  if (!judged.issues) {
    same<typeof judged.value, PartnerEntryUpdate>(true);
    return judged.value.customSlug ?? '';
  }
  const [first] = judged.issues;
  same<NonNullable<(typeof tierSummary)['~standard']['types']>['output'], TierSummary>(true);
  return first ? `${first.pointer} ${first.message}` : '';
}

export function watchAnswers(): void {
  client.raw.use(
    validateResponses({ onIssue: ({ operationId, pointer, message }) => void [operationId, pointer, message] }),
  );
}

export function data(): [PartnerEntry, readonly PartnerEntry[], PartnerEntryUpdate, SandboxState] {
  // @ts-expect-error an example of an entry is not a number
  const wrong: number = partnerEntryHidden;
  void wrong;
  return [partnerEntryHidden, partnerEntryList, partnerEntryUpdateHide, sandbox.snapshot()];
}

export async function allEntries(pages: DirectoryPages): Promise<PartnerEntry[]> {
  const found: PartnerEntry[] = [];
  for await (const entry of pages.listPartnerEntries({ path: { directory_id: 'd' } })) found.push(entry);
  // @ts-expect-error no list
  void pages.getPartnerEntry;
  return found;
}

export function failure(error: unknown): string {
  if (!(error instanceof DirectoryRequestError)) return '';
  const refusal = error.cause as DirectoryRefusal | undefined;
  return refusal?.headers.get('Retry-After') ?? error.code;
}

export const standIn: typeof fetch = fetchOf(sandbox);
