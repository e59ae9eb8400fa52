import type { Json, JsonObject, Node } from '../../contract/json.js';
import { wrap } from '../../contract/object-envelope.js';
import { pathPattern } from '../../contract/path-template.js';
import { escapeToken } from '../../contract/pointer.js';
import { isObject } from '../../contract/walk.js';
import { suggest, suggestNear } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import { findUnstorableValue } from '../behaviour/read-body.js';
import { type FaultName, faultNames } from '../faults/index.js';
import type { SandboxOperation } from '../model/operations.js';
import type { SandboxContract } from '../model/read-contract.js';

/** One rule of a scenario: an outcome, and the request or the time at which it happens. */
export interface ScenarioRule {
  /** The requests to which the rule applies. All conditions must hold. Refused requests count, too. */
  when?: ScenarioCondition | undefined;
  /** The time since the start or the last reset: `500ms`, `2s` or `1m`. With `when`, the rule applies from then on. */
  after?: string | undefined;
  then: ScenarioOutcome;
}

export interface ScenarioCondition {
  /** An HTTP method, such as `PATCH`, in upper or lower case. */
  method?: string | undefined;
  /** The id of an operation of the contract, such as `updatePartnerEntry`. */
  operation?: string | undefined;
  /** The path of a request, or a template such as `/api/directory/private/v1alpha/tiers/{tier_id}/`. */
  path?: string | undefined;
  /** The number of a matching request, counted from 1: the rule then applies only to this request. */
  nth?: number | undefined;
}

/** The outcome of a rule. A rule without `when` may have only `remove`, `set` and `fault`; its fault stays active. */
export interface ScenarioOutcome {
  /** The status of the response; the request is not performed. */
  status?: number | undefined;
  /** The body of that response: a string is sent unchanged, any other value as JSON. */
  body?: Json | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds to wait before the response, at most a minute. */
  delay?: number | undefined;
  /** The name of a fault that is active for the request; see `faultNames`. */
  fault?: FaultName | (string & {}) | undefined;
  /** True to end the connection without a response. Without a socket, the response is 503. */
  drop?: true | undefined;
  /** Removes a resource as a DELETE request would. */
  remove?: { kind: string; id: string } | undefined;
  /** Changes fields of a resource as a PATCH request would. */
  set?: { kind: string; id: string; fields: JsonObject } | undefined;
}

/** A checked rule with parsed time and conditions. */
export interface ParsedRule {
  /** Milliseconds since the start. */
  after: number;
  when:
    | { method: string | undefined; operation: string | undefined; path: RegExp | undefined; nth: number }
    | undefined;
  outcome: ScenarioOutcome;
}

/** A mistake in a scenario, with a JSON pointer to its place. */
export class ScenarioMistake extends RangeError {
  override readonly name = 'ScenarioMistake';
  readonly pointer: string;
  /** The message without the place. */
  readonly reason: string;

