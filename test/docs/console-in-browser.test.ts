import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachOperation } from '../../scripts/contract/operations.js';
import { type DocsServer, serveDocs } from '../../scripts/docs-server/serve.js';
import { createSandbox } from '../../scripts/sandbox/index.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { isWhole } from '../sample.js';
import { bundle } from '../spec/bundle.js';
import { builtSite } from './built-site.js';
import { axeFindings, layoutFindings } from './page-checks.js';
import { type Opened, type OpenOptions, useBrowser } from './reference-browser.js';

const open = useBrowser();
let folder: string;
let root: string;
beforeAll(async () => {
  ({ folder, root } = await builtSite());
});

/** Opens the console of an operation as a file, which can load only the docs. */
async function consoleOf(operationId: string, options: OpenOptions = {}, site = root): Promise<Opened> {
  const tab = await open(`${site}operations/${operationId}.html`, { within: root, ...options });
  await show(tab.page);
  return tab;
}

async function show(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it in a sandbox' }).click();
  await page.getByRole('region', { name: 'Try it' }).waitFor();
}

/** Sends the form, and returns the text of each part of the displayed exchange. */
async function listSent(page: Page): Promise<string[]> {
  await page.locator('.exchange').evaluate((element) => element.replaceChildren());
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.locator('.exchange > section').first().waitFor();
  return page.locator('.exchange > section').allInnerTexts();
}

describe('the console of an operation', () => {
  it('shows the request, the response and the suggested next read', { tags: 'slow' }, async () => {
    await using tab = await consoleOf('updatePartnerEntry');
    const [request, response, next] = await listSent(tab.page);
    expect(request).toContain('PATCH /api/directory/private/v1alpha/directories/0fd4340a-');
    expect(request).toContain('"status": "hidden"');
    expect(response).toContain('200 OK');
    expect(response).toContain('"custom_slug"');
    expect(next).toContain('Result of the next read');
    expect(next).toContain('/status: "public" → "hidden"');
    expect(tab.messages).toEqual([]);
  });

  it('shows each mistake of a body in the words of the sandbox', { tags: 'slow' }, async () => {
    await using tab = await consoleOf('updatePartnerEntry');
    await tab.page.getByRole('textbox', { name: 'Body' }).fill('{ "title": 7 }');
    const [, response, next] = await listSent(tab.page);
    expect(response).toContain('400 Bad Request');
    expect(response).toContain('/title');
    expect(next).toContain('Nothing has changed.');
  });

  it('keeps the state for the other pages of the tab, and starts again on request', { tags: 'long' }, async () => {
    await using tab = await consoleOf('deletePartnerEntry');
    const { page } = tab;
    expect((await listSent(page))[1]).toContain('204 No Content');
    await page.goto(`${root}operations/getPartnerEntry.html`);
    await show(page);
    const [first = ''] = await page
      .locator('.inputs input')
      .nth(1)
      .evaluateAll((allElements) => allElements.map((element) => (element as HTMLInputElement).value));
    expect(first).not.toBe('c07ef43e-b5f0-44d8-8c75-5f49fec498c9');
    await page.getByLabel('entry_id').fill('c07ef43e-b5f0-44d8-8c75-5f49fec498c9');
    expect((await listSent(page))[1]).toContain('404 Not Found');
    await page.getByRole('button', { name: 'Reset the sandbox' }).click();
    expect((await listSent(page))[1]).toContain('200 OK');
    await using otherConsole = await consoleOf('getPartnerEntry');
    expect((await listSent(otherConsole.page))[1]).toContain('200 OK');
    expect([...tab.messages, ...otherConsole.messages]).toEqual([]);
  });

  it.each(isWhole ? [390, 1280] : [390])(
    'shows at %i pixels what a client sees when the server has a fault',
    { tags: 'long' },
    async (width) => {
      await using tab = await consoleOf('updatePartnerEntry');
      const { page } = tab;
      await page.setViewportSize({ width, height: 800 });
      await page.getByText('What does my client see').click();
      await page.getByLabel('Filter the faults').fill('unknown-id-500');
      await page.getByRole('checkbox', { name: /unknown-id-500/ }).check();
      await page.getByLabel('entry_id').fill('ffffffff-ffff-4fff-8fff-ffffffffffff');
      expect((await listSent(page))[1]).toContain('500 Internal Server Error');
      expect(await page.getByRole('status').first().innerText()).toContain('A fault is active: unknown-id-500');
      expect(await axeFindings(page)).toEqual([]);
      expect(await layoutFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Switch off' }).click();
      expect((await listSent(page))[1]).toContain('404 Not Found');
      expect(await page.getByRole('checkbox', { name: /unknown-id-500/ }).isChecked()).toBe(false);
      expect(tab.messages).toEqual([]);
    },
  );

  it('has no contrast faults in dark colours', { tags: 'long' }, async () => {
    await using tab = await consoleOf('createPartnerEntry', { colorScheme: 'dark' });
    const [, , next] = await listSent(tab.page);
    expect(next).toContain('getPartnerEntry: 200');
    await tab.page.getByText('A server of my own').click();
    expect(await axeFindings(tab.page)).toEqual([]);
  });

  it('loads no part of the sandbox before a reader opens the console', async () => {
    await using tab = await open(`${root}operations/getFilter.html`, { within: root });
    expect(await scriptsOf(tab.page)).toEqual(['site.js']);
    await show(tab.page);
    expect(await scriptsOf(tab.page)).toEqual(['site.js', 'try-contract.js', 'try.js']);
  });
});

function scriptsOf(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() => [...document.scripts].map(({ src }) => src.split('/').at(-1)));
}

