import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { browserPage } from './browser-page.js';
import { sampleReport } from './sample.js';

const browser = browserPage();

describe('the HTML report, in a browser', () => {
  /** Opens the sample report, and returns its requests and console errors. */
  async function open(
    width: number,
    colorScheme: 'light' | 'dark',
    use: (page: Page) => Promise<void>,
  ): Promise<string[]> {
    const page = browser();
    const heard: string[] = [];
    page.removeAllListeners();
    page.on('console', (message) => heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(String(error)));
    page.on('request', (request) => heard.push(request.url()));
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.setContent(renderReport('html', sampleReport()));
    await use(page);
    return heard;
  }

  it.each([
    [360, 'light'],
    [360, 'dark'],
    [1600, 'light'],
    [1600, 'dark'],
  ] as const)(
    'sends no requests, fits %i pixels, and has enough contrast when it is %s',
    { tags: 'slow' },
    async (width, scheme) => {
      const heard = await open(width, scheme, async (page) => {
        const found = await page.evaluate(() => {
          for (const each of document.querySelectorAll('details')) each.open = true;
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
        expect(found.width).toBe(width);
        expect(found.texts).toBeGreaterThan(500);
        expect(found.least).toBeGreaterThanOrEqual(4.5);
        expect(found.leastMark).toBeGreaterThanOrEqual(3);
      });
      expect(heard).toEqual([]);
    },
  );

  it('shows the coverage as a picture: a cell for each operation, with its state and a link to its row', async () => {
    await open(1600, 'light', async (page) => {
      const found = await page.evaluate(() => {
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
      expect(found).toEqual({
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