  constructor(pointer: string, reason: string) {
    super(`scenario${pointer}: ${reason}`);
    this.pointer = pointer;
    this.reason = reason;
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };
const maxDelay = 60_000;

export function operationFor(
  verb: 'update' | 'delete',
  kind: string,
  operations: readonly SandboxOperation[],
): SandboxOperation | undefined {
  return operations.find((each) => each.verb === verb && each.collection === kind && each.itemParameter !== undefined);
}

/** Checks a scenario against a contract. @throws ScenarioMistake for the first mistake */
export function readScenario(value: unknown, contract: SandboxContract): ParsedRule[] {
  if (!Array.isArray(value)) throw mistakeAt('', 'a list of rules, each with "then", and "when" or "after"', value);
  return value.map((rule: unknown, index) => readRule(rule, `/${index}`, contract));
}

function readRule(value: unknown, pointer: string, contract: SandboxContract): ParsedRule {
  const example = 'a rule such as { after: 2s, then: { fault: slow } }';
  const rule = readMembers(value, pointer, ['when', 'after', 'then'], example);
  if (rule['when'] === undefined && rule['after'] === undefined) {
    const advice = 'Add "when" with the requests, or "after" with a time.';
    throw new ScenarioMistake(pointer, `Expected "when" or "after", found neither. ${advice}`);
  }
  const when = rule['when'] === undefined ? undefined : readCondition(rule['when'], `${pointer}/when`, contract);
  const outcome = readOutcome(rule['then'], `${pointer}/then`, contract);
  const other = Object.keys(outcome).find((name) => !['fault', 'remove', 'set'].includes(name));
  if (!when && other !== undefined) {
    const reason = `"${other}" changes the response to a request, but this rule selects no requests.`;
    const advice = 'Add "when" to select the requests that the rule applies to.';
    throw new ScenarioMistake(`${pointer}/then/${other}`, `${reason} ${advice}`);
  }
  return { after: readTime(rule['after'], `${pointer}/after`), when, outcome };
}

function readTime(value: unknown, pointer: string): number {
  if (value === undefined) return 0;
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(String(value)) ?? [];
  if (amount === undefined) throw mistakeAt(pointer, 'a time such as 500ms, 2s or 1m', value);
  return Number(amount) * (units[unit] ?? 1);
}

function readCondition(value: unknown, pointer: string, { operations }: SandboxContract): ParsedRule['when'] {
  const names = ['method', 'operation', 'path', 'nth'];
  const example = 'conditions such as { method: PATCH, nth: 3 }';
  const { method, operation, path, nth } = readMembers(value, pointer, names, example);
  if ([method, operation, path, nth].every((each) => each === undefined))
    throw new ScenarioMistake(pointer, 'Expected at least one of method, operation, path and nth, found none.');
  const upperCaseMethod = typeof method === 'string' ? method.toUpperCase() : method;
  const ids = operations.map(({ id }) => id);
  if (method !== undefined) checkOneOf(upperCaseMethod, `${pointer}/method`, 'a method', methods);
  if (operation !== undefined) checkOneOf(operation, `${pointer}/operation`, 'the id of an operation', ids);
  if (path !== undefined && !(typeof path === 'string' && path.startsWith('/')))
    throw mistakeAt(`${pointer}/path`, 'a path that begins with a slash', path);
  if (path?.includes('?')) {
    const reason = 'A path is compared without its query. Leave out the question mark and everything after it.';
    throw new ScenarioMistake(`${pointer}/path`, reason);
  }
  return {
    method: upperCaseMethod as string | undefined,
    operation: operation as string | undefined,
    path: path === undefined ? undefined : pathPattern(path),
    nth: nth === undefined ? 0 : readInteger(nth, `${pointer}/nth`, 1, Number.MAX_SAFE_INTEGER),
  };
}

const outcomeNames = ['status', 'body', 'headers', 'delay', 'fault', 'drop', 'remove', 'set'] as const;

function readOutcome(value: unknown, pointer: string, contract: SandboxContract): ScenarioOutcome {
  const outcome = readMembers(value, pointer, outcomeNames, 'an outcome such as { status: 500 }');
  const { status, body, headers, delay, fault, drop, remove, set } = outcome;
  if (Object.keys(outcome).length === 0)
    throw new ScenarioMistake(pointer, `Expected at least one of ${outcomeNames.join(', ')}, found none.`);
  const exclusiveNames = ['status', 'fault', 'drop'].filter((name) => outcome[name] !== undefined);
  const refuse = (name: string, reason: string): never => {
    throw new ScenarioMistake(`${pointer}/${name}`, reason);
  };
  const [, secondName] = exclusiveNames;
  const choice = `Expected only one of status, fault and drop, found ${exclusiveNames.join(' and ')}.`;
  if (secondName !== undefined) refuse(secondName, `${choice} Keep one of them.`);
  for (const name of ['body', 'headers'])
    if (outcome[name] !== undefined && status === undefined)
      refuse(name, `"${name}" needs a status beside it. Add one, such as status: 200.`);
  if (status !== undefined) readInteger(status, `${pointer}/status`, 200, 599);
  if (body !== undefined && [204, 205, 304].includes(Number(status)))
    refuse('body', `A response with the status ${Number(status)} cannot have a body. Remove the body.`);
  if (headers !== undefined) checkHeaders(headers, `${pointer}/headers`);
  if (delay !== undefined) readInteger(delay, `${pointer}/delay`, 0, maxDelay);
  if (fault !== undefined) checkOneOf(fault, `${pointer}/fault`, 'the name of a fault', faultNames);
  if (drop !== undefined && drop !== true) throw mistakeAt(`${pointer}/drop`, 'true', drop);
  if (remove !== undefined) checkRemoval(remove, `${pointer}/remove`, contract);
  if (set !== undefined) checkChangedFields(set, `${pointer}/set`, contract);
  return outcome as ScenarioOutcome;
}

/** Headers that a scenario must not set, because the sandbox sets them itself when it sends a response. */
const connectionHeaderPattern = /^(?:content-length|transfer-encoding|connection|trailer)$/i;

function checkHeaders(value: unknown, pointer: string): void {
  if (!isObject(value)) throw mistakeAt(pointer, 'headers such as { Retry-After: "1" }', value);
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') throw mistakeAt(`${pointer}/${name}`, 'a string in quotes', text);
    if (connectionHeaderPattern.test(name))
      throw new ScenarioMistake(`${pointer}/${name}`, 'The sandbox sets this header itself. Remove it.');
    try {
      new Headers([[name, text]]);
    } catch {
      throw mistakeAt(`${pointer}/${name}`, 'a header that HTTP allows', `${name}: ${text}`);
    }
  }
}

