import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { credentialOf } from '../../contract/security.js';
import { generatedFile } from '../../generated-file.js';
import { escapeHtml, sanitize } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import type { SandboxFault } from '../behaviour/behaviour.js';
import { faultGroups, faults as knownFaults } from '../faults/index.js';
import type { SandboxContract } from '../model/read-contract.js';
import type { StoredRecord } from '../model/store.js';
import { defaultKey, type Sandbox } from '../sandbox.js';
import { type ControlContext, mayUseControlPaths } from './control.js';
import { nameOf } from './events.js';

/**
 * The script of the home page. After each event, it fetches the page again, shows the new data and marks the changes.
 * The page's content security policy allows it by its digest, so the script must be equal in all pages.
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
// The sandbox may have changed before the stream began, or before it began again.
events.addEventListener('open', () => {
  live.textContent = 'This page shows changes as they happen.';
  show();
});
events.addEventListener('error', () => {
  live.textContent = events.readyState === EventSource.CLOSED
    ? 'Too many pages of the sandbox are open. Close one, and reload this page.'
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

/** The kind of resource that the page lists first. */
const firstListedKind = 'PartnerEntry';

const maxRows = { records: 100, requests: 20 };

/** The attributes of code that can be scrolled with the keyboard. */
const focus = ' role="group" aria-label="Code" tabindex="0"';

/**
 * The style sheet of the docs. Before the first build, this file does not exist, and the page has only its own style.
 */
const docsStyleFile = generatedFile('docs/site.css');

const style = `${existsSync(docsStyleFile) ? readFileSync(docsStyleFile, 'utf8') : ''}
main { max-width: 76rem; margin: 0 auto; }
.call { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1rem; max-width: none; }
.call dd { margin: 0; } .call pre { margin: 0; }
main { border-top: 0; } main > section { margin-top: 2.5rem; } h2 { margin: 0 0 .5rem; }
summary { cursor: pointer; padding: .35rem 0; overflow-wrap: anywhere; } summary strong { margin-right: .4rem; }
details + details { border-top: 1px solid var(--line); }
.table { margin: 0 0 1rem; } table { width: 100%; min-width: 0; table-layout: fixed; }
tbody th > a:only-child { color: var(--link); text-decoration: underline; }
:is(th, td) { overflow-wrap: anywhere; min-width: 0; }
.records :is(th, td):nth-child(1) { width: 32%; } .records :is(th, td):nth-child(2) { width: 36%; }
.requests :is(th, td):nth-child(1) { width: 6rem; } .requests :is(th, td):nth-child(3) { width: 5rem; }
tr.changed { background: var(--mark); }
#changes { list-style: none; padding: 0; max-width: none; } #changes li { overflow-wrap: anywhere; }
#changes li:first-child { background: var(--mark); }
button {
  font: inherit; font-size: .88rem; color: var(--link); background: var(--page); border: 1px solid currentColor;
  border-radius: 6px; padding: .15rem .7rem; cursor: pointer;
}
button:hover { background: var(--well); }
button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.faults { list-style: none; padding: 0; max-width: none; }
.faults li { display: grid; grid-template-columns: minmax(0, 1fr) max-content; gap: .2rem 1rem; padding: .35rem 0; }
.faults p { margin: 0; } .faults button { align-self: start; }
h3 { margin: 1.2rem 0 .3rem; font-size: 1rem; }
@media (max-width: 40rem) {
  .call { display: block; } .call dt { margin-top: .6rem; }
  .table :is(table, tbody, tr) { display: block; } .table thead { position: absolute; left: -999rem; }
  .table tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .table :is(th, td):nth-child(n) { display: block; width: auto; border: 0; padding: 0; }
  .requests :is(td):nth-child(n) { display: inline; padding-right: .5rem; }
}
`;

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const homeHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src ${digest(style)}; script-src ${digest(homeScript)}; connect-src 'self'; ` +
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Whether a browser of this machine asks for the home page, at a path that the contract does not use. */
export function asksForHomePage(incoming: IncomingMessage, { contract }: ControlContext): boolean {
  const { method, url = '', headers } = incoming;
  const isRoot = (method === 'GET' || method === 'HEAD') && /^\/(?:\?|$)/.test(url);
  if (!isRoot || !/\btext\/html\b/i.test(headers.accept ?? '') || !mayUseControlPaths(incoming)) return false;
  return contract.route('/').operations.length === 0;
}

export function homePage({ sandbox, contract, recentRequests }: ControlContext, origin: string): string {
  sandbox.catchUp();
  const { title, version } = contract.document.info;
  const lines = [
    ['Address', `<code>${toHtml(origin)}</code>`],
    ['Key', `<code>Authorization: ${toHtml(credentialOf(contract.keyPrefix, defaultKey))}</code>`],
    ['Try', `<pre${focus}><code>${toHtml(curlLine(origin, sandbox, contract), Infinity)}</code></pre>`],
    ['Docs', '<code>npx directory-contract docs</code>'],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox of ${toHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#data">To the data</a>
<main>
<h1>Sandbox of ${toHtml(title)} ${toHtml(version)}</h1>
<p id="live" role="status">Reload this page to see changes.</p>
<dl class="call">
${lines.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('\n')}
</dl>
<section aria-labelledby="changes-title">
<h2 id="changes-title">Changes</h2>
<p id="unchanged" class="soft">Nothing has changed since you opened this page.</p>
<ol id="changes"></ol>
<p>${buttonHtml('reset', 'Restore the initial state', '/__sandbox/reset', 'POST')}</p>
</section>
<section id="data" data-part>
${dataSection(sandbox)}
</section>
<section id="faults" data-part>
${faultsSection(sandbox.faults())}
</section>
<section id="requests" data-part>
${requestsSection(recentRequests.all())}
</section>
</main>
<script>${homeScript}</script>
</body>
</html>
`;
}

