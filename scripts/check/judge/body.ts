import { mostErrors, type SchemaError } from '../../contract/body-rules.js';
import { escapeToken, parsePointer, valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { grouped } from '../../text/numbers.js';
import { unknownField } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedBody, CheckedOperation, CheckedResponse } from '../model/contract/operations.js';
import { type Deviation, shown, withoutPositions } from '../model/deviation.js';
import { faultOf } from '../model/fault.js';
import type { JudgedKeyword } from '../model/rules/index.js';
import { factOf, isCorrectedAt, type SchemaPlace, schemaPlace } from './schema-place.js';

/** Formats of fields that may be empty if they have no value: an observation, not an error. */
const mayBeEmpty = new Set(['uri', 'uri-reference', 'email', 'date', 'date-time', 'uuid']);

/** Maximum number of deviations reported for one body and severity; more of them would add nothing. */
const mostDeviations = 200;

/** Errors of these keywords repeat the errors of their branches. */
const composing = new Set(['if', 'allOf', '$ref']);

/** A JSON body, and its description in the contract. */
export interface JudgedBody {
  contract: CheckedContract;
  operation: CheckedOperation;
  documented: CheckedResponse;
  body: CheckedBody;
  value: unknown;
}

/** Checks a JSON body against its schema, and finds fields that the contract does not list. */
export function judgeBody(judged: JudgedBody): Deviation[] {
  const { contract, operation, documented, body, value } = judged;
  const errors = contract.judge.answer(operation, documented.status, value, body.media);
  const found: Deviation[] = [];
  const seen = new Set<string>();
  const counts = { violation: 0, drift: 0, observation: 0 };
  const add = (deviation: Deviation): void => {
    const key = `${deviation.rule} ${deviation.pointer}`;
    if (!seen.has(key) && counts[deviation.severity]++ < mostDeviations) found.push(deviation);
    seen.add(key);
  };
  const known = new Set<string>();
  for (const error of withoutBranches(errors)) {
    const mark = markOf(error, value);
    if (known.has(mark)) continue;
    known.add(mark);
    if (composing.has(error.keyword) || isOfRequests(contract, body, error)) continue;
    add(deviationOf(judged, error));
  }
  if (errors.length >= mostErrors && counts.violation === 0) add(tooManyErrors(operation, documented));
  for (const [place, pointer] of undeclaredFields(contract, body.schema, value)) {
    const schema = schemaPlace(contract, body.schema, body.pointer, pointer.slice(0, pointer.lastIndexOf('/')));
    const name = parsePointer(pointer).at(-1) ?? '';
    const found = {
      rule: 'field.undeclared' as const,
      pointer: place,
      message: `The contract lists all fields here, and ${JSON.stringify(name)} is not among them.`,
      expected: 'the fields that the contract lists',
      actual: shown(valueAt(value, pointer)),
      contract: schema.pointer,
    };
    // A server may keep a field that the check itself sent, if the schema of the request allows it.
    add(faultOf(operation, found, { schema: 'open', isEvidence: name === unknownField }));
  }
  return found;
}

/** The errors that were not judged may include a violation. */
function tooManyErrors(operation: CheckedOperation, { pointer: contract }: CheckedResponse): Deviation {
  const most = grouped(mostErrors);
  const message = `The body has more than ${most} errors, so the check did not judge the rest of it.`;
  const found = { message, expected: `at most ${most} errors`, actual: 'more' };
  return faultOf(operation, { rule: 'body.too-many-errors', contract, ...found });
}

/** The same text for errors that would be reported alike: most occur in each item of a list. */
function markOf({ keyword, instancePath, params }: SchemaError, value: unknown): string {
  const name =
    params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['format'];
  return JSON.stringify([keyword, name, valueAt(value, instancePath) === '', withoutPositions(instancePath, value)]);
}

function isOfUnion({ keyword }: SchemaError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** If no branch of a union fits, that error says more than the errors of each branch. */
function withoutBranches(errors: readonly SchemaError[]): readonly SchemaError[] {
  const unions = errors.filter(isOfUnion);
  if (unions.length === 0) return errors;
  const places = new Set(unions.map(({ instancePath }) => instancePath));
  return errors.filter(
    (error) => isOfUnion(error) || !above(error.instancePath).some((pointer) => places.has(pointer)),
  );
}

/** Write-only fields are required only in requests. */
function isOfRequests(
  contract: CheckedContract,
  body: CheckedBody,
  { keyword, instancePath, params }: SchemaError,
): boolean {
  if (keyword !== 'required') return false;
  const { schema } = schemaPlace(contract, body.schema, body.pointer, instancePath);
  const missing = fieldsOf(contract, schema).properties.get(String(params['missingProperty']));
  return missing !== undefined && contract.resolve(missing).writeOnly === true;
}

/** Returns a pointer and the pointers to everything that contains it. */
function above(pointer: string): string[] {
  const found = [pointer];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1))
    found.push(pointer.slice(0, end));
  return found;
}

