import { maxErrors, type SchemaError } from '../../contract/body-rules.js';
import { itemsPlace } from '../../contract/paging/items-place.js';
import { escapeToken, parsePointer, valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { groupDigits } from '../../text/numbers.js';
import { makeDeviation } from '../model/breach.js';
import { unknownField } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import {
  type CheckedBody,
  type CheckedOperation,
  type CheckedResponse,
  isSameMedia,
} from '../model/contract/operations.js';
import { type Deviation, formatValue, withoutPositions } from '../model/deviation.js';
import { isEmpty, isMask } from '../model/likeness.js';
import type { JudgedKeyword } from '../model/rules/index.js';
import { isCorrectedAt, type SchemaPlace, schemaFacts, schemaPlace } from './schema-place.js';

/** Formats for which an empty string is not an error but an observation: servers send it if a field has no value. */
const oftenEmptyFormats = new Set(['uri', 'uri-reference', 'email', 'date', 'date-time', 'uuid']);

/** Maximum number of deviations reported for one body and severity. More would tell a reader nothing new. */
const maxDeviations = 200;

/** Keywords whose errors only repeat errors of the schemas under them. */
const compositeKeywords = new Set(['if', 'allOf', '$ref']);

export interface BodyContext {
  contract: CheckedContract;
  operation: CheckedOperation;
  responseSpec: CheckedResponse;
  body: CheckedBody;
  value: unknown;
}

/** Checks a JSON body against its schema, and finds fields that it should not have. */
export function judgeBody(context: BodyContext): Deviation[] {
  const { contract, operation, responseSpec, body, value } = context;
  const errors = contract.judge.response(operation, responseSpec.status, value, body.media);
  const deviations: Deviation[] = [];
  const seenKeys = new Set<string>();
  const counts = { violation: 0, drift: 0, observation: 0 };
  const add = (deviation: Deviation): void => {
    const key = `${deviation.rule} ${deviation.pointer}`;
    if (!seenKeys.has(key) && counts[deviation.severity]++ < maxDeviations) deviations.push(deviation);
    seenKeys.add(key);
  };
  const seenSimilarityKeys = new Set<string>();
  for (const error of withoutBranchErrors(errors)) {
    const similarityKey = similarityKeyOf(error, value);
    if (seenSimilarityKeys.has(similarityKey)) continue;
    seenSimilarityKeys.add(similarityKey);
    if (compositeKeywords.has(error.keyword) || isRequiredInRequests(context, error)) continue;
    add(deviationOf(context, error));
  }
  if (errors.length >= maxErrors && counts.violation === 0) add(tooManyErrorsDeviation(operation, responseSpec));
  const isExtensible = isSameMedia(body.media, 'application/problem+json');
  for (const [path, pointer] of findUnexpectedFields(contract, body.schema, value)) {
    const schema = schemaPlace(contract, body, pointer.slice(0, pointer.lastIndexOf('/')));
    const [name = '', ...outerValues] = parsePointer(pointer).reverse();
    // A problem document may have members that its schema does not list (RFC 9457 §3.2).
    const isWriteOnly = fieldsOf(contract, schema.schema).properties.has(name);
    if (isExtensible && outerValues.length === 0 && !isWriteOnly) continue;
    const field = JSON.stringify(name);
    const writeOnlyMessage = `The response contains ${field}, although its schema says that it is write-only.`;
    const undeclaredMessage = contract.hasProvenance
      ? `The contract lists all fields of this object, but ${field} is not among them.`
      : `The contract does not list the field ${field}, but allows other fields here.`;
    const rule = isWriteOnly ? 'field.write-only' : 'field.undeclared';
    const message = isWriteOnly ? writeOnlyMessage : undeclaredMessage;
    const expected = isWriteOnly ? 'no such field' : 'the fields that the contract lists';
    const texts = { rule, message, expected } as const;
    const breach = { ...texts, pointer: path, actual: formatValue(valueAt(value, pointer)), contract: schema.pointer };
    const error = { keyword: 'additionalProperties', instancePath: pointer };
    const openQuestion = findCoveringQuestion(contract, schema, error, undefined) ?? operation.openErrors?.get('*');
    // If the schema of the request allows it, a server may keep an unknown field that the check itself sent.
    const facts = isWriteOnly ? schemaFacts(schema) : { schema: 'open' as const };
    add(makeDeviation(operation, breach, { ...facts, openQuestion, isEvidence: name === unknownField }));
  }
  return deviations;
}

/** Returns the deviation for a body with too many errors: the errors not judged may include a violation. */
function tooManyErrorsDeviation(operation: CheckedOperation, { pointer: contract }: CheckedResponse): Deviation {
  const maxErrorsText = groupDigits(maxErrors);
  const message = `The body has more than ${maxErrorsText} errors, so the check did not judge the rest of it.`;
  const texts = { message, expected: `at most ${maxErrorsText} errors`, actual: 'more' };
  return makeDeviation(operation, { rule: 'body.too-many-errors', contract, ...texts });
}

/** Returns the same text for errors that result in the same deviation, such as one in each item of a list. */
function similarityKeyOf({ keyword, instancePath, params }: SchemaError, value: unknown): string {
  const name =
    params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['format'];
  return JSON.stringify([keyword, name, valueAt(value, instancePath) === '', withoutPositions(instancePath, value)]);
}

function isUnionError({ keyword }: SchemaError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** Removes the errors of the branches of a union if no branch is valid: the error of the union says more. */
function withoutBranchErrors(errors: readonly SchemaError[]): readonly SchemaError[] {
  const unionErrors = errors.filter(isUnionError);
  if (unionErrors.length === 0) return errors;
  const places = new Set(unionErrors.map(({ instancePath }) => instancePath));
  return errors.filter(
    (error) => isUnionError(error) || !ancestorsOf(error.instancePath).some((pointer) => places.has(pointer)),
  );
}

/** Whether an error is only about a missing write-only field. Such a field is required only in requests. */
function isRequiredInRequests({ contract, body }: BodyContext, error: SchemaError): boolean {
  if (error.keyword !== 'required') return false;
  const { schema } = schemaPlace(contract, body, error.instancePath);
  const missingField = fieldsOf(contract, schema).properties.get(String(error.params['missingProperty']));
  return missingField !== undefined && contract.resolve(missingField).writeOnly === true;
}

/** Returns a pointer and the pointers to everything that contains it. */
function ancestorsOf(pointer: string): string[] {
  const pointers = [pointer];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1))
    pointers.push(pointer.slice(0, end));
  return pointers;
}

