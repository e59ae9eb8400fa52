// The console of an operation, which `site.ts` loads when a reader presses its button: it sends requests to a sandbox
// in the page, or to a server whose address the reader types. It keeps the state of the sandbox while the tab lives,
// and keeps no address and no key.

import { operationAddress } from '../build/docs/links/addresses.js';
import { isObject, type Json, jsonIn } from '../contract/json.js';
import { eachOperation, type PlacedOperation } from '../contract/operations.js';
import { faultGroups } from '../sandbox/faults/index.js';
import { provide } from './loaded.js';
import { make } from './make.js';
import { nextRead } from './next-read.js';
import { shownDocument } from './own-contract.js';
import { authorization, existingIds, keep, sandbox, startAnew } from './page-sandbox.js';
import { changeElements, type ReadResponse, readResponse, requestElements, responseElements } from './try-exchange.js';
import { type FormRequest, operationForm } from './try-form.js';

const root = document.documentElement.dataset['root'] ?? '';

function tryOut(place: HTMLElement): void {
  const placed = [...eachOperation(shownDocument)].find(({ id }) => id === place.dataset['operation']);
  if (!placed) return;
  const inputs = operationForm(shownDocument, placed, (examples) => existingIds(placed.id, examples));
  const server = serverChoice();
  const send = make('button', { type: 'submit', className: 'button' }, 'Send');
  const reset = make('button', { type: 'button', className: 'plain' }, 'Reset the sandbox');
  const notice = make('p', { className: 'notice', role: 'status' });
  const shown = make('div', { className: 'exchange', 'aria-live': 'polite' });
  const form = make('form', {}, server.element, inputs.element, make('p', { className: 'actions' }, send, reset));
  const refresh = (): void => {
    const active = sandbox.faults();
    notice.replaceChildren(...(active.length === 0 ? [] : activeFaults(active, switchOff)));
    faults.refresh();
  };
  const switchOff = (): void => {
    sandbox.setFaults([]);
    keep();
    refresh();
  };
  const faults = faultsList(refresh);
  refresh();

  const showChoice = (): void => {
    const { address } = server.read();
    for (const element of [reset, faults.element, notice]) element.hidden = address !== undefined;
    send.textContent = address === undefined ? 'Send' : `Send to ${address === '' ? 'the server' : hostOf(address)}`;
  };
  server.element.addEventListener('input', showChoice);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const request = inputs.read();
    const { address, key: own } = server.read();
    send.disabled = true;
    try {
      shown.replaceChildren(
        ...(address === undefined ? await inSandbox(placed, request) : await atServer(address, own, request)),
      );
    } catch (error) {
      // The browser refuses what no request can have, such as a header with a line break.
      shown.replaceChildren(part('Not sent', make('p', {}, error instanceof Error ? error.message : String(error))));
    } finally {
      send.disabled = false;
    }
    shown.scrollIntoView({ block: 'nearest' });
  });
  reset.addEventListener('click', () => {
    startAnew();
    refresh();
    shown.replaceChildren(make('p', {}, 'The sandbox is as at the start, without faults.'));
  });
  place.replaceChildren(
    make(
      'section',
      { className: 'console', 'aria-label': 'Try it' },
      make('h2', {}, 'Try it'),
      form,
      notice,
      faults.element,
      shown,
    ),
  );
  form.querySelector<HTMLElement>('.inputs input, .inputs textarea, button')?.focus();
}

function activeFaults(names: readonly string[], switchOff: () => void): Node[] {
  const off = make('button', { type: 'button', className: 'plain' }, 'Switch off');
  off.addEventListener('click', switchOff);
  return [
    `${names.length === 1 ? 'A fault is' : `${names.length} faults are`} active: `,
    ...codes(names),
    ' ',
    off,
  ].map((each) => (typeof each === 'string' ? document.createTextNode(each) : each));
}

function codes(names: readonly string[]): (Node | string)[] {
  return names.flatMap((name, at) => [...(at === 0 ? [] : [', ']), make('code', {}, name)]);
}

/** Sends a request to the sandbox of the page, and shows what the next read shows if the request writes. */
async function inSandbox(placed: PlacedOperation, request: FormRequest): Promise<HTMLElement[]> {
  const isWrite = placed.method !== 'get';
  const before = isWrite ? nextRead(shownDocument, placed, request.path, undefined) : undefined;
  const old = before && (await ask(readOf(before.path)));
  const response = await ask(request);
  keep();
  const parts = [
    part('Request', ...requestElements(request, authorization())),
    part('Response', ...responseElements(response)),
  ];
  const body = jsonIn(response.text);
  const id = isObject(body) ? body['id'] : undefined;
  const after = isWrite ? nextRead(shownDocument, placed, request.path, id === undefined ? id : String(id)) : undefined;
  if (!after) return parts;
  const read = readOf(after.path);
  const next = await ask(read);
  const changes = old && before?.path === after.path ? changeElements(shownBy(old), shownBy(next)) : [];
  const link = make('a', { href: root + operationAddress(after.operation.id) }, after.operation.id);
  const whole = make(
    'details',
    {},
    make('summary', {}, 'The whole response'),
    ...requestElements(read, authorization()),
    ...responseElements(next),
  );
  return [...parts, part('What the next read shows', make('p', {}, link, `: ${next.status}`), ...changes, whole)];
}

/** A resource that is not there shows nothing. */
function shownBy({ status, text }: ReadResponse): Json | undefined {
  return status < 300 ? (jsonIn(text) as Json | undefined) : undefined;
}

