// The module of a page that uses the client and one validator.
import { createDirectoryClient } from 'directory-contract';
import { partnerEntry } from 'directory-contract/validators';

const client = createDirectoryClient({ baseUrl: location.origin, apiKey: 'page-key' });
const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };

globalThis.shown = client.getPartnerEntry({ path }).then((result) => {
  if (!result.ok || !partnerEntry.is(result.data)) return 'no entry';
  return result.data.title;
});
