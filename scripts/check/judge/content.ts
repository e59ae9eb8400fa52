import { isJson } from '../../contract/json-success.js';
import type { CheckedContract } from '../model/contract/contract.js';
import {
  type CheckedBody,
  type CheckedOperation,
  type CheckedResponse,
  isSameMedia,
} from '../model/contract/operations.js';
import { type Deviation, shown } from '../model/deviation.js';
import { headerOf, type ReceivedResponse } from '../model/exchange.js';
import { type Fault, faultOf, type Grounds } from '../model/fault.js';
import { judgeBody } from './body.js';
import { type JsonReading, readJson } from './json-text.js';

/** The result of judging an exchange. */
export interface Judgement {
  deviations: readonly Deviation[];
  /** The JSON of the body; undefined without JSON. */
  value?: unknown;
}

/** A response, and its description in the contract. */
export interface Content {
  contract: CheckedContract;
  operation: CheckedOperation;
  documented: CheckedResponse | undefined;
  response: ReceivedResponse;
  /** Whether the response contains the key of the request. */
  repeatsKey: boolean;
}

/** Objects with more members are judged, but not used further: each search of their names takes long. */
const mostMembers = 10_000;

/** Checks the body of a response, and its media type, against the contract. */
export function judgeContent({ contract, operation, documented, response, repeatsKey }: Content): Judgement {
  const type = headerOf(response, 'content-type');
  const isEmpty = response.bytes.byteLength === 0;
  const reading =
    isEmpty || (type !== undefined && !isJson(type) && !mayHoldJson(response)) ? undefined : readJson(response.bytes);
  const text = reading?.text ?? new TextDecoder().decode(response.bytes);
  const deviations: Deviation[] = leaksIn(operation, response, text, repeatsKey);
  const value = reading?.value;
  const learned = (reading?.widest ?? 0) > mostMembers ? undefined : value;
  if (!documented) return { deviations, value: learned };
  const fault = (found: Fault, facts: Grounds = {}): Deviation =>
    faultOf(operation, { contract: documented.pointer, ...found }, { status: response.status, ...facts });
  if (!isEmpty) deviations.push(...contentTypeErrors(operation, response));
  if (isEmpty || documented.bodies.length === 0) {
    const found = presenceFault(documented, response, contract.hasProvenance === false);
    return { deviations: found ? [...deviations, fault(found)] : deviations, value: learned };
  }
  const body =
    type === undefined ? documented.bodies[0] : documented.bodies.find(({ media }) => isSameMedia(media, type));
  if (type === undefined || !body) deviations.push(fault(labelFault(documented, type)));
  const judged = body ?? documented.bodies.find(({ media }) => isJson(media));
  if (!judged || !holdsJson(judged, type)) return { deviations, value: body ? text : learned };
  if (type === undefined || isJson(type))
    for (const problem of reading?.problems ?? [])
      deviations.push(fault(jsonFault(problem), { isMust: type !== undefined }));
  if (value !== undefined) deviations.push(...judgeBody({ contract, operation, documented, body: judged, value }));
  return { deviations, value: learned };
}

/** A body that the contract does not describe, or no body although it describes one. */
function presenceFault(
  documented: CheckedResponse,
  { status, bytes: { byteLength } }: ReceivedResponse,
  isOfEveryStatus: boolean,
): Fault | undefined {
  if (documented.bodies.length === 0) {
    // A range or a default may lack a body because nobody described it.
    if (byteLength === 0 || documented.saysBody || status >= 300 || !/^\d+$/.test(documented.status)) return undefined;
    const message = 'The contract describes no body here.';
    return { rule: 'body.unexpected', message, expected: 'no body', actual: `${byteLength} bytes` };
  }
  if (status >= 300 && !isOfEveryStatus) return undefined;
  const expected = `a body of ${documented.bodies.map(({ media }) => media).join(' or ')}`;
  return { rule: 'body.empty', message: 'The response has no body.', expected, actual: 'no body' };
}

function labelFault({ bodies }: CheckedResponse, type: string | undefined): Fault {
  const expected = bodies.map(({ media }) => media).join(' or ');
  if (type !== undefined) {
    const message = 'The contract does not list this media type here.';
    return { rule: 'media-type.undeclared', message, expected, actual: shown(type) };
  }
  const message = 'The response does not state the media type of its body.';
  return { rule: 'media-type.missing', message, expected, actual: 'no Content-Type' };
}

