// The search, which `site.ts` loads when a reader asks for it: a dialog with results while the reader types. They are
// links, so that everything that a browser can do with a link works.

import type { Found } from '../build/docs/search/search-terms.js';
import { find, type ResultGroup, readIndex } from './find.js';
import { loadedData, provide } from './loaded.js';
import { make } from './make.js';

const index = readIndex(loadedData().index ?? '{}');
const root = document.documentElement.dataset['root'] ?? '';

const input = make('input', {
  type: 'search',
  autocomplete: 'off',
  spellcheck: false,
  'aria-label': 'Search operations, fields, guides, rules, questions and changes',
  placeholder: 'Operations, fields, guides, rules, questions …',
});
const count = make('p', { className: 'soft', role: 'status' });
const results = make('div', { className: 'results' });
const dialog = make(
  'dialog',
  { className: 'finder', 'aria-label': 'Search' },
  make('form', { method: 'dialog' }, input, make('button', { type: 'submit', className: 'close' }, 'Close')),
  count,
  results,
);

/** Results of a kind, unless the reader asks for more. */
const fewest = 4;
const most = 25;
const shownWhole = new Set<string>();

function show(): void {
  const question = input.value.trim();
  const groups = question === '' ? [] : find(index, question, most);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const found = total === 0 ? `Nothing has words like “${question}”.` : `${total} found`;
  count.textContent = question === '' ? hint : found;
  results.replaceChildren(...groups.map(groupElement));
}

const hint = 'Words may be incomplete or misspelt. ↓ and ↑ move, Enter opens, Esc closes.';

function groupElement({ kind, results: found, total }: ResultGroup): HTMLElement {
  const shown = shownWhole.has(kind) ? found : found.slice(0, fewest);
  const list = make('ul', {}, ...shown.map((each) => make('li', {}, resultLink(each))));
  const section = make(
    'section',
    {},
    make('h2', {}, `${kind} `, make('span', { className: 'soft' }, String(total))),
    list,
  );
  if (found.length > shown.length) {
    const more = make('button', { type: 'button', className: 'more' }, `More ${kind.toLowerCase()}`);
    more.addEventListener('click', () => {
      shownWhole.add(kind);
      const next = shown.length;
      const whole = groupElement({ kind, results: found, total });
      section.replaceWith(whole);
      whole.querySelectorAll('a')[next]?.focus();
    });
    section.append(more);
  }
  return section;
}

function resultLink({ path, title, about }: Found): HTMLElement {
  const link = make('a', { href: root + path }, make('strong', {}, title), make('span', {}, about));
  // A link within the page does not leave it, so the dialog would stay.
  link.addEventListener('click', () => dialog.close());
  return link;
}

input.addEventListener('input', () => {
  shownWhole.clear();
  show();
});

dialog.addEventListener('keydown', (event) => {
  const places = [input, ...results.querySelectorAll<HTMLElement>('a, button')];
  const at = places.indexOf(document.activeElement as HTMLInputElement);
  if (event.key === 'Enter' && event.target === input) {
    event.preventDefault();
    results.querySelector('a')?.click();
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || at < 0) return;
  event.preventDefault();
  places[(at + step + places.length) % places.length]?.focus();
});

// A press beside the dialog closes it.
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});

document.body.append(dialog);

provide({
  search(typed: string): void {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    if (typed !== '') input.value = typed;
    show();
  },
});
