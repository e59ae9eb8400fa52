// The console of an operation, which `site.ts` loads when a reader presses "Try it in a sandbox". It sends requests to
// a sandbox in the page, or to a server whose address the reader types. It keeps the state of the sandbox while the tab
// is open, but never stores an address or a key.

import { operationAddress } from '../build/docs/links/addresses.js';
import { isObject, type Json, parseJson } from '../contract/json.js';
import { eachOperation, type PlacedOperation } from '../contract/operations.js';
import { faultGroups } from '../sandbox/faults/index.js';
import { make } from './make.js';
import { findNextRead } from './next-read.js';
import { pageDocument } from './own-contract.js';
import { addPageData } from './page-data.js';
import { authorizationOf, existingIds, restartSandbox, sandbox, saveState } from './page-sandbox.js';
import {
  differenceElements,
  type FullResponse,
  readResponse,
  requestElements,
  responseElements,
} from './try-exchange.js';
import { createOperationForm, type FormRequest } from './try-form.js';

const root = document.documentElement.dataset['root'] ?? '';

function tryOut(container: HTMLElement): void {
  const item = [...eachOperation(pageDocument)].find(({ id }) => id === container.dataset['operation']);
  if (!item) return;
  const operationForm = createOperationForm(pageDocument, item, (examples) => existingIds(item.id, examples));
  const server = createServerChoice();
  const sendButton = make('button', { type: 'submit', className: 'button' }, 'Send');
  const resetButton = make('button', { type: 'button', className: 'plain' }, 'Reset the sandbox');
  const notice = make('p', { className: 'notice', role: 'status' });
  const output = make('div', { className: 'exchange', 'aria-live': 'polite' });
  const actions = make('p', { className: 'actions' }, sendButton, resetButton);
  const form = make('form', {}, server.element, operationForm.element, actions);
  const refreshFaults = (): void => {
    const activeFaults = sandbox.faults();
    notice.replaceChildren(...(activeFaults.length === 0 ? [] : faultNotice(activeFaults, switchOffFaults)));
    faults.refresh();
  };
  const switchOffFaults = (): void => {
    sandbox.setFaults([]);
    saveState();
    refreshFaults();
  };
  const faults = createFaultList(refreshFaults);
  refreshFaults();

  const showChoice = (): void => {
    const { address } = server.read();
    for (const element of [resetButton, faults.element, notice]) element.hidden = address !== undefined;
    sendButton.textContent =
      address === undefined ? 'Send' : `Send to ${address === '' ? 'the server' : hostOf(address)}`;
  };
  server.element.addEventListener('input', showChoice);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const request = operationForm.read();
    const { address, key: apiKey } = server.read();
    sendButton.disabled = true;
    try {
      const run = address === undefined ? runInSandbox(item, request) : runAtServer(address, apiKey, request);
      output.replaceChildren(...(await run));
    } catch (error) {
      // The browser refuses an invalid request, for example with a line break in a header.
      const reason = error instanceof Error ? error.message : String(error);
      output.replaceChildren(sectionElement('Not sent', make('p', {}, reason)));
    } finally {
      sendButton.disabled = false;
    }
    output.scrollIntoView({ block: 'nearest' });
  });
  resetButton.addEventListener('click', () => {
    restartSandbox();
    refreshFaults();
    output.replaceChildren(make('p', {}, 'The sandbox was reset to its initial state, without faults.'));
  });
  const parts = [make('h2', {}, 'Try it'), form, notice, faults.element, output];
  container.replaceChildren(make('section', { className: 'console', 'aria-label': 'Try it' }, ...parts));
  form.querySelector<HTMLElement>('.inputs input, .inputs textarea, button')?.focus();
}

function faultNotice(names: readonly string[], switchOff: () => void): (Node | string)[] {
  const switchOffButton = make('button', { type: 'button', className: 'plain' }, 'Switch off');
  switchOffButton.addEventListener('click', switchOff);
  const start = names.length === 1 ? 'A fault is active: ' : `${names.length} faults are active: `;
  const list = names.flatMap((name, index) => [index === 0 ? start : ', ', make('code', {}, name)]);
  return [...list, ' ', switchOffButton];
}

/** Sends a request to the sandbox of the page. After a write, also sends a read that shows its effect. */
async function runInSandbox(item: PlacedOperation, request: FormRequest): Promise<HTMLElement[]> {
  const findRead = (newId?: string): ReturnType<typeof findNextRead> =>
    item.method === 'get' ? undefined : findNextRead(pageDocument, item, request.path, newId);
  const earlierRead = findRead();
  const oldResponse = earlierRead && (await sendRequest(toReadRequest(earlierRead.path)));
  const response = await sendRequest(request);
  saveState();
  const parts = [
    sectionElement('Request', ...requestElements(request, authorizationOf())),
    sectionElement('Response', ...responseElements(response)),
  ];
  const body = parseJson(response.text);
  const id = isObject(body) ? body['id'] : undefined;
  const laterRead = findRead(id === undefined ? id : String(id));
  if (!laterRead) return parts;
  const readRequest = toReadRequest(laterRead.path);
  const newResponse = await sendRequest(readRequest);
  const changes =
    oldResponse && earlierRead?.path === laterRead.path
      ? differenceElements(successBodyOf(oldResponse), successBodyOf(newResponse))
      : [];
  const link = make('a', { href: root + operationAddress(laterRead.operation.id) }, laterRead.operation.id);
  const exchange = [...requestElements(readRequest, authorizationOf()), ...responseElements(newResponse)];
  const details = make('details', {}, make('summary', {}, 'The whole response'), ...exchange);
  const result = make('p', {}, link, `: ${newResponse.status}`);
  return [...parts, sectionElement('Result of the next read', result, ...changes, details)];
}

