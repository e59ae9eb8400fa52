// The script of every page but Redoc's: what a static page cannot do. It loads the search and the console when a reader
// asks for them, as classic scripts, because browsers allow a page that was opened as a file nothing else.

import { addCopyButtons } from './copy-buttons.js';
import { loadedData } from './loaded.js';
import { make } from './make.js';
import { makeTabs } from './tabs.js';

const loading = new Map<string, Promise<void>>();

/**
 * Runs scripts of the site one after the other, each once. If one cannot be loaded, the button says so, and the next
 * press tries again.
 *
 * @param names relative to the root of the site
 * @param button is busy in the meantime
 */
async function loadAll(names: readonly string[], button: HTMLElement | null): Promise<void> {
  button?.setAttribute('aria-busy', 'true');
  try {
    for (const name of names) await load(name);
  } catch (error) {
    if (button) button.textContent = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    button?.removeAttribute('aria-busy');
  }
}

function load(name: string): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const made = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${document.documentElement.dataset['root'] ?? ''}${name}`;
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(name);
      script.remove();
      reject(new Error(`${name} cannot be loaded. Press to try again.`));
    };
    document.head.append(script);
  });
  loading.set(name, made);
  return made;
}

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

/** Adds an input to each long list of sections, which hides the sections without the typed words. */
function addFilters(): void {
  for (const list of document.querySelectorAll<HTMLElement>('.filterable')) {
    const about = list.dataset['about'] ?? 'parts';
    const sections = [...list.querySelectorAll<HTMLElement>(':scope > section')];
    const input = make('input', { type: 'search' });
    const count = make('output');
    const show = (): void => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const section of sections) {
        const text = (section.textContent ?? '').toLowerCase();
        section.hidden = !words.every((word) => text.includes(word));
      }
      for (const heading of list.querySelectorAll<HTMLElement>(':scope > h2'))
        heading.hidden = !hasShownSection(heading);
      count.textContent = `${sections.filter(({ hidden }) => !hidden).length} of ${sections.length} ${about}`;
    };
    input.addEventListener('input', show);
    list.prepend(make('label', { className: 'filter' }, `Filter the ${about}`, input, count));
    show();
  }
}

function hasShownSection(heading: HTMLElement): boolean {
  for (let next = heading.nextElementSibling; next?.tagName === 'SECTION'; next = next.nextElementSibling)
    if (!(next as HTMLElement).hidden) return true;
  return false;
}
