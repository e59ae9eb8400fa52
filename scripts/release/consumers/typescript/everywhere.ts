// Uses the entry points for any platform with `fetch` as users do. The compiler reports each expected error that does
// not occur.
import {
  type components,
  createDirectoryClient,
  type DirectoryClient,
  type DirectoryPages,
  type DirectoryRefusal,
  DirectoryRequestError,
  type DirectoryResult,
  type OperationId,
  type operations,
  type PartnerEntry,
  type PartnerEntryUpdate,
  toPartnerEntryUpdate,
  withPartnerEntryUpdate,
} from 'directory-contract';
import { partnerEntryHidden, partnerEntryList, partnerEntryUpdateHide } from 'directory-contract/examples';
import { createSandbox, defaultKey, fetchOf, type SandboxState } from 'directory-contract/sandbox';
import { partnerEntry, partnerEntryUpdate, validateResponses } from 'directory-contract/validators';

// Adds a field that only this team's own service has.
declare module 'directory-contract' {
  interface PartnerEntry {
    ourField?: string;
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
client.raw.use(
  validateResponses({ onIssue: ({ operationId, pointer, message }) => void [operationId, pointer, message] }),
);

export async function update(entry: PartnerEntry): Promise<string | undefined> {
  const { body } = toPartnerEntryUpdate(entry);
  const result = await client.updatePartnerEntry({ path: { directory_id: 'd', entry_id: 'e' }, body });
  same<typeof result, DirectoryResult<'updatePartnerEntry'>>(true);
  // @ts-expect-error `data` exists only after a check of `ok`
  void result.data;
  if (!result.ok) return typeof result.error === 'string' ? result.error : undefined;
  same<typeof result.data.ourField, string | undefined>(true);
  same<components['schemas']['PartnerEntry'], PartnerEntry>(true);
  return withPartnerEntryUpdate(result.data, body).entry.title;
}

export function validate(value: unknown): string {
  const id: keyof operations = 'updateFilter' satisfies OperationId;
  if (partnerEntry.is(value)) return value.ourField ?? id;
  const validation = partnerEntryUpdate.validate(value);
  return validation.issues ? (validation.issues[0]?.pointer ?? '') : (validation.value.customSlug ?? '');
}

export function data(): [PartnerEntry, readonly PartnerEntry[], PartnerEntryUpdate, SandboxState] {
  // @ts-expect-error an example of an entry is not a number
  const wrong: number = partnerEntryHidden;
  void wrong;
  return [partnerEntryHidden, partnerEntryList, partnerEntryUpdateHide, sandbox.snapshot()];
}

export async function allEntries(pages: DirectoryPages): Promise<PartnerEntry[]> {
  const entries: PartnerEntry[] = [];
  for await (const entry of pages.listPartnerEntries({ path: { directory_id: 'd' } })) entries.push(entry);
  return entries;
}

export function failure(error: unknown): string {
  if (!(error instanceof DirectoryRequestError)) return '';
  const refusal = error.cause as DirectoryRefusal | undefined;
  return refusal?.headers.get('Retry-After') ?? error.code;
}

export const standIn: typeof fetch = fetchOf(sandbox);
