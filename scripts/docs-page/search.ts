// The search dialog, which `site.ts` loads when a reader opens it. It shows results while the reader types. The focus
// stays in the input: the arrow keys select an option of a list, as in the combobox pattern of WAI-ARIA. Results are
// links, so a reader can also copy them or open them in a new tab.

import { type ResultKind, resultKinds, type SearchHit } from '../build/docs/search/search-terms.js';
import { find, type ResultGroup, readIndex } from './find.js';
import { make } from './make.js';
import { addPageData, readPageData } from './page-data.js';

const index = readIndex(readPageData().index ?? '{}');
const root = document.documentElement.dataset['root'] ?? '';

const input = make('input', {
  type: 'text',
  role: 'combobox',
  autocomplete: 'off',
  spellcheck: false,
  inputMode: 'search',
  'aria-label': 'Search operations, fields, guides, rules, questions and changes',
  'aria-autocomplete': 'list',
  'aria-controls': 'search-results',
  placeholder: 'Operations, fields, guides, rules, questions …',
});
const countElement = make('p', { className: 'soft', role: 'status' });
const results = make('div', { id: 'search-results', className: 'results', role: 'listbox', 'aria-label': 'Results' });
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

/** @param position the position of the selected option */
function showResults(position = 0): void {
  const query = input.value.trim();
  const groups = query === '' ? [] : find(index, query, maxResults);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const countText = total === 0 ? `Nothing found for “${query}”.` : `${total} found`;
  countElement.textContent = query === '' ? hint : countText;
  results.replaceChildren(...groups.map(groupElement));
  for (const [optionPosition, option] of listOptions().entries()) option.id = `search-result-${optionPosition}`;
  results.hidden = total === 0;
  input.setAttribute('aria-expanded', String(total > 0));
  select(position);
}

const hint = 'Words may be incomplete or misspelt. ↓ and ↑ select a result, Enter opens it, Esc closes the search.';

function listOptions(): HTMLElement[] {
  return [...results.querySelectorAll<HTMLElement>('[role=option]')];
}

function select(position: number): void {
  const options = listOptions();
  for (const option of options) option.ariaSelected = String(option === options[position]);
  input.setAttribute('aria-activedescendant', options[position]?.id ?? '');
  options[position]?.scrollIntoView({ block: 'nearest' });
}

function groupElement({ kind, results: entries, total }: ResultGroup): HTMLElement {
  const previewEntries = expandedKinds.has(kind) ? entries : entries.slice(0, previewCount);
  const id = `search-${resultKinds.indexOf(kind)}`;
  const count = make('span', { className: 'soft' }, String(total));
  const heading = make('h2', { id, role: 'presentation' }, `${kind} `, count);
  const group = make('section', { role: 'group', 'aria-labelledby': id }, heading, ...previewEntries.map(resultLink));
  if (entries.length > previewEntries.length) group.append(moreButton(kind));
  return group;
}

/** An option that shows all results of a kind, and selects the first of the new ones, which takes its place. */
function moreButton(kind: ResultKind): HTMLElement {
  const properties = { type: 'button', role: 'option', tabIndex: -1, className: 'more' } as const;
  const button = make('button', properties, `More ${kind.toLowerCase()}`);
  button.addEventListener('click', () => {
    expandedKinds.add(kind);
    showResults(listOptions().indexOf(button));
    input.focus();
  });
  return button;
}

function resultLink({ path, title, about }: SearchHit): HTMLElement {
  const [, verb, details = about] = /^([A-Z]+)( \/.*)/.exec(about) ?? [];
  const badges = verb ? [make('span', { className: `verb ${verb.toLowerCase()}` }, verb)] : [];
  const properties = { href: root + path, role: 'option', tabIndex: -1 };
  const link = make('a', properties, make('strong', {}, title), make('span', {}, ...badges, details));
  // Close the dialog, because a link within the same page loads no new page.
  link.addEventListener('click', ({ ctrlKey, metaKey, shiftKey }) => {
    if (!ctrlKey && !metaKey && !shiftKey) dialog.close();
  });
  return link;
}

input.addEventListener('input', () => {
  expandedKinds.clear();
  showResults();
});

input.addEventListener('keydown', (event) => {
  // With an input method, Enter ends a word.
  if (event.isComposing) return;
  const options = listOptions();
  const position = options.findIndex(({ ariaSelected }) => ariaSelected === 'true');
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (event.key === 'Enter') options[position]?.click();
  else if (step !== 0) select((position + step + options.length) % options.length);
  else return;
  event.preventDefault();
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
