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

/** Members of an error body whose value is the name of a field, or a path or pointer that leads to it. */
const placePattern = /^(?:fields?|names?|loc|location|param|parameter|path|pointer|property|source|attribute|key)$/i;

/** Whether a refusal blames a field other than the tested one: `{ "subject": ["is invalid"] }`. */
export function blamesOtherField(
  { requests }: Pick<CheckedContract, 'requests'>,
  { body }: CheckedOperation,
  { pointer = '' }: TestCase,
  response: ExchangeResponse,
): boolean {
  const [variedName] = parsePointer(pointer);
  if (!body || variedName === undefined || response.status < 400 || response.status > 499) return false;
  const labels = new Set([...labelsIn(errorBodyOf(response))].map(toKey));
  const namedFields = [...fieldsOf(requests, requests.schemaOf(body.schema)).properties.keys()].filter((name) =>
    labels.has(toKey(name)),
  );
  return namedFields.length > 0 && !labels.has(toKey(variedName));
}

/** Maximum length of an error body to read, in bytes, and its maximum depth. */
const [bodyLimit, depthLimit] = [100_000, 6];

function errorBodyOf({ bytes }: ExchangeResponse): unknown {
  return bytes.byteLength > bodyLimit ? undefined : parseJson(new TextDecoder().decode(bytes));
}

function toKey(name: string): string {
  return wordsIn(name).join(' ');
}

/** Members that hold the text of an error, or the error itself, the most exact first. */
const messageNames = 'errors detail error_description message msg error reason description title'.split(' ');

/** Maximum length of a quotation, in characters. */
const quotationLimit = 120;

/** Returns the first error in an error body in the words of the server; undefined if it has none. */
export function errorTextOf(response: ExchangeResponse): string | undefined {
  const text = textIn(errorBodyOf(response));
  return text === undefined || text.length <= quotationLimit ? text : `${text.slice(0, quotationLimit)}…`;
}

function textIn(value: unknown, depth = 0): string | undefined {
  if (depth > depthLimit) return undefined;
  if (Array.isArray(value)) return textIn(value[0], depth + 1);
  if (!isObject(value)) return typeof value === 'string' ? value.trim() || undefined : undefined;
  for (const label of messageNames) {
    const text = textIn(value[label], depth + 1);
    if (text !== undefined) return text;
  }
  const [name, member] =
    Object.entries(value).find(([, each]) => Array.isArray(each) || typeof each === 'string') ?? [];
  const text = textIn(member, depth + 1);
  return text === undefined ? undefined : `${name}: ${text}`;
}

/** Yields the strings in an error body that may name a field of the request. */
function* labelsIn(value: unknown, isPlace = false, depth = 0): Iterable<string> {
  if (depth > depthLimit) return;
  if (Array.isArray(value)) for (const item of value.slice(0, 20)) yield* labelsIn(item, isPlace, depth + 1);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value).slice(0, 20)) {
      if (Array.isArray(member) || isObject(member) || !errorMemberPattern.test(name)) yield name;
      yield* labelsIn(member, placePattern.test(name), depth + 1);
    }
  else if (typeof value === 'string') {
    if (isPlace) yield* value.split(/[/.[\]#]+/);
    // Finds `subject` in `subject: is invalid`, and in `The field "subject" is invalid`.
    for (const [, start, quotedText] of value.slice(0, 2000).matchAll(/^(\w+):|["'`](\w+)["'`]/g))
      yield start ?? quotedText ?? '';
  }
}
