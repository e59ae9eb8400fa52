import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { sanitizeSentence } from '../../../scripts/text/escape.js';
import { browserPage } from './browser-page.js';
import { hostileRuns, hostileText, hostileTime, obeyed, reportWith, unseen } from './hostile.js';
import { refusedReport, sampleReport } from './sample.js';

const page = browserPage();

/** The result of parsing a document in a browser and comparing it with another one. */
interface Read {
  /** All elements with the names of their attributes, in order; empty if both documents agree. */
  otherwise: string;
  /** The number of texts and attribute values that contain the hostile text. */
  shown: number;
  error: string;
}

/** Number of documents in a message to the browser, which has a maximum size. */
const batch = 500;

/** Parses documents in the browser, without running their scripts. */
async function readBack(
  documents: readonly string[],
  sought: readonly string[],
  benign: string,
  type: 'application/xml' | 'text/html',
): Promise<Read[]> {
  return page().evaluate(
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

/** Expects the same elements as for a harmless text, and the hostile text as visible text. */
async function expectInert(format: 'junit' | 'html', type: 'application/xml' | 'text/html'): Promise<void> {
  // The style is long, and the same in every document.
  const render = (text: string): string =>
    renderReport(format, reportWith(text)).replace(/<style>[\s\S]*?<\/style>/, '<style></style>');
  const hostile = fc.sample(hostileText, hostileRuns);
  for (let from = 0; from < hostile.length; from += batch) {
    const texts = hostile.slice(from, from + batch);
    const documents = texts.map(render);
    const read = await readBack(documents, texts.map(sanitizeSentence), render('x'), type);
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
    return page().evaluate(
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

  it('has a suite for each group, two cases for each operation, and a failing one for each violation', async () => {
    expect(await counts(sampleReport())).toEqual({
      error: 0,
      suites: 21,
      cases: 2 * 117 + 3 + 1,
      failures: [
        'listPartnerEntries auth.ignored: A request without a key succeeds.',
        'getPartnerEntry schema.type /featured: The field "featured" has the wrong type.',
        'updatePartnerEntry update.not-stored /custom_slug: The response ' +
          'to an update has the new value, but the next read does not.',
      ],
      errors: [],
      skipped: 2 + 2 * 7,
      observed: 2,
      said: [238, 3, 0, 16],
      summed: [238, 3, 0, 16],
    });
  });

  it('fails for drift if the run is strict, but not for accepted findings', async () => {
    const report = sampleReport({ tags: ['partner-entries', 'reviews'] });
    report.run.strict = true;
    const accepted = report.findings.slice(0, 3).map(({ id }) => id);
    report.baseline = { file: 'known.json', accepted, fixed: [], expired: [] };
    expect((await counts(report))['failures']).toEqual([
      'getReview field.undeclared /internal_notes: The contract ' +
        'lists all fields here, and "internal_notes" is not one of them.',
    ]);
  });

  it('is never green without a verdict', async () => {
    expect(await counts(refusedReport())).toMatchObject({
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
  it(
    'safety inert-reports: stays the same document, whatever a server sends',
    { tags: 'slow', timeout: hostileTime },
    () => expectInert('html', 'text/html'),
  );
});
