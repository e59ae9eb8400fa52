import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { sanitizeSentence } from '../../../scripts/text/escape.js';
import { noBrowser, openBrowser } from '../../docs/reference-browser.js';
import { hostileRuns, hostileText, hostileTime, obeyed, reportWith, unseen } from './hostile.js';
import { sampleReport } from './sample.js';

// Without a browser, these tests are skipped.
let page: Page;
beforeAll(async () => {
  if (noBrowser === undefined) page = await (await openBrowser()).newPage();
});
afterAll(() => page?.close());
beforeEach((context) => {
  if (noBrowser !== undefined) context.skip(noBrowser);
});

describe('the HTML report, in a browser', () => {
  /** Opens the sample report, and returns its requests and console errors. */
  async function open(
    width: number,
    colorScheme: 'light' | 'dark',
    use: (page: Page) => Promise<void>,
  ): Promise<string[]> {
    const messages: string[] = [];
    page.removeAllListeners();
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('request', (request) => messages.push(request.url()));
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.setContent(renderReport('html', sampleReport()));
    await use(page);
    return messages;
  }

  it.each([
    [360, 'light'],
    [360, 'dark'],
    [1600, 'light'],
    [1600, 'dark'],
  ] as const)('sends no requests, fits %i pixels, and is readable in %s', { tags: 'slow' }, async (width, scheme) => {
    const messages = await open(width, scheme, async (page) => {
      const measures = await page.evaluate(() => {
        for (const element of document.querySelectorAll('details')) element.open = true;
        const channels = (colour: string): number[] =>
          (/rgba?\(([^)]*)\)/.exec(colour)?.[1] ?? '').split(',').map(Number);
        const light = (colour: string): number => {
          const [r = 0, g = 0, b = 0] = channels(colour).map((value) =>
            value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const behind = (element: Element | null): string => {
          if (!element) return 'rgb(255, 255, 255)';
          const colour = getComputedStyle(element).backgroundColor;
          return (channels(colour)[3] ?? 1) === 0 ? behind(element.parentElement) : colour;
        };
        const ratio = (a: string, b: string): number =>
          (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
        const texts = [...document.querySelectorAll('body *')].filter(
          (element) =>
            !element.closest('svg') &&
            [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
        );
        const marks = [...document.querySelectorAll('.cell g:not(.out)')].map((half) => {
          const [rect, path] = [half.querySelector('rect'), half.querySelector('path')];
          if (!rect || !path) return 0;
          const fill = getComputedStyle(rect).fill;
          return ratio(getComputedStyle(path).stroke, fill === 'none' ? behind(half.closest('.card')) : fill);
        });
        return {
          width: document.documentElement.scrollWidth,
          texts: texts.length,
          least: Math.min(...texts.map((element) => ratio(getComputedStyle(element).color, behind(element)))),
          leastMark: Math.min(...marks),
        };
      });
      expect(measures.width).toBe(width);
      expect(measures.texts).toBeGreaterThan(500);
      expect(measures.least).toBeGreaterThanOrEqual(4.5);
      expect(measures.leastMark).toBeGreaterThanOrEqual(3);
    });
    expect(messages).toEqual([]);
  });

  it('shows the coverage as a picture: a cell for each operation, with its state and a link to its row', async () => {
    await open(1600, 'light', async (page) => {
      const counts = await page.evaluate(() => {
        const cells = [...document.querySelectorAll('.cells a')];
        const statesOf = (operation: string): (string | null)[] =>
          [...document.querySelectorAll(`.cells a[href="#operation-${operation}"] g`)].map((half) =>
            half.getAttribute('class'),
          );
        return {
          cells: cells.length,
          dead: cells.filter(
            (cell) =>
              !document.getElementById(decodeURIComponent((cell.getAttribute('href') ?? '').slice(1)))?.matches('tr'),
          ).length,
          title: document.querySelector('.cells a[href="#operation-exportReviews"] title')?.textContent,
          getPartnerEntry: statesOf('getPartnerEntry'),
          listPartnerEntries: statesOf('listPartnerEntries'),
          getReview: statesOf('getReview'),
          getMatchmakingRequest: statesOf('getMatchmakingRequest'),
        };
      });
      expect(counts).toEqual({
        cells: 117,
        dead: 0,
        title:
          'exportReviews\nsuccess not tested: Each response was 403. ' +
          'Use a key that may export reviews.\nrefusals as documented',
        getPartnerEntry: ['violation', 'good'],
        listPartnerEntries: ['good', 'violation'],
        getReview: ['drift', 'untested'],
        getMatchmakingRequest: ['out', 'out'],
      });
      await page.locator('.cells a[href="#operation-getReview"]').click();
      expect(await page.evaluate(() => document.querySelector(':target th code')?.textContent)).toBe('getReview');
    });
  });

  it('has a curl command that can be copied', async () => {
    await open(1600, 'light', async (page) => {
      const lines = await page.locator('#findings pre').allTextContents();
      expect(lines).toHaveLength(6);
      expect(lines[2]?.replaceAll(/ \\\n\s+/g, ' ')).toBe(sampleReport().findings[2]?.curl);
    });
  });
});

/** The result of parsing a document in a browser and comparing it with another one. */
interface Read {
  /** All elements with the names of their attributes, in order; empty if both documents agree. */
  otherwise: string;
  /** The number of texts and attribute values that contain the hostile text. */
  shownCount: number;
  error: string;
}

/** Number of documents in a message to the browser, which has a maximum size. */
const batch = 500;

/** Parses documents in the browser, without running their scripts. */
async function readBack(
  documents: readonly string[],
  soughtValues: readonly string[],
  harmlessText: string,
  type: 'application/xml' | 'text/html',
): Promise<Read[]> {
  return page.evaluate(
    ([texts, hostileValues, plainText, as]) => {
      const read = (text: string): Document => new DOMParser().parseFromString(text, as);
      const elementsOf = (document: Document): string =>
        [...document.querySelectorAll('*')]
          .map((element) => [element.localName, ...[...element.attributes].map(({ name }) => name)].join(' '))
          .join('\n');
      const wantedElements = elementsOf(read(plainText));
      return texts.map((text, index) => {
        const document = read(text);
        const elements = elementsOf(document);
        const holds = (value: string | null): boolean => value?.includes(hostileValues[index] ?? '') === true;
        let shownCount = 0;
        for (const element of document.querySelectorAll('*')) {
          if (element.children.length === 0 && holds(element.textContent)) shownCount += 1;
          for (const { value } of element.attributes) if (holds(value)) shownCount += 1;
        }
        return {
          otherwise: elements === wantedElements ? '' : elements,
          shownCount,
          error: document.querySelector('parsererror')?.textContent ?? '',
        };
      });
    },
    [documents, soughtValues, harmlessText, type] as const,
  );
}

/** Expects the same elements as for a harmless text, and the hostile text as visible text. */
async function expectInert(format: 'junit' | 'html', type: 'application/xml' | 'text/html'): Promise<void> {
  // The style is long, and the same in every document.
  const render = (text: string): string =>
    renderReport(format, reportWith(text)).replace(/<style>[\s\S]*?<\/style>/, '<style></style>');
  const hostileValues = fc.sample(hostileText, hostileRuns);
  for (let from = 0; from < hostileValues.length; from += batch) {
    const texts = hostileValues.slice(from, from + batch);
    const documents = texts.map(render);
    const read = await readBack(documents, texts.map(sanitizeSentence), render('x'), type);
    expect(read).toHaveLength(texts.length);
    for (const [index, { otherwise, shownCount, error }] of read.entries()) {
      const what = JSON.stringify(texts[index]);
      expect({ otherwise, error }, what).toEqual({ otherwise: '', error: '' });
      expect(shownCount, what).toBeGreaterThan(5);
      expect(documents[index]?.replaceAll('\n', ''), what).not.toMatch(unseen);
      expect(documents[index], what).not.toMatch(obeyed);
    }
  }
}

describe('safety inert-reports: whatever a server sends, a browser reads the same document', () => {
  it('in JUnit', { timeout: hostileTime }, () => expectInert('junit', 'application/xml'));
  it('in HTML', { tags: 'slow', timeout: hostileTime }, () => expectInert('html', 'text/html'));
});