function dataSection(sandbox: Sandbox): string {
  const kinds = Object.entries(sandbox.counts()).filter(([, count]) => count > 0);
  // Partner entries come first, then kinds named by a schema, then kinds named only by a path.
  const rank = (kind: string): number => (kind === firstListedKind ? 0 : /^[A-Z]/.test(kind) ? 1 : 2);
  kinds.sort(([a], [b]) => rank(a) - rank(b));
  const kindSection = ([kind, count]: [string, number], index: number): string => {
    const rows = sandbox.resources(kind, maxRows.records).map((record) => recordRow(kind, record));
    const all = `/__sandbox/state?kind=${encodeURIComponent(kind)}`;
    const size = formatCount(count, 'resource');
    const linkToAllRecords = count > rows.length ? `<p><a href="${escapeHtml(all)}">All ${size} as JSON</a></p>` : '';
    return `<details id="${toHtml(`kind-${kind}`)}"${index === 0 ? ' open' : ''}>
<summary><strong>${toHtml(kind)}</strong> <span class="soft">${size}</span></summary>
<div class="table records"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Id</th><th scope="col">Changed</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>${linkToAllRecords}
</details>`;
  };
  return `<h2>Resources</h2>\n${kinds.map(kindSection).join('\n') || '<p class="soft">Nothing.</p>'}`;
}

function recordRow(kind: string, record: StoredRecord): string {
  const { id } = record;
  const name = nameOf(record);
  const link = `/__sandbox/state?kind=${encodeURIComponent(kind)}&id=${encodeURIComponent(id)}`;
  return (
    `<tr data-kind="${toHtml(kind)}" data-id="${toHtml(id)}"><th scope="row">` +
    `<a id="${toHtml(`${kind}-${id}`)}" ` +
    `href="${escapeHtml(link)}">${toHtml(name === '' ? 'no name' : name)}</a></th>` +
    `<td><code>${toHtml(id)}</code></td><td></td></tr>`
  );
}

