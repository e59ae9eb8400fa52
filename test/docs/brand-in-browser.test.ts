import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contrastOf } from '../../scripts/build/docs/site/brand.js';
import { createFileListener } from '../../scripts/docs-server/serve.js';
import { runHere } from '../commands/input-files/run-here.js';
import { type Listening, listenHere } from '../listen-here.js';
import { temporaryFolder } from '../temporary-folder.js';
import { words } from '../words.js';
import { picture } from './brand-images.js';
import { axeFindings, layoutFindings } from './page-checks.js';
import { useBrowser } from './reference-browser.js';

const paths = words`index.html operations/updatePartnerEntry.html schemas/PartnerEntry.html check.html 404.html`;

/** The links of quiet lines and of the frame have the colour of their text. */
const plainLink = 'main :is(p:not(.quiet), ul:not(.cards) > li) > a[href]';

describe('docs of a company below a path of its own', { tags: 'slow' }, () => {
  const open = useBrowser();
  const top = temporaryFolder('brand-site');
  const output = join(top, 'partners/api');
  let server: Listening;
  let root = '';
  beforeAll(async () => {
    server = await listenHere(createServer(createFileListener(top)));
    root = `${server.url}/partners/api/`;
    const [logo, favicon] = [join(top, 'own.svg'), join(top, 'own.png')];
    writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>');
    writeFileSync(favicon, picture);
    // This colour has the least contrast that is allowed on white, and so has the derived one in dark pages.
    const texts = ['--title', 'Partner API', '--accent', '#767676', '--footer', 'Ask [us](mailto:a@b.example).'];
    const files = ['--logo', logo, '--favicon', favicon, '--output', output];
    expect(await runHere(['docs', '--no-answers', '--site', root, ...files, ...texts])).toMatchObject({ code: 0 });
  });
  afterAll(() => server.close());

  /** Returns the contrast of the first visible element that fits, and its background if it has one. */
  async function contrastIn(page: Page, selector: string): Promise<number> {
    const colours = await page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        const isTransparent = backgroundColor === 'rgba(0, 0, 0, 0)';
        return [color, isTransparent ? getComputedStyle(document.body).backgroundColor : backgroundColor];
      });
    const [text = '', background = ''] = colours.map((colour) => {
      // A mixture of colours has channels from 0 to 1.
      const [scale, numbers] = /^color\(srgb/.test(colour) ? [255, colour.slice(10)] : [1, colour];
      const channels = (numbers.match(/[\d.]+/g) ?? []).map((channel) => Number(channel) * scale);
      expect(channels, colour).toHaveLength(3);
      return `#${Buffer.from(channels).toString('hex')}`;
    });
    return contrastOf(text, background);
  }

  it.each(paths)('have its name, logo, colours, icon and footer, and load nothing from elsewhere: %s', async (path) => {
    await using tab = await open(root + path, { within: root });
    const { page, messages } = tab;
    expect(await page.title()).toMatch(path === 'index.html' ? /^Partner API$/ : / · Partner API$/);
    expect(await page.locator('header .home').innerText()).toMatch(/^\s*Partner API /);
    const logo = page.locator('header .home img');
    expect(await logo.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.height])).toEqual([
      true,
      28,
    ]);
    expect(await page.locator('footer p').first().innerText()).toBe('Ask us.');
    const icon = await page.locator('link[rel="icon"]').evaluate((link: HTMLLinkElement) => link.href);
    expect(icon).toBe(`${root}favicon.png`);
    expect(Buffer.from(await (await fetch(icon)).arrayBuffer())).toEqual(picture);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const selector of ['main a[href]', 'footer a[href^="mailto:"]', '#menu a[aria-current]', '.try > button'])
        if ((await page.locator(selector).count()) > 0)
          expect(await contrastIn(page, selector), `${colorScheme} ${selector}`).toBeGreaterThanOrEqual(4.5);
      const linkColour = await page
        .locator(plainLink)
        .first()
        .evaluate((link) => getComputedStyle(link).color);
      expect(linkColour).toBe(colorScheme === 'light' ? 'rgb(118, 118, 118)' : 'rgb(127, 127, 127)');
      expect(await axeFindings(page), colorScheme).toEqual([]);
    }
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await layoutFindings(page), String(width)).toEqual([]);
    }
    expect(messages).toEqual([]);
  });

  it('look the same from a file, and links stay black in print', async () => {
    const folder = pathToFileURL(`${output}/`).href;
    await using tab = await open(`${folder}index.html`, { within: folder });
    const { page, messages } = tab;
    const link = page.locator(plainLink).first();
    const colour = (): Promise<string> => link.evaluate((element) => getComputedStyle(element).color);
    expect(await page.locator('.home img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
    expect(await colour()).toBe('rgb(118, 118, 118)');
    await page.emulateMedia({ media: 'print' });
    expect(await colour()).toBe('rgb(0, 0, 0)');
    expect(messages).toEqual([]);
  });

  it('can be searched, and have the page of Redoc with the title', async () => {
    await using tab = await open(`${root}index.html`, { within: root });
    const { page, messages } = tab;
    await page.locator('header .search').click();
    await page.getByRole('combobox').fill('updateFilter');
    await page.locator('.results a').first().click();
    await page.getByRole('heading', { level: 1, name: 'Update a filter' }).waitFor();
    expect(page.url().startsWith(`${root}operations/updateFilter.html`)).toBe(true);
    await page.goto(`${root}reference.html`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.title()).toBe('Partner API');
    expect(messages).toEqual([]);
  });
});
