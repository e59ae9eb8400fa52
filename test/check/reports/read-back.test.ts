import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { sentence } from '../../../scripts/text/escape.js';
import { hostileRuns, hostileText, hostileTime, obeyed, reportWith, unseen } from './hostile.js';
import { sampleReport } from './sample.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

let browser: Browser | undefined;
let page: Page;

beforeAll(async () => {
  if (!existsSync(executablePath)) return;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  page = await browser.newPage();
});
afterAll(() => browser?.close());
beforeEach((context) => {
  if (!browser) context.skip(`There is no Chromium at ${executablePath}; CHROMIUM says where there is one.`);
});

/** A document as a browser reads it, beside the one that it is compared with. */
interface Read {
  /** Each element with the names of its attributes, in order; empty where these are the same. */
  otherwise: string;
  /** How many texts and values of attributes hold the hostile text. */
  shown: number;
  error: string;
}

/** Documents at a time: more would be a message that is too long for the browser. */
const batch = 500;

/** Reads documents with the parser of the browser, which runs nothing of what is in them. */
async function readBack(
  documents: readonly string[],
  sought: readonly string[],
  benign: string,
  type: 'application/xml' | 'text/html',
): Promise<Read[]> {
  return page.evaluate(
    ([texts, hostile, plain, as]) => {
      const read = (text: string): Document => new DOMParser().parseFromString(text, as);
      const elementsOf = (document: Document): string =>
        [...document.querySelectorAll('*')]
          .map((element) => [element.localName, ...[...element.attributes].map(({ name }) => name)].join(' '))
          .join('\n');
      const wanted = elementsOf(read(plain));
      return texts.map((text, index) => {
        const document = read(text);
        const elements = elementsOf(document);
        const holds = (value: string | null): boolean => value?.includes(hostile[index] ?? '') === true;
        let shown = 0;
        for (const element of document.querySelectorAll('*')) {
          if (element.children.length === 0 && holds(element.textContent)) shown += 1;
          for (const { value } of element.attributes) if (holds(value)) shown += 1;
        }
        return {
          otherwise: elements === wanted ? '' : elements,
          shown,
          error: document.querySelector('parsererror')?.textContent ?? '',
        };
      });
    },
    [documents, sought, benign, type] as const,
  );
}

/** Holds that the documents are in elements what they are with a plain text, and that the hostile text is shown. */
async function expectInert(format: 'junit' | 'html', type: 'application/xml' | 'text/html'): Promise<void> {
  // The style is the same in each, and long.
  const render = (text: string): string =>
    renderReport(format, reportWith(text)).replace(/<style>[\s\S]*?<\/style>/, '<style></style>');
  const hostile = fc.sample(hostileText, hostileRuns);
  for (let from = 0; from < hostile.length; from += batch) {
    const texts = hostile.slice(from, from + batch);
    const documents = texts.map(render);
    const read = await readBack(documents, texts.map(sentence), render('x'), type);
    expect(read).toHaveLength(texts.length);
    for (const [index, { otherwise, shown, error }] of read.entries()) {
      const what = JSON.stringify(texts[index]);
      expect({ otherwise, error }, what).toEqual({ otherwise: '', error: '' });
      expect(shown, what).toBeGreaterThan(5);
      expect(documents[index]?.replaceAll('\n', ''), what).not.toMatch(unseen);
      expect(documents[index], what).not.toMatch(obeyed);
    }
  }
}

