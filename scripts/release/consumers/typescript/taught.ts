// Uses the files of "directory-contract generate" for a contract with enveloped lists and a word before the key,
// against a server of that kind.
import {
  createDirectoryClient,
  DirectoryRequestError,
  type DirectoryResult,
  operationTable,
  type PartnerEntry,
  type Tier,
  toPartnerEntryUpdate,
} from './directory/client.js';
import { tierList } from './directory/examples.js';
import { partnerEntry, partnerEntryUpdate, type ResponseIssue, validateResponses } from './directory/validators.js';

const { DIRECTORY_BASE_URL: baseUrl = '', DIRECTORY_API_KEY: apiKey = '' } = process.env;

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`Expected ${what}.`);
}

/** The data of a success. */
function of<Data>(result: { ok: true; data: Data } | { ok: false; status: number; error: unknown }): Data {
  if (!result.ok) throw new Error(`Expected a success, found ${result.status} ${JSON.stringify(result.error)}.`);
  return result.data;
}

async function main(): Promise<void> {
  const client = createDirectoryClient({ baseUrl, apiKey });
  const issues: ResponseIssue[] = [];
  client.raw.use(validateResponses({ onIssue: (issue) => issues.push(issue) }));

  const [directory] = of(await client.listDirectories()).results;
  const path = { directory_id: directory?.id ?? '' };
  const { results, count, next } = of(await client.listPartnerEntries({ path, query: { page: 1 } }));
  const [entry]: PartnerEntry[] = results;
  expect('a page of partner entries', entry !== undefined && typeof next === 'string');
  expect('a valid entry', partnerEntry.is(entry));
  const all: PartnerEntry[] = [];
  for await (const each of client.pages.listPartnerEntries({ path })) all.push(each);
  expect('the entries of all pages', all.length === count && count > results.length);
  const { body } = toPartnerEntryUpdate(entry ?? {});
  expect('an update that can be sent', partnerEntryUpdate.is(body));
  const changed: DirectoryResult<'updatePartnerEntry'> = await client.updatePartnerEntry({
    path: { ...path, entry_id: entry?.id ?? '' },
    body: { ...body, headline: 'Changed' },
  });
  expect('the changed entry', of(changed).headline === 'Changed');
  const badges = of(await client.listBadges({ path }));
  expect('badges without an envelope', Array.isArray(badges));
  expect('valid responses', issues.length === 0);

  const [tier]: Tier[] = tierList.results;
  expect('an example of a tier', tier?.title === 'Gold');
  expect('every operation', Object.keys(operationTable).length > 100);
  const error: unknown = await client.getTier({ path: { tier_id: '..' } }).catch((reason: unknown) => reason);
  expect('an error of the client', error instanceof DirectoryRequestError && error.code === 'invalid-id');
}

export async function refused(client: ReturnType<typeof createDirectoryClient>): Promise<void> {
  const result = await client.listDirectories();
  // @ts-expect-error the list is in an envelope
  if (result.ok) void result.data.length;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
