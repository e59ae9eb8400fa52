// Lists, reads, updates, and handles a 404, with the client of @hey-api/openapi-ts.
import { getPartnerEntry, listPartnerEntries, updateFilter, updatePartnerEntry } from './client';
import { client } from './client/client.gen';

const { DIRECTORY_BASE_URL = '', DIRECTORY_API_KEY = '', DIRECTORY_PREFIX = '' } = process.env;
client.setConfig({ baseUrl: DIRECTORY_BASE_URL, auth: `${DIRECTORY_PREFIX} ${DIRECTORY_API_KEY}`.trim() });
const directory_id = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const filter_id = 'cbd1c79c-294c-450c-81b1-b4300c6faafd';
const unknown = '00000000-0000-4000-8000-000000000000';

const list = await listPartnerEntries({ path: { directory_id } });
const first = list.data?.[0];
console.log('listed', first?.title);

const path = { directory_id, entry_id: first?.id ?? '' };
const entry = await getPartnerEntry({ path });
console.log('read', entry.data?.['the service']);

const updated = await updatePartnerEntry({ path, body: { status: 'hidden' } });
console.log('updated', updated.data?.status);

const filter = await updateFilter({ path: { filter_id }, body: { name: 'Renamed' } });
console.log('filter', filter.data?.name);

const missing = await getPartnerEntry({ path: { directory_id, entry_id: unknown } });
if (missing.error !== undefined) console.log('missing', missing.response?.status);
