import { isObject, parseJson } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { TestCase } from './case.js';
import type { CheckedContract } from './contract/contract.js';
import type { CheckedOperation } from './contract/operations.js';
import type { ExchangeResponse } from './exchange.js';
import { wordsIn } from './words.js';

/** Members of an error body that are about the error, and not fields of the request (RFC 9457 §3.1). */
const errorMemberPattern = /^(?:type|title|status|detail|instance|code|name|reason|messages?|errors?)$/i;

/** Members whose value is the name of a field, a path or a pointer that leads to it. */
const placePattern = /^(?:fields?|names?|loc|location|param|parameter|path|pointer|property|source|attribute|key)$/i;

/**
 * Whether a refusal is about another field than the one that the request varies: `{ "subject": ["is invalid"] }`. Then
 * it says nothing about the varied field.
 */
export function blamesOtherField(
  { requests }: Pick<CheckedContract, 'requests'>,
  { body }: CheckedOperation,
  { pointer = '' }: TestCase,
  { status, bytes }: ExchangeResponse,
): boolean {
  const [variedName] = parsePointer(pointer);
  if (!body || variedName === undefined || status < 400 || status > 499) return false;
  const labels = new Set([...labelsIn(parseJson(new TextDecoder().decode(bytes)))].map(toKey));
  const namedFields = [...fieldsOf(requests, requests.schemaOf(body.schema)).properties.keys()].filter((name) =>
    labels.has(toKey(name)),
  );
  return namedFields.length > 0 && !labels.has(toKey(variedName));
}

function toKey(name: string): string {
  return wordsIn(name).join(' ');
}

/** Yields the texts in an error body that may name a field of the request. */
function* labelsIn(value: unknown, isPlace = false): Iterable<string> {
  if (Array.isArray(value)) for (const item of value.slice(0, 50)) yield* labelsIn(item, isPlace);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value).slice(0, 50)) {
      if (Array.isArray(member) || isObject(member) || !errorMemberPattern.test(name)) yield name;
      yield* labelsIn(member, placePattern.test(name));
    }
  else if (typeof value === 'string') {
    if (isPlace) yield* value.split(/[/.[\]#]+/);
    // `subject: is invalid`, or `The field "subject" is invalid`.
    for (const [, start, quoted] of value.slice(0, 2000).matchAll(/^(\w+):|["'`](\w+)["'`]/g))
      yield start ?? quoted ?? '';
  }
}