function faultsSection(names: readonly string[]): string {
  const activeFaults = names.flatMap((name) => knownFaults.get(name) ?? []);
  const faultRow = ({ name, about }: SandboxFault): string => {
    const isActive = names.includes(name);
    const namesAfterSwitch = isActive ? names.filter((otherName) => otherName !== name) : [...names, name];
    const label = `Switch ${isActive ? 'off' : 'on'}`;
    const namedBody = { name: `${label} ${name}`, body: namesAfterSwitch };
    const switchButton = buttonHtml(`fault-${name}`, label, '/__sandbox/faults', 'PUT', namedBody);
    return `<li><p><code>${toHtml(name)}</code> ${withCode(about)}</p>${switchButton}</li>`;
  };
  const list = (faults: readonly SandboxFault[]): string =>
    `<ul class="faults">${faults.map(faultRow).join('\n')}</ul>`;
  const groups = Object.entries(faultGroups).map(
    ([title, faults]) => `<h3>${toHtml(title)}</h3>\n${list(faults.filter(({ name }) => !names.includes(name)))}`,
  );
  const activeFaultsSection =
    activeFaults.length > 0 ? list(activeFaults) : '<p>No fault is active: the sandbox follows the contract.</p>';
  return `<h2>Faults</h2>
${activeFaultsSection}
<details id="other-faults"><summary><strong>Other faults</strong></summary>
${groups.join('\n')}
</details>`;
}

function requestsSection(allRequests: ReturnType<ControlContext['recentRequests']['all']>): string {
  const rows = allRequests.slice(-maxRows.requests).map(({ time, method, path, status }) => {
    const timeElement = `<time datetime="${toHtml(time)}">${toHtml(time.slice(11, 19))}</time>`;
    const requestElement = `<code>${toHtml(method)} ${toHtml(path)}</code>`;
    return `<tr><td>${timeElement}</td><td>${requestElement}</td><td>${status}</td></tr>`;
  });
  const table = `<div class="table requests"><table>
<thead><tr><th scope="col">UTC</th><th scope="col">Request</th><th scope="col">Status</th></tr></thead>
<tbody>
${rows.reverse().join('\n')}
</tbody></table></div>
<p><a href="/__sandbox/requests">The last hundred requests, with their bodies</a></p>`;
  return `<h2>Last requests</h2>\n${rows.length > 0 ? table : '<p class="soft">None yet.</p>'}`;
}

/**
 * A button that sends a request to a control path. @param namedBody the label for screen readers, and the JSON to send
 */
function buttonHtml(
  id: string,
  label: string,
  path: string,
  method: string,
  namedBody?: { name: string; body: unknown },
): string {
  const attributes = namedBody
    ? ` data-body="${escapeHtml(JSON.stringify(namedBody.body))}" aria-label="${toHtml(namedBody.name)}"`
    : '';
  return (
    `<button type="button" id="${toHtml(id)}" data-path="${path}" ` +
    `data-method="${method}"${attributes}>${label}</button>`
  );
}

/** A sentence as HTML, with its parts in backticks as code. */
function withCode(sentence: string): string {
  return toHtml(sentence).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Converts untrusted text to HTML. */
function toHtml(value: string, limit?: number): string {
  return escapeHtml(sanitize(value, limit));
}

/** A command line to paste: an update of the first entry; if there is no entry, a list of the directories. */
export function curlLine(url: string, sandbox: Pick<Sandbox, 'resources'>, contract: SandboxContract): string {
  const { operations } = contract;
  const key = `-H 'Authorization: ${credentialOf(contract.keyPrefix, defaultKey)}'`;
  const [entry] = sandbox.resources('PartnerEntry', 1);
  const update = operations.find(({ id }) => id === 'updatePartnerEntry');
  if (!entry || !update)
    return `curl ${key} ${url}${toShellPath(operations.find(({ id }) => id === 'listDirectories')?.path ?? '/')}`;
  const path = toShellPath(update.path.replace(/\{(\w+)\}/g, (_, name: string) => entry.parents[name] ?? entry.id));
  return `curl -X PATCH ${key} -H 'Content-Type: application/json' -d '{"headline":"Changed by hand"}' ${url}${path}`;
}

/** Escapes each character that has a meaning for a shell or a terminal, because ids may come from files. */
function toShellPath(path: string): string {
  return path.replace(/[^\w./~%:@-]+/gu, (unsafeText) =>
    Buffer.from(unsafeText).toString('hex').replace(/../g, '%$&').toUpperCase(),
  );
}
