/**
 * The script of the home page. It shows the page of the server again after each event, and marks what has changed. The
 * policy of the page allows it by its digest, so it must be the same in every page.
 */
export const homeScript = `
'use strict';
const live = document.getElementById('live');
const log = document.getElementById('changes');
const marks = new Map();
let isShowing = false, isLate = false;

const sentence = ({ field, from, to }) => {
  if (from === undefined) return field + ' is now ' + to;
  return to === undefined ? field + ' was removed' : field + ': ' + from + ' → ' + to;
};
const words = ({ did, fields }) => (fields.length > 0 ? fields.map(sentence).join(', ') : did);

async function show() {
  if (isShowing) { isLate = true; return; }
  isShowing = true;
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' } });
    const next = new DOMParser().parseFromString(await response.text(), 'text/html');
    const focused = document.activeElement && document.activeElement.id;
    const opened = new Map([...document.querySelectorAll('details[id]')].map((each) => [each.id, each.open]));
    for (const part of document.querySelectorAll('[data-part]')) {
      const other = next.getElementById(part.id);
      if (other) part.replaceChildren(...document.adoptNode(other).childNodes);
    }
    for (const each of document.querySelectorAll('details[id]'))
      if (opened.has(each.id)) each.open = opened.get(each.id);
    mark();
    if (focused && document.activeElement.id !== focused) document.getElementById(focused)?.focus();
  } catch {
    // The stream reports that the sandbox does not respond.
  } finally {
    isShowing = false;
  }
  if (isLate) { isLate = false; setTimeout(show, 200); }
}

function mark() {
  for (const row of document.querySelectorAll('tr[data-id]')) {
    const text = marks.get(row.dataset.kind + ' ' + row.dataset.id);
    if (text === undefined) continue;
    row.classList.add('changed');
    row.lastElementChild.textContent = text;
    row.closest('details').open = true;
  }
}

function note(change) {
  const item = document.createElement('li');
  const name = document.createElement('strong');
  name.textContent = change.kind + ' ' + (change.name || change.id);
  const text = document.createElement('span');
  text.textContent = ' ' + words(change);
  item.append(name, text);
  log.prepend(item);
  while (log.children.length > 30) log.lastElementChild.remove();
  document.getElementById('unchanged').hidden = true;
}

const events = new EventSource('/__sandbox/events');
// The sandbox may have changed before the stream began, or was started again.
events.addEventListener('open', () => {
  live.textContent = 'This page follows the sandbox.';
  show();
});
events.addEventListener('error', () => {
  live.textContent = events.readyState === EventSource.CLOSED
    ? 'Too many pages are open to follow the sandbox. Close one, and reload this page.'
    : 'The sandbox does not respond. This page continues when it runs again.';
});
events.addEventListener('change', ({ data }) => {
  for (const change of JSON.parse(data)) {
    marks.set(change.kind + ' ' + change.id, words(change));
    note(change);
  }
  show();
});
events.addEventListener('state', () => { marks.clear(); show(); });
for (const name of ['faults', 'request']) events.addEventListener(name, show);

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-path]');
  if (!button) return;
  const { path, method, body } = button.dataset;
  const response = await fetch(path, { method, ...(body && { body }) });
  if (!response.ok) live.textContent = (await response.json()).detail;
  show();
});
`;
