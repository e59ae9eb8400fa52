import { make } from './make.js';

/** Where the console sends its requests. */
export interface ServerChoice {
  readonly element: HTMLElement;
  /** Without an address, to the sandbox of the page. */
  read(): { address: string | undefined; key: string };
}

/** A choice between the sandbox of the page and a server of the reader's own, whose key is never stored. */
export function serverChoice(): ServerChoice {
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
