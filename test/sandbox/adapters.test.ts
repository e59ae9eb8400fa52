import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDirectoryClient } from '../../generated/client.js';
import { fetchOf, mswResolver, playwrightHandler } from '../../scripts/sandbox/adapters.js';
import { createSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { noBrowser, openBrowser } from '../docs/reference-browser.js';
import { entryPath, ids, root } from './fixture.js';

const baseUrl = 'https://directory.example.com';
const path = { directory_id: ids.directory, entry_id: ids.fjordline };

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});

/** Sends an update and a read through the generated client. */
async function updateAndRead(): Promise<unknown> {
  const client = createDirectoryClient({ baseUrl, apiKey: defaultKey });
  const update = await client.updatePartnerEntry({ path, body: { headline: 'Über Nacht 🐦' } });
  const read = await client.getPartnerEntry({ path });
  return [update.status, read.ok && read.data.headline, read.headers.get('x-contract-standing')];
}

const values = [200, 'Über Nacht 🐦', 'named'];

describe('the adapter for a global fetch', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('gives the client the responses of the sandbox', async () => {
    vi.stubGlobal('fetch', fetchOf(sandbox));
    expect(await updateAndRead()).toEqual(values);
  });

  it('accepts the same arguments as fetch: a string or a URL, and options', async () => {
    const fetch = fetchOf(sandbox);
    const url = new URL(`${root}/directories/`, baseUrl);
    const headers = { authorization: defaultKey };
    expect((await fetch(url, { headers })).status).toBe(200);
    expect((await fetch(url.href, { headers, method: 'POST', body: '{' })).status).toBe(415);
    await expect(fetch(url, { headers, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the adapter for Mock Service Worker', () => {
  it('gives requests through the network of Node the responses of the sandbox', async () => {
    const server = setupServer(http.all(`${baseUrl}/api/*`, mswResolver(sandbox)));
    server.listen({ onUnhandledRequest: 'error' });
    try {
      expect(await updateAndRead()).toEqual(values);
      const [client, otherClient] = [defaultKey, 'another'].map((apiKey) => createDirectoryClient({ baseUrl, apiKey }));
      expect(await otherClient?.listDirectories()).toMatchObject({ ok: false, status: 401 });
      expect(await client?.deletePartnerEntry({ path })).toMatchObject({ status: 204 });
    } finally {
      server.close();
    }
  });
});

describe('the adapter for Playwright', () => {
  it('gives a page in a browser the responses of the sandbox', { tags: 'slow' }, async (context) => {
    if (noBrowser !== undefined) return context.skip(noBrowser);
    const page = await (await openBrowser()).newPage();
    try {
      await page.route(`${baseUrl}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Page</title>' }),
      );
      await page.route(/\/api\/directory\//, playwrightHandler(sandbox));
      await page.goto(`${baseUrl}/`);
      const results = await page.evaluate(
        async ({ url, authorization }) => {
          const headers = { authorization, 'content-type': 'application/json' };
          const updatedResponse = await fetch(url, { method: 'PATCH', headers, body: '{"headline":"Über Nacht 🐦"}' });
          const read = await fetch(url, { headers: { authorization } });
          const { headline } = (await read.json()) as { headline: string };
          const deletedResponse = await fetch(url, { method: 'DELETE', headers: { authorization } });
          const standing = read.headers.get('x-contract-standing');
          return [updatedResponse.status, headline, standing, deletedResponse.status, (await fetch(url)).status];
        },
        { url: entryPath, authorization: defaultKey },
      );
      expect(results).toEqual([...values, 204, 401]);
    } finally {
      await page.close();
    }
  });
});
