import { make } from './make.js';

/** The storage key for the tab that the reader last chose on one subject, such as the language of sample calls. */
const storageKeyOf = (about: string): string => `directory-contract-tab-${about}`;

/**
 * Turns each group of sections into tabs (WAI-ARIA Authoring Practices, pattern "Tabs"). The first element of a section
 * is the name of its tab. A choice applies to all groups on the same subject, even on other pages.
 */
export function makeTabs(): void {
  for (const [index, group] of [...document.querySelectorAll<HTMLElement>('.tabs')].entries())
    makeTabGroup(group, index);
  showLinkedPanel();
  addEventListener('hashchange', showLinkedPanel);
}

function makeTabGroup(group: HTMLElement, index: number): void {
  const panels = [...group.children].filter((child): child is HTMLElement => child instanceof HTMLElement);
  if (panels.length < 2) return;
  const about = group.dataset['about'] ?? '';
  const list = make('div', { role: 'tablist', 'aria-label': about });
  const tabs = panels.map((panel, position) => {
    const heading = panel.firstElementChild as HTMLElement;
    panel.id ||= `panel-${index}-${position}`;
    const id = `tab-${index}-${position}`;
    const tab = make('button', { type: 'button', id, role: 'tab', 'aria-controls': panel.id }, nameOf(heading));
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', id);
    // Hide the heading, because the tab shows its text. `showLinkedPanel` handles links to the heading.
    panel.dataset['anchor'] = heading.id;
    heading.hidden = true;
    tab.addEventListener('click', () => {
      chooseTab(tab.textContent ?? '');
      storeChosenTab(about, tab.textContent ?? '');
    });
    return tab;
  });
  const showPanel = (activeIndex: number): void => {
    for (const [position, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(position === activeIndex));
      tab.tabIndex = position === activeIndex ? 0 : -1;
      const panel = panels[position];
      if (panel) panel.hidden = position !== activeIndex;
    }
  };
  const chooseTab = (name: string): void => {
    for (const tabGroup of document.querySelectorAll<HTMLElement>('.tabs'))
      if (tabGroup.dataset['about'] === about) tabGroup.dispatchEvent(new CustomEvent('choose', { detail: name }));
  };
  group.addEventListener('choose', (event) => {
    const position = tabs.findIndex((tab) => tab.textContent === (event as CustomEvent<string>).detail);
    if (position >= 0) showPanel(position);
  });
  list.addEventListener('keydown', (event) => {
    const position = tabs.indexOf(event.target as HTMLButtonElement);
    const nextIndex = {
      ArrowRight: position + 1,
      ArrowLeft: position - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (nextIndex === undefined) return;
    event.preventDefault();
    const tab = tabs[nextIndex % tabs.length];
    tab?.click();
    tab?.focus();
  });
  list.append(...tabs);
  group.prepend(list);
  showPanel(0);
  chooseTab(readChosenTab(about));
}

/** The text of a heading, without the link to the heading itself. */
function nameOf(head: HTMLElement): string {
  const copy = head.cloneNode(true) as HTMLElement;
  copy.querySelector('.anchor')?.remove();
  return (copy.textContent ?? '').trim();
}

/** If the fragment of the page's address is the id of a hidden heading, shows the panel that has this heading. */
function showLinkedPanel(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const panel = [...document.querySelectorAll<HTMLElement>('[role=tabpanel]')].find(
    (element) => element.dataset['anchor'] === id,
  );
  if (id === '' || !panel) return;
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click();
  panel.scrollIntoView();
}

/** The name of the chosen tab, or ''. Some browsers give pages opened as local files no storage. */
function readChosenTab(about: string): string {
  try {
    return localStorage.getItem(storageKeyOf(about)) ?? '';
  } catch {
    return '';
  }
}

function storeChosenTab(about: string, name: string): void {
  try {
    localStorage.setItem(storageKeyOf(about), name);
  } catch {
    // Without storage, the choice applies only to this page.
  }
}