function readOf(path: string): FormRequest {
  return { method: 'GET', path, query: '', headers: {}, body: undefined };
}

async function ask({ method, path, query, headers, body }: FormRequest): Promise<ReadResponse> {
  const init = {
    method,
    headers: { Authorization: authorization(), ...headers },
    ...(body === undefined ? {} : { body }),
  };
  return readResponse(await sandbox.fetch(new Request(`http://sandbox.invalid${path}${query}`, init)));
}

async function atServer(address: string, own: string, request: FormRequest): Promise<HTMLElement[]> {
  const { method, path, query, headers, body } = request;
  const parts = [part('Request', ...requestElements(request, authorization('(the key that you typed)')))];
  try {
    const response = await fetch(`${address.replace(/\/+$/, '')}${path}${query}`, {
      method,
      headers: { Authorization: authorization(own), ...headers },
      ...(body === undefined ? {} : { body }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    return [...parts, part('Response', ...responseElements(await readResponse(response)))];
  } catch {
    return [...parts, part('No response', make('p', {}, noResponse(address)))];
  }
}

function noResponse(address: string): string {
  return (
    `The browser shows no response of ${address}, and does not say why. Either the server cannot be reached or ` +
    'redirects, or it does not allow this page to read it (CORS): its responses, also to OPTIONS, need ' +
    `Access-Control-Allow-Origin with ${location.protocol === 'file:' ? 'null' : location.origin}, and ` +
    'Access-Control-Allow-Headers with Authorization and Content-Type. From a page with https, a browser also ' +
    'refuses http.'
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the server';
}

function part(title: string, ...children: HTMLElement[]): HTMLElement {
  return make('section', {}, make('h3', {}, title), ...children);
}

provide({ tryOut });

/** Where the console sends its requests. */
interface ServerChoice {
  readonly element: HTMLElement;
  /** Without an address, to the sandbox of the page. */
  read(): { address: string | undefined; key: string };
}

/** A choice between the sandbox of the page and a server of the reader's own, whose key is never stored. */
function serverChoice(): ServerChoice {
  const inPage = choice('A sandbox in this page', true);
  const other = choice('A server of my own', false);
  const address = make('input', { type: 'url', placeholder: 'https://…', autocomplete: 'off', spellcheck: false });
  const key = make('input', { type: 'password', autocomplete: 'off' });
  const own = make(
    'div',
    { className: 'inputs', hidden: true },
    make('label', {}, make('span', {}, 'Address'), address),
    make('label', {}, make('span', {}, 'Key'), key),
    make(
      'p',
      { className: 'soft' },
      'Requests go from your browser to this server, for real: what you delete is deleted. Address and key are ' +
        'forgotten when you leave the page. The server must allow this page to read its responses (CORS); ',
      make('code', {}, 'directory-contract sandbox'),
      ' allows the pages that ',
      make('code', {}, 'directory-contract docs'),
      ' serves.',
    ),
  );
  const element = make(
    'fieldset',
    {},
    make('legend', {}, 'Send to'),
    make('div', { className: 'choices' }, inPage.label, other.label),
    own,
  );
  element.addEventListener('change', () => {
    own.hidden = !other.radio.checked;
    address.required = other.radio.checked;
    element.dispatchEvent(new Event('input'));
  });
  return { element, read: () => ({ address: other.radio.checked ? address.value : undefined, key: key.value }) };
}

function choice(text: string, checked: boolean): { radio: HTMLInputElement; label: HTMLElement } {
  const radio = make('input', { type: 'radio', name: 'server', checked });
  return { radio, label: make('label', {}, radio, ` ${text}`) };
}

/**
 * A list of all faults to switch on and off, by group, with an input that searches it.
 *
 * @param changed is called when the reader has switched one
 */
function faultsList(changed: () => void): { element: HTMLElement; refresh(): void } {
  const boxes: { name: string; box: HTMLInputElement; row: HTMLElement; text: string }[] = [];
  const groups = Object.entries(faultGroups).map(([title, faults]) => {
    const rows = faults.map(({ name, about }) => {
      const box = make('input', { type: 'checkbox' });
      box.addEventListener('change', () => {
        sandbox.setFaults(boxes.filter((each) => each.box.checked).map((each) => each.name));
        keep();
        changed();
      });
      const row = make(
        'li',
        {},
        make('label', {}, box, make('span', {}, make('code', {}, name), ' ', ...withCode(about))),
      );
      boxes.push({ name, box, row, text: `${name} ${about}`.toLowerCase() });
      return row;
    });
    return make('section', {}, make('h3', {}, title), make('ul', {}, ...rows));
  });
  const filter = make('input', { type: 'search', autocomplete: 'off', placeholder: 'Filter: 500, slow, status …' });
  filter.setAttribute('aria-label', 'Filter the faults');
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { row, text } of boxes) row.hidden = !words.every((word) => text.includes(word));
    for (const group of groups) group.hidden = !group.querySelector('li:not([hidden])');
  });
  const element = make(
    'details',
    { className: 'faults' },
    make('summary', {}, 'What does my client see when the server has a fault?'),
    filter,
    make('div', { className: 'fault-groups', tabIndex: 0, role: 'group', 'aria-label': 'Faults' }, ...groups),
  );
  const refresh = (): void => {
    const active = new Set(sandbox.faults());
    for (const { name, box } of boxes) box.checked = active.has(name);
  };
  refresh();
  return { element, refresh };
}

/** A text with its parts between backticks as code. */
function withCode(text: string): (Node | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : make('code', {}, part)));
}