function deviationOf(context: BodyContext, error: SchemaError): Deviation {
  const { contract, operation, body, value } = context;
  const { keyword, instancePath, params, message } = error;
  const missingName = keyword === 'required' ? String(params['missingProperty'] ?? '') : undefined;
  const place = schemaPlace(contract, body, instancePath);
  const actualValue = valueAt(value, instancePath);
  const formats: Readonly<Record<string, unknown>> = { format: params['format'], pattern: place.schema.format };
  const isEmpty = actualValue === '' && oftenEmptyFormats.has(String(formats[keyword]));
  const extraName = params['additionalProperty'] ?? params['unevaluatedProperty'];
  const pointer = withoutPositions(instancePath, value);
  const fieldName = missingName ?? (extraName === undefined ? undefined : String(extraName));
  const wrongValue = extraName === undefined ? actualValue : valueAt(actualValue, `/${String(extraName)}`);
  const rule = extraName === undefined ? (`schema.${keyword as JudgedKeyword}` as const) : 'field.undeclared';
  const breach = {
    rule: isEmpty ? 'field.empty' : rule,
    pointer: fieldName === undefined ? pointer : `${pointer}/${escapeToken(fieldName)}`,
    message: isEmpty ? 'A field has an empty value instead of being left out.' : `The value ${message}.`,
    expected: expectedText(error),
    actual: missingName === undefined ? formatValue(wrongValue) : 'no such field',
    contract: Object.hasOwn(place.schema, keyword) ? `${place.pointer}/${keyword}` : place.pointer,
  } as const;
  if (isCorrectedAt(contract, place, breach.contract)) return makeDeviation(operation, breach, { schema: 'stated' });
  const openQuestion =
    findCoveringQuestion(contract, place, error, actualValue) ?? questionOfPart(context, instancePath);
  const facts = openQuestion === undefined ? schemaFacts(place) : { schema: 'open' as const, openQuestion };
  return makeDeviation(operation, breach, facts);
}

