import { faultGroups } from '../sandbox/faults/index.js';
import { make } from './make.js';
import { keep, sandbox } from './page-sandbox.js';

/**
 * A list of all faults to switch on and off, by group, with an input that searches it.
 *
 * @param changed is called when the reader has switched one
 */
export function faultsList(changed: () => void): { element: HTMLElement; refresh(): void } {
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
