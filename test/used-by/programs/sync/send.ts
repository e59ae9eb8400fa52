import {
  type DirectoryClient,
  DirectoryRequestError,
  DirectoryResponseError,
  type DirectoryResult,
} from 'directory-contract';
import type { NewEntry, OwnedUpdate } from './changes.js';

export type Outcome = 'created' | 'updated' | 'gone' | 'deleted' | 'refused' | 'later';

interface EntryPath {
  directory_id: string;
  entry_id: string;
}

export async function sendUpdate(client: DirectoryClient, path: EntryPath, body: OwnedUpdate): Promise<Outcome> {
  const result = await client.updatePartnerEntry({ path, body, idempotent: true });
  return result.ok ? 'updated' : refusalOf(result);
}

/** Who updates an entry that somebody deleted meanwhile learns it from the status 404. */
function refusalOf({ status, headers }: Exclude<DirectoryResult<'updatePartnerEntry'>, { ok: true }>): Outcome {
  if (status === 404) return 'gone';
  return headers.has('Retry-After') || status >= 500 ? 'later' : 'refused';
}

export async function sendNew(
  client: DirectoryClient,
  directory: string,
  body: NewEntry,
): Promise<[Outcome, string | undefined]> {
  const created = await client.createPartnerEntry({ path: { directory_id: directory }, body });
  if (created.ok && created.status === 201) return ['created', created.data.id];
  console.error('No entry was created:', created.status, JSON.stringify(created.ok ? created.data.id : created.error));
  return ['refused', undefined];
}

export async function sendDelete(client: DirectoryClient, { directory_id, entry_id }: EntryPath): Promise<Outcome> {
  const { status } = await client.deletePartnerEntry({ path: { directory_id, entry_id } });
  switch (status) {
    case 204:
      return 'deleted';
    case 404:
    case 410:
      return 'gone';
    default:
      return status >= 500 ? 'later' : 'refused';
  }
}

/** Whether the entry still is as it was when the list was read. */
export async function isUnchanged(client: DirectoryClient, path: EntryPath, title: string): Promise<boolean> {
  try {
    const { title: current, display_on_internal_directory: isInternal = true } = await client.orThrow.getPartnerEntry({
      path,
    });
    return current === title && isInternal;
  } catch (error) {
    if (error instanceof DirectoryResponseError && error.status === 404) return false;
    if (error instanceof DirectoryRequestError && error.code === 'timeout') return true;
    throw error;
  }
}
