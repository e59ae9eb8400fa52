import { standingHtml, verbHtml } from '../build/docs/text/marks.js';
import { escapeHtml } from '../text/escape.js';
import { make } from './make.js';
import { readPageData } from './page-data.js';

/**
 * Lets readers unfold the groups of the menu, and opens the menu as a sheet in a narrow window.
 *
 * @param loadOperations runs `menu.js`, which has the operations of all groups
 */
export function addMenuControls(loadOperations: () => Promise<void>): void {
  const menu = document.getElementById('menu');
  if (!menu) return;
  for (const link of menu.querySelectorAll<HTMLAnchorElement>('a[href*="#group-"]'))
    addFoldButton(link, loadOperations);
  openAsSheet(menu);
  const currentLink = menu.querySelector<HTMLElement>('[aria-current]');
  // Scroll only the menu, not the page.
  if (currentLink)
    menu.scrollTop = currentLink.getBoundingClientRect().top - menu.getBoundingClientRect().top - menu.clientHeight / 2;
}

function addFoldButton(link: HTMLAnchorElement, loadOperations: () => Promise<void>): void {
  let list = link.parentElement?.querySelector('ul') ?? null;
  const label = `Operations of ${link.textContent}`;
  const button = make('button', { type: 'button', className: 'fold', 'aria-label': label });
  const showState = (): void => button.setAttribute('aria-expanded', String(list !== null && !list.hidden));
  button.addEventListener('click', async () => {
    if (list) list.hidden = !list.hidden;
    else {
      try {
        await loadOperations();
      } catch {
        return location.assign(link.href);
      }
      // A second click may have come before the operations.
      if (list) return;
      list = make('ul');
      list.innerHTML = operationItems(link);
      button.after(list);
    }
    showState();
  });
  showState();
  link.after(button);
}

function operationItems(groupLink: HTMLAnchorElement): string {
  const root = document.documentElement.dataset['root'] ?? '';
  const address = groupLink.getAttribute('href')?.slice(root.length) ?? '';
  const operations = readPageData().menu?.[address] ?? [];
  return operations
    .map(({ path, title, method, standing }) => {
      const marks = `${verbHtml(method)}${standingHtml(standing)}`;
      return `<li><a href="${escapeHtml(root + path)}"><span>${escapeHtml(title)}</span> ${marks}</a></li>`;
    })
    .join('');
}

/** Lets the link to the menu open it as a sheet. A button, Escape, a tap outside, and the way back all close it. */
function openAsSheet(menu: HTMLElement): void {
  const closeButton = make('button', { type: 'button', className: 'close' }, 'Close');
  const sheet = make('dialog', { className: 'sheet', 'aria-label': 'Menu' }, closeButton);
  const placeholder = document.createComment('');
  document.body.append(sheet);
  // A reload keeps the state, but not the open sheet.
  if (history.state?.isMenuOpen) history.back();
  document.querySelector<HTMLAnchorElement>('.to-menu')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    menu.replaceWith(placeholder);
    sheet.append(menu);
    history.pushState({ isMenuOpen: true }, '');
    sheet.showModal();
    menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  });
  sheet.addEventListener('close', () => {
    placeholder.replaceWith(menu);
    if (history.state?.isMenuOpen) history.back();
  });
  addEventListener('popstate', () => sheet.close());
  closeButton.addEventListener('click', () => sheet.close());
  matchMedia('(min-width: 64rem)').addEventListener('change', () => sheet.close());
  sheet.addEventListener('click', (event) => {
    // A tap outside has the dialog itself as its target.
    if (event.target === sheet) sheet.close();
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The next page takes the place of the sheet in the history, so that the way back leads to this page.
    event.preventDefault();
    location.replace(link.href);
  });
}