describe('a server that the reader chooses', () => {
  let server: SandboxServer;
  let docs: DocsServer;
  beforeAll(async () => {
    docs = await serveDocs(folder);
    server = await serveSandbox({ sandbox: createSandbox({ apiKey: 'typed-key' }) });
  });
  afterAll(() => Promise.all([server.close(), docs.close()]));

  async function choose(page: Page, address: string): Promise<void> {
    await page.getByText('A server of my own').click();
    await page.getByRole('textbox', { name: 'Address' }).fill(address);
    await page.getByLabel('Key', { exact: true }).fill('typed-key');
  }

  it('gets requests with the typed key, which is neither shown nor stored', { tags: 'slow' }, async () => {
    await using tab = await consoleOf('updateFilter', { within: [docs.url, server.url] }, `${docs.url}/`);
    const { page } = tab;
    await choose(page, server.url);
    expect(await page.getByRole('button', { name: /^Send/ }).innerText()).toBe(`Send to ${new URL(server.url).host}`);
    const [request, response] = await listSent(page);
    expect(response).toContain('200 OK');
    expect(request).not.toContain('typed-key');
    const storedText = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(storedText).not.toContain('typed-key');
    expect(storedText).not.toContain(server.url);
    expect(tab.messages).toEqual([]);
  });

  it('leads to a hint about the cause if it does not respond', { tags: 'slow' }, async () => {
    await using tab = await consoleOf('getFilter', { within: [root, 'http://127.0.0.1:1/'] });
    await choose(tab.page, 'http://127.0.0.1:1');
    const [, response] = await listSent(tab.page);
    expect(response).toContain('No response');
    expect(response).toContain('Access-Control-Allow-Origin');
  });
});

const ids = [...eachOperation(bundle)].map(({ operation }) => operation.operationId);
const chosenValues = isWhole ? ids : ids.filter((_, index) => index % 60 === 0);

it('the console of each operation sends a request that succeeds unchanged', {
  tags: 'slow',
  timeout: isWhole ? 600_000 : undefined,
}, async () => {
  await using tab = await open(`${root}index.html`, { within: root });
  const { page, messages } = tab;
  for (const operationId of chosenValues) {
    await page.goto(`${root}operations/${operationId}.html`);
    await page.evaluate(() => sessionStorage.clear());
    await show(page);
    const [, response] = await listSent(page);
    expect(response, operationId).toMatch(/^Response\s+20[014] /);
  }
  expect(messages).toEqual([]);
});
