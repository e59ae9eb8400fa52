import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { sanitizeSentence } from '../../../scripts/text/escape.js';
import { browserPage } from './browser-page.js';
import { hostileRuns, hostileText, hostileTime, obeyed, reportWith, unseen } from './hostile.js';

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

describe('safety inert-reports: whatever a server sends, a browser reads the same document', () => {
  it('in JUnit', { timeout: hostileTime }, () => expectInert('junit', 'application/xml'));
  it('in HTML', { tags: 'slow', timeout: hostileTime }, () => expectInert('html', 'text/html'));
});
