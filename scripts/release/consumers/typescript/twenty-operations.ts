// A program of ordinary size: 20 operations, with their requests and responses.
import { createDirectoryClient, DirectoryRequestError } from 'directory-contract';

const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1:4020', apiKey: 'sandbox-key' });
const directory_id = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const entry_id = 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9';
const ofDirectory = { path: { directory_id } };
const ofEntry = { path: { directory_id, entry_id } };

export async function readAll(): Promise<string[]> {
  const directories = await client.listDirectories();
  const settings = await client.getDirectorySettings(ofDirectory);
  const filters = await client.listFilters(ofDirectory);
  const tiers = await client.listTiers(ofDirectory);
  const badges = await client.listBadges(ofDirectory);
  const partners = await client.listPartnerEntries(ofDirectory);
  const entry = await client.getPartnerEntry(ofEntry);
  const app = await client.getAppEntry(ofEntry);
  const reviews = await client.exportReviews(ofDirectory);
  const titles: string[] = [];
  if (directories.ok) for (const { id = '' } of directories.data) titles.push(id);
  if (filters.ok)
    for (const { name = '', filterOptions = [] } of filters.data) titles.push(`${name} ${filterOptions.length}`);
  if (tiers.ok) for (const { title = '' } of tiers.data) titles.push(title);
  if (badges.ok) titles.push(String(badges.data.length));
  if (partners.ok)
    for (const { title = '', callouts = [], tier } of partners.data)
      titles.push(title, String(callouts.length), tier?.title ?? '');
  if (entry.ok) titles.push(entry.data.title ?? '', entry.data['the service'] ?? '');
  if (app.ok) titles.push(String(app.data.title));
  if (reviews.ok) titles.push(String(reviews.data));
  if (!settings.ok) titles.push(String(settings.status));
  return titles;
}

export async function changeAll(): Promise<number[]> {
  const results = [
    await client.createPartnerEntry({ ...ofDirectory, body: { title: 'Fjordline' } }),
    await client.updatePartnerEntry({ ...ofEntry, body: { status: 'hidden', customSlug: 'fjordline', callouts: [] } }),
    await client.deletePartnerEntry(ofEntry),
    await client.createFilter({ ...ofDirectory, body: { name: 'Region' } }),
    await client.updateFilter({ path: { filter_id: 'f' }, body: { name: 'Region' } }),
    await client.deleteFilter({ path: { filter_id: 'f' } }),
    await client.createTier({ ...ofDirectory, body: { title: 'Gold' } }),
    await client.createBadge({ ...ofDirectory, body: { title: 'Launch partner' } }),
    await client.createDirectory({ body: { title: 'Solution partners' } }),
    await client.updateDirectory({ ...ofDirectory, body: { title: 'Solution partners' } }),
    await client.updateDirectorySettings({ ...ofDirectory, body: {} }),
  ];
  return results.map(({ status }) => status);
}

export async function guarded(): Promise<string> {
  try {
    return (await readAll()).join(', ');
  } catch (error) {
    return error instanceof DirectoryRequestError ? 'no response' : 'another error';
  }
}
