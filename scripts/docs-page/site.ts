// The script of every page except Redoc's. It loads the scripts of the search and of the console when a reader asks for
// them, as classic scripts, because browsers forbid modules in pages opened as local files.

import { addCopyButtons } from './copy-buttons.js';
import { make } from './make.js';
import { addMenuControls } from './menu.js';
import { readPageData } from './page-data.js';
import { makeTabs } from './tabs.js';

const scripts = new Map<string, Promise<void>>();

/**
 * Runs scripts of the site in order, each once. If a script cannot be loaded, the button says so and offers a retry.
 *
 * @param names the scripts, relative to the root of the site
 * @param button marked as busy while the scripts load
 */
async function loadScripts(names: readonly string[], button: HTMLElement | null): Promise<void> {
  button?.setAttribute('aria-busy', 'true');
  try {
    for (const name of names) await loadScript(name);
  } catch (error) {
    if (button) button.textContent = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    button?.removeAttribute('aria-busy');
  }
}

function loadScript(name: string): Promise<void> {
  const pendingLoad = scripts.get(name);
  if (pendingLoad) return pendingLoad;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${document.documentElement.dataset['root'] ?? ''}${name}`;
    script.onload = () => resolve();
    script.onerror = () => {
      scripts.delete(name);
      script.remove();
      reject(new Error(`${name} cannot be loaded. Press to try again.`));
    };
    document.head.append(script);
  });
  scripts.set(name, promise);
  return promise;
}

/** The functions that `search.js` and `try.js` provide once they are loaded. */
interface LazyScripts {
  /** @param text the characters that the reader typed while the search was loading */
  search?(text: string): void;
  tryOut?(container: HTMLElement): void;
}

const lateScripts = (): LazyScripts => readPageData() as LazyScripts;

makeTabs();
addCopyButtons();
addFilters();
addMenuControls(() => loadScripts(['menu.js'], null));

const searchButton = document.querySelector<HTMLElement>('header .search');
async function openSearch(): Promise<void> {
  // The characters that the reader types while the search is loading.
  let text = '';
  const collectCharacter = (event: KeyboardEvent): void => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
    text += event.key;
    event.preventDefault();
  };
  document.addEventListener('keydown', collectCharacter);
  try {
    if (!lateScripts().search) await loadScripts(['search-index.js', 'search.js'], searchButton);
  } finally {
    document.removeEventListener('keydown', collectCharacter);
  }
  lateScripts().search?.(text);
}
if (searchButton) {
  searchButton.hidden = false;
  searchButton.addEventListener('click', () => void openSearch());
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog');
    const hasModifier = event.ctrlKey || event.metaKey;
    if (isTyping || event.altKey || event.key !== (hasModifier ? 'k' : '/')) return;
    event.preventDefault();
    void openSearch();
  });
}

for (const container of document.querySelectorAll<HTMLElement>('.try[data-operation]')) {
  container.hidden = false;
  container.querySelector('button')?.addEventListener('click', async () => {
    await loadScripts(['try-contract.js', 'try.js'], container.querySelector('button'));
    lateScripts().tryOut?.(container);
  });
}

/** Adds an input to each long list of sections. The input hides sections that lack a typed word. */
function addFilters(): void {
  for (const list of document.querySelectorAll<HTMLElement>('.filterable')) {
    const about = list.dataset['about'] ?? 'parts';
    const sections = [...list.querySelectorAll<HTMLElement>(':scope > section')];
    const input = make('input', { type: 'search' });
    const countOutput = make('output');
    const show = (): void => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const section of sections) {
        const text = (section.textContent ?? '').toLowerCase();
        section.hidden = !words.every((word) => text.includes(word));
      }
      for (const heading of list.querySelectorAll<HTMLElement>(':scope > h2'))
        heading.hidden = !hasVisibleSection(heading);
      countOutput.textContent = `${sections.filter(({ hidden }) => !hidden).length} of ${sections.length} ${about}`;
    };
    input.addEventListener('input', show);
    list.prepend(make('label', { className: 'filter' }, `Filter the ${about}`, input, countOutput));
    show();
  }
}

function hasVisibleSection(heading: HTMLElement): boolean {
  for (let next = heading.nextElementSibling; next?.tagName === 'SECTION'; next = next.nextElementSibling)
    if (!(next as HTMLElement).hidden) return true;
  return false;
}