function checkRemoval(value: unknown, pointer: string, { operations }: SandboxContract): void {
  const { kind, id } = readMembers(value, pointer, ['kind', 'id'], 'a resource such as { kind: Tier, id: … }');
  const kinds = operations.flatMap(({ collection, itemParameter }) => (itemParameter ? [collection] : []));
  checkOneOf(kind, `${pointer}/kind`, 'a kind of resource', [...new Set(kinds)]);
  if (typeof id !== 'string') throw mistakeAt(`${pointer}/id`, 'the id of a resource', id);
}

function checkChangedFields(value: unknown, pointer: string, { operations, judge }: SandboxContract): void {
  const example = 'a resource such as { kind: PartnerEntry, id: …, fields: { status: hidden } }';
  const { kind, id, fields } = readMembers(value, pointer, ['kind', 'id', 'fields'], example);
  const kinds = new Set(operations.map(({ collection }) => collection));
  const kindsWithUpdate = [...kinds].filter((each) => operationFor('update', each, operations));
  checkOneOf(kind, `${pointer}/kind`, 'a kind of resource that can be updated', kindsWithUpdate);
  if (typeof id !== 'string') throw mistakeAt(`${pointer}/id`, 'the id of a resource', id);
  if (!isObject(fields)) throw mistakeAt(`${pointer}/fields`, 'an object with fields to change', fields);
  const update = operationFor('update', String(kind), operations);
  const envelope = update?.operation['x-envelope']?.request ?? '';
  const [mistake] = judge.requestMistakes(update?.id ?? '', wrap(fields, envelope));
  const problem =
    findUnstorableValue(fields as JsonObject, '', 0) ??
    (mistake && { ...mistake, pointer: mistake.pointer.slice(envelope.length) });
  if (problem)
    throw new ScenarioMistake(
      `${pointer}/fields${problem.pointer}`,
      `This value does not fit the request of ${update?.id}: it ${problem.message}.`,
    );
}

/** Returns the members of an object; refuses names that are not in `names`. */
function readMembers(value: unknown, pointer: string, names: readonly string[], expected: string): Node {
  if (!isObject(value)) throw mistakeAt(pointer, expected, value);
  const unknownName = Object.keys(value).find((name) => !names.includes(name));
  if (unknownName === undefined) return value;
  const place = `${pointer}/${escapeToken(unknownName)}`;
  throw mistakeAt(place, `one of ${names.join(', ')}`, unknownName, suggestNear(unknownName, names));
}

function checkOneOf(value: unknown, pointer: string, expected: string, names: readonly string[]): void {
  if (typeof value === 'string' && names.includes(value)) return;
  throw mistakeAt(pointer, expected, value, suggest(String(value), names));
}

function readInteger(value: unknown, pointer: string, minimum: number, maximum: number): number {
  if (Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum) return Number(value);
  const upperBoundText = maximum === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${maximum}`;
  throw mistakeAt(pointer, `a whole number, ${minimum}${upperBoundText}`, value);
}

function mistakeAt(pointer: string, expected: string, value: unknown, advice = 'Correct it.'): ScenarioMistake {
  const actual = value === undefined ? 'nothing' : sanitize(JSON.stringify(value) ?? String(value), 80);
  return new ScenarioMistake(pointer, `Expected ${expected}, found ${actual}. ${advice}`);
}