function deviationOf(judged: JudgedBody, error: SchemaError): Deviation {
  const { contract, operation, documented, body, value } = judged;
  const missing = error.keyword === 'required' ? String(error.params['missingProperty'] ?? '') : undefined;
  const place = schemaPlace(contract, body.schema, body.pointer, error.instancePath);
  const found = valueAt(value, error.instancePath);
  const format = String(error.params['format'] ?? '');
  const isEmpty =
    found === '' &&
    ((error.keyword === 'format' && mayBeEmpty.has(format)) ||
      (error.keyword === 'pattern' && mayBeEmpty.has(place.schema.format ?? '')));
  const extra = error.params['additionalProperty'] ?? error.params['unevaluatedProperty'];
  const pointer = withoutPositions(error.instancePath, value);
  const below = missing ?? (extra === undefined ? undefined : String(extra));
  const keyword = `schema.${error.keyword as JudgedKeyword}` as const;
  const broken = extra === undefined ? keyword : 'field.undeclared';
  const fault = {
    rule: isEmpty ? 'field.empty' : broken,
    pointer: below === undefined ? pointer : `${pointer}/${escapeToken(below)}`,
    message: isEmpty
      ? 'A field without a value is empty instead of absent.'
      : `The value ${error.message ?? 'does not fit its schema'}${because(error)}.`,
    expected: wanted(error),
    actual:
      missing === undefined
        ? shown(extra === undefined ? found : valueAt(found, `/${String(extra)}`))
        : 'no such field',
    contract: keywordPlace(place, error.keyword),
  } as const;
  if (isCorrectedAt(contract, place, fault.contract)) return faultOf(operation, fault, { schema: 'stated' });
  const isOpen =
    isLeftOpen(contract, place, error, found) ||
    isLeftOpenIn(contract, operation, documented, body, error.instancePath);
  return faultOf(operation, fault, isOpen ? { schema: 'open' } : factOf(place));
}

function keywordPlace({ pointer, schema }: SchemaPlace, keyword: string): string {
  return Object.hasOwn(schema, keyword) ? `${pointer}/${keyword}` : pointer;
}

function because({ keyword, params }: SchemaError): string {
  if (keyword !== 'enum') return '';
  return `: ${(Array.isArray(params['allowedValues']) ? params['allowedValues'] : [])
    .slice(0, 10)
    .map((value) => JSON.stringify(value))
    .join(', ')}`;
}

function wanted({ keyword, params, message }: SchemaError): string {
  if (keyword === 'type') return [params['type']].flat().join(' or ');
  if (keyword === 'format') return `the format ${String(params['format'])}`;
  if (keyword === 'pattern') return `a string that matches ${String(params['pattern'])}`;
  if (keyword === 'required') return `the field ${JSON.stringify(params['missingProperty'])}`;
  return message ?? 'a value that fits the schema';
}

/** Whether an open question covers an error, so that no stated fact contradicts the value. */
function isLeftOpen(
  { covers }: CheckedContract,
  { questions, schema }: SchemaPlace,
  { keyword, instancePath }: SchemaError,
  value: unknown,
): boolean {
  // Whether a field without a value is null, empty or absent is one question. A body or an item is no field.
  const isWithoutValue = (value === null || value === '') && !/(?:^|\/\d+)$/.test(instancePath);
  const stated = schema['x-stated-pattern'];
  return questions.some((id) => {
    const covered = covers.get(id);
    if (!covered) return false;
    if (covered.has('*') || (isWithoutValue && covered.has('null'))) return true;
    if (keyword === 'pattern' && stated !== undefined && !new RegExp(stated, 'u').test(String(value))) return false;
    return covered.has(keyword);
  });
}

/**
 * Whether an open question of the operation covers a part of a body. Of a list, one question is about the items, and
 * another about everything around them.
 */
function isLeftOpenIn(
  { resolve }: CheckedContract,
  { open, paging }: CheckedOperation,
  { status }: CheckedResponse,
  { schema }: CheckedBody,
  pointer: string,
): boolean {
  const isList = status.startsWith('2') && (paging !== undefined || resolve(schema).type === 'array');
  const items = `${paging?.items ?? ''}/`;
  const isAround = isList && !(pointer.startsWith(items) && /^\d/.test(pointer.slice(items.length)));
  return open?.has(isAround ? 'envelope' : '*') === true;
}

/** The most undeclared fields to find, and how deep; no contract is deeper. */
const limits = { fields: 200, depth: 60 };

/**
 * Returns the fields of a body that the contract does not list although it lists all fields, at any depth: their JSON
 * pointers by the same pointers with `*` for each position in an array. Of fields that differ only in positions it
 * returns the first.
 */
export function undeclaredFields(contract: CheckedContract, schema: Schema, value: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (schema: Schema, value: unknown, pointer: string, place: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > limits.depth) return;
    const { items, prefixItems = [] } = contract.resolve(schema) as Schema & { prefixItems?: readonly Schema[] };
    const { properties, open } = fieldsOf(contract, schema);
    const isList = Array.isArray(value);
    for (const key of isList ? value.keys() : Object.keys(value)) {
      if (found.size >= limits.fields) return;
      const name = String(key);
      const part = isList ? (prefixItems[Number(key)] ?? items) : properties.get(name);
      const token = `/${escapeToken(name)}`;
      const below = place + (isList ? '/*' : token);
      if (part) walk(part, (value as Record<string, unknown>)[name], pointer + token, below, depth + 1);
      else if (!isList && !open && properties.size > 0 && !found.has(below)) found.set(below, pointer + token);
    }
  };
  walk(schema, value, '', '', 0);
  return found;
}
