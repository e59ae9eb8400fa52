import { describe, expect, it } from 'vitest';
import { createDirectoryClient, toPartnerEntryUpdate } from '../../scripts/index.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/index.js';

describe('an update sent back to its entry', () => {
  it('changes nothing visible but the dropped fields of items, for every partner entry of the sandbox', async () => {
    const sandbox = createSandbox();
    const fetch = (request: Request) => sandbox.fetch(request);
    const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: defaultKey, fetch });
    const data = <Value>(result: { ok: true; data: Value } | { ok: false; error: unknown }): Value => {
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.data;
    };
    let sent = 0;
    for (const { id: directory_id = '' } of data(await client.listDirectories())) {
      for (const { id: entry_id = '' } of data(await client.listPartnerEntries({ path: { directory_id } }))) {
        const path = { directory_id, entry_id };
        const before = data(await client.getPartnerEntry({ path }));
        const { body, dropped } = toPartnerEntryUpdate(before);
        // The sandbox replaces its items by the sent ones, so dropped fields are lost.
        for (const { pointer } of dropped) {
          const [, list = '', index = '', field = ''] = /^\/(\w+)\/(\d+)\/(\w+)$/.exec(pointer) ?? [];
          delete (before as Record<string, Record<string, unknown>[]>)[list]?.[Number(index)]?.[field];
        }
        expect(data(await client.updatePartnerEntry({ path, body }))).toEqual(before);
        expect(data(await client.getPartnerEntry({ path }))).toEqual(before);
        sent++;
      }
    }
    expect(sent).toBeGreaterThan(10);
  });
});