describe('the JUnit report, read by a browser', () => {
  async function counts(report: CheckReport): Promise<Record<string, unknown>> {
    return page.evaluate(
      (text) => {
        const document = new DOMParser().parseFromString(text, 'application/xml');
        const count = (selector: string): number => document.querySelectorAll(selector).length;
        const root = document.documentElement;
        const sum = (name: string): number =>
          [...document.querySelectorAll('testsuite')].reduce(
            (total, suite) => total + Number(suite.getAttribute(name)),
            0,
          );
        return {
          error: count('parsererror'),
          suites: count('testsuite'),
          cases: count('testcase'),
          failures: [...document.querySelectorAll('failure')].map(
            (failure) =>
              `${failure.parentElement?.getAttribute('name') ?? ''}: ${failure.getAttribute('message') ?? ''}`,
          ),
          errors: [...document.querySelectorAll('error')].map((error) => error.getAttribute('message')),
          skipped: count('skipped'),
          observed: [...document.querySelectorAll('system-out')]
            .map((out) => out.textContent)
            .join('\n')
            .split('\n')
            .filter((line) => line.startsWith('- observation')).length,
          said: ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(root.getAttribute(name))),
          summed: ['tests', 'failures', 'errors', 'skipped'].map(sum),
        };
      },
      renderReport('junit', report),
    );
  }

  it('has a suite a group, two cases an operation, and a failing one for each violation', async () => {
    expect(await counts(sampleReport())).toEqual({
      error: 0,
      suites: 21,
      cases: 2 * 117 + 3 + 1,
      failures: [
        'listPartnerEntries auth.ignored: A request without a key is answered.',
        'getPartnerEntry schema.type /featured: The field "featured" has another type than the contract says.',
        'updatePartnerEntry update.not-stored /custom_slug: The answer ' +
          'to an update shows the new value, and the next read does not.',
      ],
      errors: [],
      skipped: 2 + 2 * 7,
      observed: 2,
      said: [238, 3, 0, 16],
      summed: [238, 3, 0, 16],
    });
  });

  it('fails for drift where the run is strict, and not for what a baseline accepts', async () => {
    const report = sampleReport({ tags: ['partner-entries', 'reviews'] });
    report.run.strict = true;
    report.baseline = {
      file: 'known.json',
      accepted: report.findings.slice(0, 3).map(({ id }) => id),
      fixed: [],
      expired: [],
    };
    expect((await counts(report))['failures']).toEqual([
      'getReview field.undeclared /internal_notes: The contract ' +
        'lists all fields here, and "internal_notes" is none of them.',
    ]);
  });

  it('is never green without a verdict', async () => {
    const report: CheckReport = {
      ...sampleReport({ green: true }),
      verdict: 'no-verdict',
      why: 'The server refused the key.',
      exitCode: 3,
    };
    expect(await counts(report)).toMatchObject({
      failures: [],
      errors: ['No verdict: The server refused the key.'],
      said: [235, 0, 1, 0],
    });
  });

  it(
    'safety inert-reports: stays the same document, whatever a server sends',
    () => expectInert('junit', 'application/xml'),
    hostileTime,
  );
});

describe('the HTML report, in a browser', () => {
  /** Shows a report, and gives back what the page asked for and complained of. */
  async function open(
    report: CheckReport,
    width: number,
    colorScheme: 'light' | 'dark',
    use: () => Promise<void>,
  ): Promise<string[]> {
    const heard: string[] = [];
    page.removeAllListeners();
    page.on('console', (message) => heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(String(error)));
    page.on('request', (request) => heard.push(request.url()));
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.setContent(renderReport('html', report));
    await use();
    return heard;
  }

  it.each([
    [360, 'light'],
    [360, 'dark'],
    [1600, 'light'],
    [1600, 'dark'],
  ] as const)('asks for nothing, fits %i pixels, and has enough contrast when it is %s', async (width, scheme) => {
    const heard = await open(sampleReport(), width, scheme, async () => {
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
  });

  it('shows the coverage as a picture: a cell an operation, which says its state and leads to its row', async () => {
    await open(sampleReport(), 1600, 'light', async () => {
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
          'exportReviews\nsuccess not tested: Each answer was 403. ' +
          'Give a key that may export reviews.\nrefusals as documented',
        getPartnerEntry: ['violation', 'good'],
        listPartnerEntries: ['good', 'violation'],
        getReview: ['drift', 'untested'],
        getMatchmakingRequest: ['out', 'out'],
      });
      await page.locator('.cells a[href="#operation-getReview"]').click();
      expect(await page.evaluate(() => document.querySelector(':target th code')?.textContent)).toBe('getReview');
    });
  });

  it('has a curl line that can be copied as it is', async () => {
    await open(sampleReport(), 1600, 'light', async () => {
      const lines = await page.locator('#findings pre').allTextContents();
      expect(lines).toHaveLength(6);
      expect(lines[2]?.replaceAll(/ \\\n\s+/g, ' ')).toBe(sampleReport().findings[2]?.curl);
    });
  });

  it(
    'safety inert-reports: stays the same document, whatever a server sends',
    () => expectInert('html', 'text/html'),
    hostileTime,
  );
});
