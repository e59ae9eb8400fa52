/** The names that differ between worlds, for a program that uses the generated client. */
export interface WorldNames {
  /** The name of the field `the service` in an update and in an entry. */
  request: string;
  response: string;
  /** The fields that lead to a single entry in its response; empty without an envelope. */
  entry: readonly string[];
}

/**
 * A program that uses the client of a world as its users would, and fails with a sentence. It needs the variables
 * `DIRECTORY_BASE_URL` and `DIRECTORY_API_KEY`. It prints the ids of all entries, and the status for a wrong key.
 */
export const worldProgram = ({ request, response, entry }: WorldNames): string => `
import { createDirectoryClient, DirectoryRequestError, type PartnerEntry } from './directory/client.js';
import { partnerEntryPublic } from './directory/examples.js';
import { partnerEntry, partnerEntryUpdate, type ResponseIssue, validateResponses } from './directory/validators.js';

const { DIRECTORY_BASE_URL: baseUrl = '', DIRECTORY_API_KEY: apiKey = '' } = process.env;
const address = 'https://new.example/partners/one';

function expect(what: string, holds: boolean, found?: unknown): void {
  if (!holds) throw new Error(\`Expected \${what}, found \${JSON.stringify(found)}.\`);
}

function entryIn(body: unknown): PartnerEntry {
  const fields: string[] = ${JSON.stringify(entry)};
  return fields.reduce<unknown>((value, field) => (value as Record<string, unknown>)[field], body) as PartnerEntry;
}

async function main(): Promise<void> {
  const client = createDirectoryClient({ baseUrl, apiKey });
  const issues: ResponseIssue[] = [];
  client.raw.use(validateResponses({ onIssue: (issue) => issues.push(issue) }));

  let directory_id = '';
  for await (const { id = '' } of client.pages.listDirectories()) directory_id ||= id;
  const entries: PartnerEntry[] = [];
  for await (const entry of client.pages.listPartnerEntries({ path: { directory_id } })) entries.push(entry);
  const path = { directory_id, entry_id: entries.at(-1)?.id ?? '' };

  const got = await client.getPartnerEntry({ path });
  if (!got.ok) throw new Error(\`Expected the entry, found \${got.status} \${JSON.stringify(got.error)}.\`);
  expect('a valid entry', partnerEntry.is(entryIn(got.data)) && partnerEntry.is(entryIn(partnerEntryPublic)), got.data);

  const body = { title: 'Renamed', ${JSON.stringify(request)}: address };
  expect('a valid update', partnerEntryUpdate.is(body), body);
  const updated = await client.updatePartnerEntry({ path, body });
  if (!updated.ok) throw new Error(\`Expected an update, found \${updated.status} \${JSON.stringify(updated.error)}.\`);
  const read = await client.getPartnerEntry({ path });
  if (!read.ok) throw new Error(\`Expected the entry, found \${read.status}.\`);
  const { title, ${JSON.stringify(response)}: service } = entryIn(read.data);
  expect('the update in the entry', title === 'Renamed' && service === address, read.data);
  expect('valid responses', issues.length === 0, issues);

  const stranger = createDirectoryClient({ baseUrl, apiKey: 'wrong-key' });
  const refused = await stranger.getPartnerEntry({ path });
  expect('a refusal of the wrong key', !refused.ok, refused);
  const error: unknown = await stranger.pages.listPartnerEntries({ path }).next().catch((reason: unknown) => reason);
  expect('the error "refused"', error instanceof DirectoryRequestError && error.code === 'refused', String(error));
  console.log(JSON.stringify({ ids: entries.map(({ id }) => id), refusal: refused.status }));
}

export function refuseToCompile(client: ReturnType<typeof createDirectoryClient>): void {
  // @ts-expect-error an update has only the fields of this world
  void client.updatePartnerEntry({ path: { directory_id: 'a', entry_id: 'b' }, body: { title: 'A', nowhere: 'a' } });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
`;