/** The JSON body of a success response; undefined for any other response, such as a 404. */
function successBodyOf({ status, text }: FullResponse): Json | undefined {
  return status < 300 ? (parseJson(text) as Json | undefined) : undefined;
}

function toReadRequest(path: string): FormRequest {
  return { method: 'GET', path, query: '', headers: {}, body: undefined };
}

/** @param key the key of the sandbox by default */
function toInit({ method, headers, body }: FormRequest, key?: string): RequestInit {
  return { method, headers: { Authorization: authorizationOf(key), ...headers }, ...(body !== undefined && { body }) };
}

async function sendRequest(request: FormRequest): Promise<FullResponse> {
  const address = `http://sandbox.invalid${request.path}${request.query}`;
  return readResponse(await sandbox.fetch(new Request(address, toInit(request))));
}

async function runAtServer(address: string, apiKey: string, request: FormRequest): Promise<HTMLElement[]> {
  const parts = [sectionElement('Request', ...requestElements(request, authorizationOf('(the key that you typed)')))];
  try {
    const init: RequestInit = { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' };
    const url = `${address.replace(/\/+$/, '')}${request.path}${request.query}`;
    const response = await fetch(url, { ...toInit(request, apiKey), ...init });
    return [...parts, sectionElement('Response', ...responseElements(await readResponse(response)))];
  } catch {
    return [...parts, sectionElement('No response', make('p', {}, noResponseText(address)))];
  }
}

function noResponseText(address: string): string {
  return (
    `The browser shows no response from ${address}, and gives no reason. Either the server cannot be reached, or ` +
    'it redirects, or it does not allow this page to read its responses (CORS). For CORS, all responses, ' +
    'including those to OPTIONS, need the headers "Access-Control-Allow-Origin: ' +
    `${location.protocol === 'file:' ? 'null' : location.origin}" and "Access-Control-Allow-Headers: ` +
    'Authorization, Content-Type". A browser also refuses requests from an https page to an http address.'
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the server';
}

function sectionElement(title: string, ...children: HTMLElement[]): HTMLElement {
  return make('section', {}, make('h3', {}, title), ...children);
}

addPageData({ tryOut });

interface ServerChoice {
  readonly element: HTMLElement;
  /** The server's address, which is undefined for the sandbox of the page, and the key. */
  read(): { address: string | undefined; key: string };
}

/** Inputs to choose between the page's sandbox and the reader's own server, whose key is never stored. */
function createServerChoice(): ServerChoice {
  const pageSandboxChoice = createRadio('A sandbox in this page', true);
  const ownServerChoice = createRadio('A server of my own', false);
  const address = make('input', { type: 'url', placeholder: 'https://…', autocomplete: 'off', spellcheck: false });
  const key = make('input', { type: 'password', autocomplete: 'off' });
  const serverInputs = make(
    'div',
    { className: 'inputs', hidden: true },
    make('label', {}, make('span', {}, 'Address'), address),
    make('label', {}, make('span', {}, 'Key'), key),
    make(
      'p',
      { className: 'soft' },
      'Your browser sends requests to this real server: what you delete is deleted. The page forgets the address ' +
        'and the key when you leave it. The server must allow this page to read its responses (CORS); ',
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
    make('div', { className: 'choices' }, pageSandboxChoice.label, ownServerChoice.label),
    serverInputs,
  );
  element.addEventListener('change', () => {
    serverInputs.hidden = !ownServerChoice.radio.checked;
    address.required = ownServerChoice.radio.checked;
    element.dispatchEvent(new Event('input'));
  });
  return {
    element,
    read: () => ({ address: ownServerChoice.radio.checked ? address.value : undefined, key: key.value }),
  };
}

function createRadio(text: string, isChecked: boolean): { radio: HTMLInputElement; label: HTMLElement } {
  const radio = make('input', { type: 'radio', name: 'server', checked: isChecked });
  return { radio, label: make('label', {}, radio, ` ${text}`) };
}

/** A list of all faults by group, with a checkbox for each and an input that filters the list. */
function createFaultList(onChange: () => void): { element: HTMLElement; refresh(): void } {
  const faultBoxes: { name: string; checkbox: HTMLInputElement; row: HTMLElement; text: string }[] = [];
  const groups = Object.entries(faultGroups).map(([title, faults]) => {
    const rows = faults.map(({ name, about }) => {
      const checkbox = make('input', { type: 'checkbox' });
      checkbox.addEventListener('change', () => {
        sandbox.setFaults(faultBoxes.filter((box) => box.checkbox.checked).map((box) => box.name));
        saveState();
        onChange();
      });
      const description = make('span', {}, make('code', {}, name), ' ', ...toNodesWithCode(about));
      const row = make('li', {}, make('label', {}, checkbox, description));
      faultBoxes.push({ name, checkbox, row, text: `${name} ${about}`.toLowerCase() });
      return row;
    });
    return make('section', {}, make('h3', {}, title), make('ul', {}, ...rows));
  });
  const filter = make('input', { type: 'search', autocomplete: 'off', placeholder: 'Filter: 500, slow, status …' });
  filter.setAttribute('aria-label', 'Filter the faults');
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { row, text } of faultBoxes) row.hidden = !words.every((word) => text.includes(word));
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
    const activeNames = new Set(sandbox.faults());
    for (const { name, checkbox } of faultBoxes) checkbox.checked = activeNames.has(name);
  };
  refresh();
  return { element, refresh };
}

/** Splits a text at its backticks. Each part between two backticks becomes a `<code>` element. */
function toNodesWithCode(text: string): (Node | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : make('code', {}, part)));
}
