// The script of every page but Redoc's: what a static page cannot do. It loads the search and the console when a reader
// asks for them, as classic scripts, because browsers allow a page that was opened as a file nothing else.

import { addCopyButtons } from './copy-buttons.js';
import { addFilters } from './filters.js';
import { loadAll } from './load.js';
import { loadedData } from './loaded.js';
import { makeTabs } from './tabs.js';

/** What the scripts that are loaded later provide. */
interface LoadedLater {
  /** @param typed the question so far */
  search?(typed: string): void;
  tryOut?(place: HTMLElement): void;
}

const later = (): LoadedLater => loadedData() as LoadedLater;

makeTabs();
addCopyButtons();
addFilters();
showCurrent();

/** Scrolls the menu beside the page, but not the page, to the link of the page. */
function showCurrent(): void {
  const menu = document.getElementById('menu');
  const current = menu?.querySelector<HTMLElement>('[aria-current]');
  if (menu && current && getComputedStyle(menu).position === 'sticky')
    menu.scrollTop = current.offsetTop - menu.offsetTop - menu.clientHeight / 2;
}

const searchButton = document.querySelector<HTMLElement>('header .search');
async function openSearch(): Promise<void> {
  // What is typed while the search is loaded is not lost.
  let typed = '';
  const collect = (event: KeyboardEvent): void => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
    typed += event.key;
    event.preventDefault();
  };
  document.addEventListener('keydown', collect);
  try {
    if (!later().search) await loadAll(['search-index.js', 'search.js'], searchButton);
  } finally {
    document.removeEventListener('keydown', collect);
  }
  later().search?.(typed);
}
if (searchButton) {
  searchButton.hidden = false;
  searchButton.addEventListener('click', () => void openSearch());
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog');
    const isChord = event.ctrlKey || event.metaKey;
    if (isTyping || event.altKey || event.key !== (isChord ? 'k' : '/')) return;
    event.preventDefault();
    void openSearch();
  });
}

for (const place of document.querySelectorAll<HTMLElement>('.try[data-operation]')) {
  place.hidden = false;
  place.querySelector('button')?.addEventListener('click', async () => {
    await loadAll(['try-contract.js', 'try.js'], place.querySelector('button'));
    later().tryOut?.(place);
  });
}
