import { isObject, type Json } from '../../contract/json.js';
import { escapeToken, valueAt } from '../../contract/pointer.js';
import { sanitize } from '../../text/escape.js';
import type { RequestMistake } from '../model/response.js';
import { findUnstorableValue } from './read-body.js';

const format = 'directory-contract/sandbox';

/** @throws RangeError if a value does not have the form of a state; `name` says where somebody passed it */
export function checkStateForm(value: unknown, name: string): void {
  for (const { pointer, message } of structureMistakes(value)) {
    const actual = pointer === '' ? value : valueAt(value as Json, pointer);
    const actualText = actual === undefined ? 'nothing' : sanitize(JSON.stringify(actual) ?? String(actual), 80);
    throw new RangeError(
      `${name} is not a state of a sandbox: ${pointer || 'it'} ${message}, found ${actualText}. ` +
        'Pass a state that snapshot() returned.',
    );
  }
}

/** Lists the mistakes in the form of a state. */
export function* structureMistakes(value: unknown): Iterable<RequestMistake> {
  if (!isObject(value)) return yield { pointer: '', message: 'must be an object' };
  if (value['format'] !== format) return yield { pointer: '/format', message: `must be "${format}"` };
  if (value['version'] !== 1)
    return yield { pointer: '/version', message: 'must be 1: this program supports no other version' };
  if (!Number.isSafeInteger(value['serial']) || Number(value['serial']) < 0) {
    yield { pointer: '/serial', message: 'must be a whole number, 0 or more' };
  }
  const { collections } = value;
  if (!isObject(collections)) return yield { pointer: '/collections', message: 'must be an object' };
  for (const [name, records] of Object.entries(collections)) {
    const pointer = `/collections/${escapeToken(name)}`;
    if (!Array.isArray(records)) yield { pointer, message: 'must be an array of records' };
    else for (const [index, record] of records.entries()) yield* recordMistakes(record, `${pointer}/${index}`);
  }
}

export function* recordMistakes(record: unknown, pointer: string): Iterable<RequestMistake> {
  if (!isObject(record)) return yield { pointer, message: 'must be an object with id, parents and value' };
  const { id, parents, value, hidden, ...others } = record;
  if (typeof id !== 'string') yield { pointer: `${pointer}/id`, message: 'must be a string' };
  if (!isObject(parents) || !Object.values(parents).every((parent) => typeof parent === 'string')) {
    yield { pointer: `${pointer}/parents`, message: 'must be an object of strings' };
  }
  for (const [name, part] of Object.entries({ value, hidden: hidden ?? {} })) {
    if (!isObject(part)) yield { pointer: `${pointer}/${name}`, message: 'must be an object' };
    const mistake = findUnstorableValue(part ?? null, `${pointer}/${name}`, 0);
    if (mistake) yield mistake;
  }
  for (const name of Object.keys(others))
    yield { pointer: `${pointer}/${escapeToken(name)}`, message: 'is not a field of a record' };
}
