import { isObject } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { unwrap, withItemIds } from '../../contract/object-envelope.js';
import { valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { formatList } from '../../text/numbers.js';
import { type FindingFacts, makeDeviation, type RuleBreach } from '../model/breach.js';
import type { CheckedContract } from '../model/contract/contract.js';
import {
  type CheckedBody,
  type CheckedOperation,
  type CheckedResponse,
  isSameMedia,
} from '../model/contract/operations.js';
import { listShape } from '../model/contract/resources.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { type ExchangeResponse, headerOf } from '../model/exchange.js';
import { judgeBody } from './body.js';
import { judgeHttpFields } from './http-fields.js';
import { type JsonReading, readJson } from './json-text.js';
import { findWrappedPart, type WrappedPart } from './read-through.js';

export interface Judgement {
  deviations: readonly Deviation[];
  /** The value of a JSON body, or the text of another body; undefined if neither can be used. */
  value?: unknown;
  /** The whole body, if `value` is only the list or the resource in the envelope of the body. */
  wholeBody?: unknown;
  /** The list or the resource, if its envelope is only a guess, since the contract describes none. */
  guess?: WrappedPart;
}

export interface ContentContext {
  contract: CheckedContract;
  operation: CheckedOperation;
  responseSpec: CheckedResponse | undefined;
  response: ExchangeResponse;
  repeatsKey: boolean;
}

/** Maximum number of members of an object. A larger one is judged but not used: each search in it would take long. */
const memberLimit = 10_000;

export function judgeContent({ contract, operation, responseSpec, response, repeatsKey }: ContentContext): Judgement {
  const type = headerOf(response, 'content-type');
  const isEmpty = response.bytes.byteLength === 0;
  const jsonReading =
    isEmpty || (type !== undefined && !isJson(type) && !mayHoldJson(response)) ? undefined : readJson(response.bytes);
  const text = jsonReading?.text ?? new TextDecoder().decode(response.bytes);
  const receivedValue = jsonReading?.value;
  const deviations: Deviation[] = [
    ...findLeaks(operation, response.status, text, repeatsKey),
    ...judgeHttpFields(operation, response, receivedValue),
  ];
  const isPage = response.status < 300 && operation.paging !== undefined;
  const value = isPage ? withItemIds(operation.paging?.items, receivedValue) : receivedValue;
  const isUsable = (jsonReading?.maxMembers ?? 0) <= memberLimit;
  const usableValue = isUsable ? value : undefined;
  if (!responseSpec) return { deviations, value: usableValue };
  const { status } = response;
  const openQuestion = status < 300 ? operation.openErrors?.get('*') : undefined;
  const deviationOf = (breach: RuleBreach, facts: FindingFacts = {}): Deviation =>
    makeDeviation(operation, { contract: responseSpec.pointer, ...breach }, { status, openQuestion, ...facts });
  // A part of a body (206) cannot be read as a value, and a 304 has no body.
  if (status === 304 || (status === 206 && /^bytes /.test(headerOf(response, 'content-range') ?? '')))
    return { deviations };
  if (!isEmpty) deviations.push(...contentTypeErrors(operation, response));
  if (isEmpty && response.isOpen) return { deviations };
  if (isEmpty || responseSpec.bodies.length === 0) {
    const breach = bodyPresenceBreach(responseSpec, response, contract.hasProvenance === false);
    return { deviations: breach ? [...deviations, deviationOf(breach)] : deviations, value: usableValue };
  }
  const body =
    type === undefined ? responseSpec.bodies[0] : responseSpec.bodies.find(({ media }) => isSameMedia(media, type));
  const jsonBody = body ?? responseSpec.bodies.find(({ media }) => isJson(media));
  if (type === undefined || !body) {
    // A body with another media type for JSON is judged anyway.
    const isOtherJsonType = type !== undefined && isJson(type);
    const isBodyJudged = isOtherJsonType && jsonBody !== undefined && value !== undefined;
    const { mediaTypeQuestion, answeredMediaType } = responseSpec;
    const facts = {
      ...(isOtherJsonType && mediaTypeQuestion && { openQuestion: mediaTypeQuestion, isMediaTypeOpen: true }),
      ...(answeredMediaType && { answeredMediaType }),
    };
    const deviation = deviationOf(mediaTypeBreach(responseSpec, status, type), facts);
    deviations.push({ ...deviation, ...(isBodyJudged && { isBodyJudged }) });
  }
  if (!jsonBody || !holdsJson(jsonBody, type)) return { deviations, value: body ? text : usableValue };
  if (type === undefined || isJson(type))
    for (const problem of jsonReading?.problems ?? [])
      deviations.push(deviationOf(jsonBreach(problem), { isMandatory: type !== undefined }));
  if (value === undefined) return { deviations, value: usableValue };
  if (status < 300 && jsonBody.envelope !== undefined) {
    const innerValue = unwrap(value, jsonBody.envelope);
    const judgedValue = declaresId(contract, jsonBody.schema) ? innerValue : valueAt(value, jsonBody.envelope);
    if (innerValue === undefined)
      deviations.push(deviationOf(missingPartBreach(jsonBody.envelope, value), { schema: 'inline' }));
    else deviations.push(...judgeBody({ contract, operation, responseSpec, body: jsonBody, value: judgedValue }));
    return { deviations, ...(isUsable && { value: innerValue, wholeBody: value }) };
  }
  const part = status < 300 ? findWrappedPart({ contract, operation, body: jsonBody, value: usableValue }) : undefined;
  const envelopeQuestion = operation.openErrors?.get('envelope') ?? openQuestion;
  if (part) deviations.push(deviationOf(envelopeBreach(part), { openQuestion: envelopeQuestion }));
  const hasOwnIds = isPage && !declaresId(contract, listShape(operation, contract.resolve)?.items);
  const bodyValue = part ? part.value : hasOwnIds ? receivedValue : value;
  deviations.push(...judgeBody({ contract, operation, responseSpec, body: jsonBody, value: bodyValue }));
  if (!part) return { deviations, value: usableValue };
  return { deviations, value: part.value, wholeBody: usableValue, guess: part };
}

/** Whether a schema lists an `id`. Only then does the `id` of the object around a resource count as the resource's. */
function declaresId(contract: CheckedContract, schema: Schema = {}): boolean {
  return fieldsOf(contract, schema).properties.has('id');
}

function envelopeBreach({ kind, memberNames }: WrappedPart): RuleBreach {
  const isList = kind === 'list';
  return {
    rule: 'envelope.undeclared',
    message: `${isList ? 'Lists' : 'Resources'} come inside an object that the contract does not describe.`,
    expected: isList ? 'an array' : 'an object with the fields of the resource',
    actual: `an object with ${formatList(memberNames, 6)}`,
  };
}

/** Reports a body that lacks the resource that its envelope should contain. */
function missingPartBreach(pointer: string, value: unknown): RuleBreach & { pointer: string } {
  return {
    rule: 'schema.required',
    pointer,
    message: 'The response does not contain the resource at the expected place.',
    expected: `the resource at ${pointer}`,
    actual: isObject(value) ? `an object with ${formatList(Object.keys(value), 6)}` : formatValue(value),
  };
}

/** Reports a body that the contract does not describe, or the absence of a described body. */
function bodyPresenceBreach(
  responseSpec: CheckedResponse,
  { status, bytes: { byteLength } }: ExchangeResponse,
  requiresRefusalBody: boolean,
): RuleBreach | undefined {
  if (responseSpec.bodies.length === 0) {
    // A response under `2XX` or `default` may list no body only because nobody has described one.
    if (byteLength === 0 || responseSpec.mentionsBody || status >= 300 || !/^\d+$/.test(responseSpec.status))
      return undefined;
    const message = 'The response has a body, but the contract describes none for this status.';
    return { rule: 'body.unexpected', message, expected: 'no body', actual: `${byteLength} bytes` };
  }
  if (status >= 300 && !requiresRefusalBody) return undefined;
  const expected = `a body of ${responseSpec.bodies.map(({ media }) => media).join(' or ')}`;
  return { rule: 'body.empty', message: 'The response has no body.', expected, actual: 'no body' };
}

function mediaTypeBreach({ bodies }: CheckedResponse, status: number, type: string | undefined): RuleBreach {
  const expected = bodies.map(({ media }) => media).join(' or ');
  if (type !== undefined) {
    const message = `The contract does not list this media type for status ${status}.`;
    return { rule: 'media-type.undeclared', message, expected, actual: formatValue(type) };
  }
  const message = 'The response does not state the media type of its body.';
  return { rule: 'media-type.missing', message, expected, actual: 'no Content-Type' };
}

function holdsJson({ media }: CheckedBody, type: string | undefined): boolean {
  return isJson(media) || (media.includes('*') && type !== undefined && isJson(type));
}

/** Returns the breach for an error that makes text invalid or ambiguous as JSON. */
function jsonBreach({ rule, pointer, message }: JsonReading['problems'][number]): RuleBreach & { pointer: string } {
  const actual = rule.replace('body.', '').replaceAll('-', ' ');
  return { rule, pointer, message, expected: 'JSON (RFC 8259)', actual };
}

/** Reports Content-Types that clients read differently: repeated ones, and long ones that many truncate or reject. */
function contentTypeErrors(operation: CheckedOperation, { headers }: ExchangeResponse): Deviation[] {
  const contentTypes = [headers['content-type'] ?? []].flat();
  if (contentTypes.length > 1) {
    const message = 'The response has several Content-Type headers, so its type is unclear (RFC 9110 §8.3).';
    const texts = { expected: 'one Content-Type', actual: contentTypes.slice(0, 3).map(formatValue).join(', ') };
    return [makeDeviation(operation, { rule: 'media-type.repeated', message, ...texts })];
  }
  const [{ length } = ''] = contentTypes;
  if (length <= maxContentTypeLength) return [];
  const lengthTexts = { expected: `at most ${maxContentTypeLength} characters`, actual: `${length} characters` };
  const message = 'The Content-Type header is longer than many clients accept.';
  return [makeDeviation(operation, { rule: 'media-type.too-long', message, ...lengthTexts })];
}

/** Maximum length of a Content-Type: type and subtype have at most 127 characters each (RFC 6838 §4.2). */
const maxContentTypeLength = 1000;

/** Whether a body begins like JSON. Such a body is read as JSON, whatever its media type. */
function mayHoldJson({ bytes }: ExchangeResponse): boolean {
  const [first] = bytes;
  return first === 0x7b || first === 0x5b;
}

function findLeaks(operation: CheckedOperation, status: number, text: string, repeatsKey: boolean): Deviation[] {
  const leaks: Deviation[] = [];
  if (repeatsKey) {
    const message = 'The response contains the API key that the request sent.';
    const texts = { message, expected: 'no part of the key', actual: 'the key' };
    leaks.push(makeDeviation(operation, { rule: 'safety.key-echoed', ...texts }));
  }
  const language = status >= 400 ? stackTraceIn(text) : undefined;
  if (language) {
    const message = `The response contains a stack trace (${language}).`;
    const texts = { message, expected: 'an error without internals of the server', actual: 'a stack trace' };
    leaks.push(makeDeviation(operation, { rule: 'safety.stack-trace', ...texts }));
  }
  return leaks;
}

/**
 * Patterns of stack traces in the programming languages of servers. Every repetition has a limit, and no pattern begins
 * with characters that match anywhere in a long word. Otherwise, matching repetitive text would take extremely long.
 */
const stackTracePatterns: readonly [language: string, form: RegExp][] = [
  ['JavaScript', /\bat (?:[\w.$<>[\] ]{1,100} )?\(?(?:file:\/\/)?[\w@./\\-]{1,300}\.[cm]?[jt]sx?:\d{1,9}:\d/],
  ['Python', /Traceback \(most recent call last\)|File "[^"]{1,300}", line \d{1,9}, in /],
  ['Java', /\bat [\w$.]{1,300}\.[\w$<>]{1,100}\([\w$]{1,100}\.(?:java|kt|scala):\d{1,9}\)/],
  ['.NET', /\bat [\w.`<>[\],]{1,300}\([^)]{0,200}\) in [^\n"]{1,300}:line \d+/],
  ['PHP', /#\d{1,4} [\w./\\-]{1,300}\.php\(\d{1,9}\)|\bStack trace:\s{0,20}(?:\\n|\n)#0/],
  ['Ruby', /\w\.rb:\d{1,9}:in [`']/],
  ['Go', /goroutine \d{1,9} \[running\]|\w\.go:\d{1,9} \+0x[0-9a-f]/],
  ['Rust', /thread '[^']{1,100}' panicked at/],
];

/** Number of characters to search. A stack trace is usually near the beginning. */
const searchLimit = 250_000;

/** Returns the language of a stack trace in text; undefined if the text contains none. */
export function stackTraceIn(text: string): string | undefined {
  const beginning = text.slice(0, searchLimit);
  return stackTracePatterns.find(([, pattern]) => pattern.test(beginning))?.[0];
}