function holdsJson({ media }: CheckedBody, type: string | undefined): boolean {
  return isJson(media) || (media.includes('*') && type !== undefined && isJson(type));
}

/** An error that makes a text invalid or ambiguous JSON. */
function jsonFault({ rule, pointer, message }: JsonReading['problems'][number]): Fault & { pointer: string } {
  const actual = rule.replace('body.', '').replaceAll('-', ' ');
  return { rule, pointer, message, expected: 'JSON (RFC 8259)', actual };
}

/** Content-Types that clients read differently: repeated ones, and those that most clients truncate or reject. */
function contentTypeErrors(operation: CheckedOperation, { headers }: ReceivedResponse): Deviation[] {
  const labels = [headers['content-type'] ?? []].flat();
  if (labels.length > 1) {
    const message = 'The response has several Content-Types, so clients disagree on what the body is (RFC 9110 §8.3).';
    const found = { expected: 'one Content-Type', actual: labels.slice(0, 3).map(shown).join(', ') };
    return [faultOf(operation, { rule: 'media-type.repeated', message, ...found })];
  }
  const [{ length } = ''] = labels;
  if (length <= longestLabel) return [];
  const found = { expected: `at most ${longestLabel} characters`, actual: `${length} characters` };
  const message = 'Content-Type is longer than clients accept.';
  return [faultOf(operation, { rule: 'media-type.too-long', message, ...found })];
}

/** Type and subtype have at most 127 characters each (RFC 6838 §4.2); the rest is for parameters. */
const longestLabel = 1000;

/** JSON under another media type is read as well. */
function mayHoldJson({ bytes }: ReceivedResponse): boolean {
  const [first] = bytes;
  return first === 0x7b || first === 0x5b;
}

function leaksIn(
  operation: CheckedOperation,
  response: ReceivedResponse,
  text: string,
  repeatsKey: boolean,
): Deviation[] {
  const found: Deviation[] = [];
  if (repeatsKey) {
    const message = 'The response repeats the key of the request.';
    const fault = { message, expected: 'no part of the key', actual: 'the key' };
    found.push(faultOf(operation, { rule: 'safety.key-echoed', ...fault }));
  }
  const language = response.status >= 400 ? stackTraceIn(text) : undefined;
  if (language) {
    const message = `The response contains a stack trace (${language}).`;
    const fault = { message, expected: 'an error without internals of the server', actual: 'a stack trace' };
    found.push(faultOf(operation, { rule: 'safety.stack-trace', ...fault }));
  }
  return found;
}

/**
 * The form of stack traces in the languages of servers. No part repeats without a bound, or begins with characters that
 * may begin at each place of a long word: repetitive texts would take forever.
 */
const traces: readonly [language: string, form: RegExp][] = [
  ['JavaScript', /\bat (?:[\w.$<>[\] ]{1,100} )?\(?(?:file:\/\/)?[\w@./\\-]{1,300}\.[cm]?[jt]sx?:\d{1,9}:\d/],
  ['Python', /Traceback \(most recent call last\)|File "[^"]{1,300}", line \d{1,9}, in /],
  ['Java', /\bat [\w$.]{1,300}\.[\w$<>]{1,100}\([\w$]{1,100}\.(?:java|kt|scala):\d{1,9}\)/],
  ['.NET', /\bat [\w.`<>[\],]{1,300}\([^)]{0,200}\) in [^\n"]{1,300}:line \d+/],
  ['PHP', /#\d{1,4} [\w./\\-]{1,300}\.php\(\d{1,9}\)|\bStack trace:\s{0,20}(?:\\n|\n)#0/],
  ['Ruby', /\w\.rb:\d{1,9}:in [`']/],
  ['Go', /goroutine \d{1,9} \[running\]|\w\.go:\d{1,9} \+0x[0-9a-f]/],
  ['Rust', /thread '[^']{1,100}' panicked at/],
];

/** Number of characters to search: a stack trace appears early. */
const searched = 250_000;

/** Returns the language of a stack trace in a text, or undefined. */
export function stackTraceIn(text: string): string | undefined {
  const beginning = text.slice(0, searched);
  return traces.find(([, form]) => form.test(beginning))?.[0];
}