function expectedText({ keyword, params, message }: SchemaError): string {
  if (keyword === 'type') return [params['type']].flat().join(' or ');
  if (keyword === 'format') return `the format ${String(params['format'])}`;
  if (keyword === 'pattern') return `a string that matches ${String(params['pattern'])}`;
  if (keyword === 'required') return `the field ${JSON.stringify(params['missingProperty'])}`;
  return message;
}

/** Returns the open question that covers an error, if any: then the value contradicts no stated fact. */
function findCoveringQuestion(
  { errorsByQuestion }: CheckedContract,
  { questions, schema }: SchemaPlace,
  { keyword, instancePath }: Pick<SchemaError, 'keyword' | 'instancePath'>,
  value: unknown,
): string | undefined {
  // Whether fields without a value are null, empty or absent is one of the open questions. Only fields count here, not
  // a whole body or an item.
  const isEmptyField = (value === null || value === '') && !/(?:^|\/\d+)$/.test(instancePath);
  const statedPattern = schema['x-stated-pattern'];
  return questions.find((id) => {
    const errors = errorsByQuestion.get(id);
    if (!errors) return false;
    if (errors.has('*') || (isEmptyField && errors.has('null'))) return true;
    if (keyword === 'pattern' && statedPattern !== undefined && !new RegExp(statedPattern, 'u').test(String(value)))
      return false;
    return errors.has(keyword);
  });
}

/** Returns the open question about a part of a body. In a list, items and their envelope have different questions. */
function questionOfPart(context: BodyContext, pointer: string): string | undefined {
  const { contract, operation, responseSpec, body } = context;
  const { openErrors, paging } = operation;
  const isArray = paging !== undefined || contract.resolve(body.schema).type === 'array';
  const isList = responseSpec.status.startsWith('2') && isArray;
  const { list, item } = itemsPlace(paging ?? {});
  const position = pointer.startsWith(`${list}/`) ? /^\/\d+/.exec(pointer.slice(list.length))?.[0] : undefined;
  const isOutsideItems = isList && !(position !== undefined && pointer.startsWith(list + position + item));
  return openErrors?.get(isOutsideItems ? 'envelope' : '*');
}

/** Maximum number of undeclared fields to find, and maximum depth to search, which no real contract exceeds. */
const limits = { fields: 200, depth: 60 };

/**
 * Returns the fields of a response, at any depth, that are write-only, or undeclared although the contract lists all
 * fields. The result maps a JSON pointer with `*` for each array position to the pointer of the first field that has
 * this form.
 */
export function findUnexpectedFields(contract: CheckedContract, schema: Schema, value: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  const walk = (schema: Schema, value: unknown, pointer: string, schemaPath: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > limits.depth) return;
    const { items, prefixItems = [] } = contract.resolve(schema) as Schema & { prefixItems?: readonly Schema[] };
    const { properties, isOpen } = fieldsOf(contract, schema);
    const isList = Array.isArray(value);
    for (const key of isList ? value.keys() : Object.keys(value)) {
      if (fields.size >= limits.fields) return;
      const name = String(key);
      const part = isList ? (prefixItems[Number(key)] ?? items) : properties.get(name);
      const token = `/${escapeToken(name)}`;
      const memberPlace = schemaPath + (isList ? '/*' : token);
      const member = (value as Record<string, unknown>)[name];
      const isUnexpected = part
        ? contract.resolve(part).writeOnly === true && !isEmpty(member) && !isMask(member)
        : !isList && !isOpen && properties.size > 0;
      if (isUnexpected && !fields.has(memberPlace)) fields.set(memberPlace, pointer + token);
      else if (part) walk(part, member, pointer + token, memberPlace, depth + 1);
    }
  };
  walk(schema, value, '', '', 0);
  return fields;
}
