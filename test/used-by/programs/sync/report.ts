import type { DirectoryClient, EntryVerification, PartnerEntry } from 'directory-contract';
import { certificationNames, contactLine, trackerIds } from './partner.js';

const keywordsPath =
  '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/keywords/' as const;

type Labelled = Pick<PartnerEntry, 'callouts' | 'verifications'>;

/** Lines about one entry, for the people who read the report in the morning. */
export async function describe(client: DirectoryClient, directoryId: string, entry: PartnerEntry): Promise<string[]> {
  const lines = [contactLine(entry), certificationNames(entry.certifications), ...trackerIds(entry)];
  const keywords = await readKeywords(client, directoryId, entry.id ?? '');
  if (keywords.length > 0) lines.push(`Keywords: ${keywords.join(', ')}`);
  return [...lines, ...labelsOf(entry)].filter((line) => line !== '');
}

async function readKeywords(client: DirectoryClient, directory_id: string, entry_id: string): Promise<string[]> {
  const { data, response } = await client.raw.GET(keywordsPath, { params: { path: { directory_id, entry_id } } });
  if (response.status === 403) return ['(not for this key)'];
  return data?.flatMap((keyword) => keyword.name ?? []) ?? [];
}

function labelsOf({ callouts, verifications = [] }: Labelled): string[] {
  const first = callouts?.[0]?.name;
  const verified = verifications.map(({ title }: EntryVerification) => `Verified: ${title}`);
  return first ? [`Callout: ${first}`, ...verified] : verified;
}
