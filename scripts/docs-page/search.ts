// The search dialog, which `site.ts` loads when a reader opens it. It shows results while the reader types. Results are
// links, so a reader can also copy them or open them in a new tab.

import type { SearchHit } from '../build/docs/search/search-terms.js';
import { find, type ResultGroup, readIndex } from './find.js';
import { make } from './make.js';
import { addPageData, readPageData } from './page-data.js';

const index = readIndex(readPageData().index ?? '{}');
const root = document.documentElement.dataset['root'] ?? '';

const input = make('input', {
  type: 'search',
  autocomplete: 'off',
  spellcheck: false,
  'aria-label': 'Search operations, fields, guides, rules, questions and changes',
  placeholder: 'Operations, fields, guides, rules, questions …',
});
const countElement = make('p', { className: 'soft', role: 'status' });
const results = make('div', { className: 'results' });
const dialog = make(
  'dialog',
  { className: 'finder', 'aria-label': 'Search' },
  make('form', { method: 'dialog' }, input, make('button', { type: 'submit', className: 'close' }, 'Close')),
  countElement,
  results,
);

/** The number of results of each kind to show until the reader requests more. */
const previewCount = 4;
const maxResults = 25;
const expandedKinds = new Set<string>();

function showResults(): void {
  const query = input.value.trim();
  const groups = query === '' ? [] : find(index, query, maxResults);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const countText = total === 0 ? `Nothing found for “${query}”.` : `${total} found`;
  countElement.textContent = query === '' ? hint : countText;
  results.replaceChildren(...groups.map(groupElement));
}

const hint = 'Words may be incomplete or misspelt. ↓ and ↑ select a result, Enter opens it, Esc closes the search.';

function groupElement({ kind, results: entries, total }: ResultGroup): HTMLElement {
  const previewEntries = expandedKinds.has(kind) ? entries : entries.slice(0, previewCount);
  const list = make('ul', {}, ...previewEntries.map((previewEntry) => make('li', {}, resultLink(previewEntry))));
  const heading = make('h2', {}, `${kind} `, make('span', { className: 'soft' }, String(total)));
  const section = make('section', {}, heading, list);
  if (entries.length > previewEntries.length) {
    const moreButton = make('button', { type: 'button', className: 'more' }, `More ${kind.toLowerCase()}`);
    moreButton.addEventListener('click', () => {
      expandedKinds.add(kind);
      const newSection = groupElement({ kind, results: entries, total });
      section.replaceWith(newSection);
      newSection.querySelectorAll('a')[previewEntries.length]?.focus();
    });
    section.append(moreButton);
  }
  return section;
}

function resultLink({ path, title, about }: SearchHit): HTMLElement {
  const link = make('a', { href: root + path }, make('strong', {}, title), make('span', {}, about));
  // Close the dialog, because a link within the same page loads no new page.
  link.addEventListener('click', () => dialog.close());
  return link;
}

input.addEventListener('input', () => {
  expandedKinds.clear();
  showResults();
});

dialog.addEventListener('keydown', (event) => {
  const elements = [input, ...results.querySelectorAll<HTMLElement>('a, button')];
  const position = elements.indexOf(document.activeElement as HTMLInputElement);
  if (event.key === 'Enter' && event.target === input) {
    event.preventDefault();
    results.querySelector('a')?.click();
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || position < 0) return;
  event.preventDefault();
  elements[(position + step + elements.length) % elements.length]?.focus();
});

// A click on the backdrop has the dialog itself as its target.
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});

document.body.append(dialog);

addPageData({
  search(text: string): void {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    if (text !== '') input.value = text;
    showResults();
  },
});
