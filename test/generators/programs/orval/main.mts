// Lists, reads, updates, and handles a 404, with the client of orval.
import { getPartnerEntry, listPartnerEntries, updateFilter, updatePartnerEntry } from './client';

const { DIRECTORY_BASE_URL = '', DIRECTORY_API_KEY = '', DIRECTORY_PREFIX = '' } = process.env;
const send = globalThis.fetch;
globalThis.fetch = (path, init) => send(`${DIRECTORY_BASE_URL}${path}`, init);
const options = { headers: { Authorization: `${DIRECTORY_PREFIX} ${DIRECTORY_API_KEY}`.trim() } };
const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const filterId = 'cbd1c79c-294c-450c-81b1-b4300c6faafd';
const unknown = '00000000-0000-4000-8000-000000000000';

const list = await listPartnerEntries(directory, options);
if (list.status !== 200) throw new Error(`The list came with ${list.status}.`);
const first = list.data[0];
console.log('listed', first?.title);

const id = first?.id ?? '';
const entry = await getPartnerEntry(directory, id, options);
if (entry.status === 200) console.log('read', entry.data['the service']);

const updated = await updatePartnerEntry(directory, id, { status: 'hidden' }, options);
if (updated.status === 200) console.log('updated', updated.data.status);

const filter = await updateFilter(filterId, { name: 'Renamed' }, options);
if (filter.status === 200) console.log('filter', filter.data.name);

const missing = await getPartnerEntry(directory, unknown, options);
if (missing.status === 404) console.log('missing', missing.status);
