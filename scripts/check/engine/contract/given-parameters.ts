import { isObject, type Json, type JsonObject, parseJson } from '../../../contract/json.js';
import { matchesContractPattern } from '../../../contract/pattern.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { suggest } from '../../../text/did-you-mean.js';
import { sanitize } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import { givenExampleName } from '../../cases/bodies.js';
import { mergeObjects } from '../../cases/body-values.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation, CheckedParameter, RequestBody } from '../../model/contract/operations.js';
import { isSendableByUser, type Parameters } from '../../model/request.js';
import { describeUnmatchedName } from '../../model/scope.js';
import { isConnectionHeader } from '../../transport/secret-headers.js';
import { isUuid } from '../../values/token.js';

/** A parameter in one operation. `parameter` is undefined for a path parameter that the document does not describe. */
interface ParameterUse {
  operation: CheckedOperation;
  in: CheckedParameter['in'] | 'body';
  parameter: Pick<CheckedParameter, 'schema'> | undefined;
}

/**
 * Returns the request body of an operation with the parts that the user gave: an example of the whole body, under the
 * operationId (`createProject`), and single fields, under the operationId and their names (`createProject.owner.name`).
 */
export function withGivenParts(
  contract: CheckedContract,
  operation: CheckedOperation,
  parameters: Parameters,
): RequestBody | undefined {
  const { id, body } = operation;
  const example = parameters[id];
  const givenParts = Object.entries(parameters).flatMap(([name, text]): JsonObject[] => {
    const schema = bodyPartAt(contract, operation, name)?.parameter?.schema;
    const names = name.slice(id.length + 1).split('.');
    if (!schema || name === id) return [];
    const isText = [contract.resolve(schema).type].flat().includes('string');
    const value = (isText ? undefined : (parseJson(text) as Json | undefined)) ?? text;
    return [names.reduceRight<Json>((inner, each) => ({ [each]: inner }), value) as JsonObject];
  });
  if (!body || (example === undefined && givenParts.length === 0)) return body;
  const examples = example === undefined ? [] : [{ name: givenExampleName, value: parseJson(example) }];
  return { ...body, examples: [...examples, ...body.examples], givenFields: givenParts.reduce(mergeObjects, {}) };
}

/** Returns the body or body field that a name given by the user refers to; undefined if it refers to a parameter. */
function bodyPartAt(
  { requests }: CheckedContract,
  operation: CheckedOperation,
  name: string,
): ParameterUse | undefined {
  const { id, body, parameters, pathParameters } = operation;
  const names = name === id ? [] : name.slice(id.length + 1).split('.');
  const isParameter = [...pathParameters, ...parameters.flatMap(spellingsOf)].includes(names.join('.'));
  if (!body || (name !== id && !name.startsWith(`${id}.`)) || isParameter) return undefined;
  let schema: Schema | undefined = requests.schemaOf(body.schema);
  for (const field of names) schema = schema && fieldsOf(requests, schema).properties.get(field);
  return schema && { operation, in: 'body', parameter: { schema: name === id ? {} : schema } };
}

export function givenValueOf(
  { id }: CheckedOperation,
  parameter: CheckedParameter,
  parameters: Parameters,
): string | undefined {
  const names = spellingsOf(parameter);
  return [...names.map((name) => `${id}.${name}`), ...names]
    .map((name) => parameters[name])
    .find((value) => value !== undefined);
}

/** Returns the names under which a user can set a parameter. The name of a header may also be in lower case. */
function spellingsOf({ name, in: place }: Pick<CheckedParameter, 'name' | 'in'>): string[] {
  return place === 'header' ? [...new Set([name, name.toLowerCase()])] : [name];
}

/** Returns the parameters of a contract by the names under which a user can set them: `name`, `operationId.name`. */
function collectParameterUses({ operations }: CheckedContract): Map<string, ParameterUse[]> {
  const uses = new Map<string, ParameterUse[]>();
  const add = (name: string, use: ParameterUse): void => {
    for (const text of [name, `${use.operation.id}.${name}`]) {
      const usesOfName = uses.get(text);
      if (usesOfName) usesOfName.push(use);
      else uses.set(text, [use]);
    }
  };
  for (const operation of operations) {
    for (const name of operation.pathParameters) {
      const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
      add(name, { operation, in: 'path', parameter });
    }
    for (const parameter of operation.parameters.filter((parameter) => parameter.in !== 'path'))
      for (const name of spellingsOf(parameter)) add(name, { operation, in: parameter.in, parameter });
  }
  return uses;
}

function unknownNameText(contract: CheckedContract, name: string, parameterNames: readonly string[]): string {
  const bodyNames = contract.operations.flatMap(({ id, body }) => {
    const fields = body ? [...fieldsOf(contract.requests, body.schema).properties.keys()] : [];
    return body ? [id, ...fields.map((field) => `${id}.${field}`)] : [];
  });
  const knownNames = [...parameterNames, ...bodyNames];
  const namesOfSameForm = knownNames.filter((knownName) => knownName.includes('.') === name.includes('.'));
  return (
    `The operations of the contract have no parameter or field "${sanitize(name, 100)}". ` +
    (suggest(name, namesOfSameForm.length > 0 ? namesOfSameForm : knownNames) ||
      'The contract has no parameters and no fields.')
  );
}

/** Returns a description of the values that can be sent in this place; undefined if this value is one of them. */
function unmetExpectation(
  { resolve }: CheckedContract,
  { in: place, parameter, operation }: ParameterUse,
  name: string,
  value: string,
): string | undefined {
  if (place === 'path') {
    // With an empty last id, the path of a deletion could address all resources.
    const isEmptyDeleteId = value === '' && operation.method === 'delete' && name.startsWith(`${operation.id}.`);
    if (isEmptyDeleteId || (value === '' && !mayBeEmpty(resolve(parameter?.schema ?? {}))) || !isSendableByUser(value))
      return 'an id that is not empty, and has no part "." or "..",';
    return /[\p{Cc}\p{Cs}]/u.test(value) ? 'an id without control characters' : undefined;
  }
  if (/\p{Cs}/u.test(value)) return 'text in valid Unicode';
  if (place === 'body' && name === operation.id && !isObject(parseJson(value))) return 'an object in JSON';
  if (place !== 'header') return undefined;
  if (isConnectionHeader(name.slice(name.lastIndexOf('.') + 1)))
    return 'no value, since the header belongs to the connection,';
  return /^(?:[!-~]([\t -~]*[!-~])?)?$/.test(value) ? undefined : 'printable ASCII without spaces at its ends';
}

function mayBeEmpty({ type = 'string', format, pattern, minLength = 0, ...schema }: Schema): boolean {
  const isText = type === 'string' && format === undefined && pattern === undefined && minLength === 0;
  return isText && (schema.enum?.includes('') ?? true);
}

interface ContractNames {
  only?: readonly string[];
  exclude?: readonly string[];
  shared?: readonly string[];
  parameters?: Parameters;
  writeFields?: readonly string[];
}

/** @throws UsageError for an unknown operation, parameter or field, and for an invalid value */
export function checkContractNames(
  contract: CheckedContract,
  { only = [], exclude = [], shared = [], parameters = {}, writeFields = [] }: ContractNames,
): void {
  const ids = contract.operations.map(({ id }) => id);
  const unknownId = only.find((id) => !ids.includes(id));
  if (unknownId !== undefined)
    throw new UsageError(`The contract has no operation "${sanitize(unknownId, 100)}". ${suggest(unknownId, ids)}`);
  const nameMistake =
    describeUnmatchedName(exclude, contract.operations, '--exclude would exclude') ??
    describeUnmatchedName(shared, contract.operations, '--shared would share');
  if (nameMistake !== undefined) throw new UsageError(nameMistake);
  const fields = contract.operations.flatMap(({ method, body }) =>
    method === 'patch' && body ? [...fieldsOf(contract, body.schema).properties.keys()] : [],
  );
  const field = writeFields.find((name) => !fields.includes(name));
  if (field !== undefined)
    throw new UsageError(
      `No update in the contract has a field "${sanitize(field, 100)}". ${suggest(field, fields)}`.trim(),
    );
  const uses = collectParameterUses(contract);
  for (const [name, value] of Object.entries(parameters)) {
    const bodyParts = contract.operations.flatMap((operation) => bodyPartAt(contract, operation, name) ?? []);
    const usesOfName = uses.get(name) ?? (bodyParts.length > 0 ? bodyParts : undefined);
    if (!usesOfName) throw new UsageError(unknownNameText(contract, name, [...uses.keys()]));
    const expectation =
      usesOfName.map((use) => unmetExpectation(contract, use, name, value)).find((text) => text !== undefined) ??
      schemaExpectation(contract, usesOfName, value);
    if (expectation === undefined) continue;
    const isId = usesOfName.every((use) => use.in === 'path');
    throw new UsageError(
      `Expected ${expectation} for ${sanitize(name)}, found "${sanitize(value, 100)}". ` +
        (isId ? 'Use the id of an existing resource.' : 'Correct the value.'),
    );
  }
}

/** Describes the values that the schema allows; undefined if at least one of the operations allows this value. */
function schemaExpectation(contract: CheckedContract, uses: readonly ParameterUse[], text: string): string | undefined {
  let firstExpectation: string | undefined;
  for (const { parameter, in: place } of uses) {
    const schema = contract.resolve(parameter?.schema ?? {});
    const expectation =
      schema.format === 'uuid' && !isUuid(text)
        ? 'a UUID'
        : schema.type === 'integer' && !/^-?\d+$/.test(text)
          ? 'a whole number'
          : schema.enum && !schema.enum.map(String).includes(text)
            ? `one of ${sanitize(schema.enum.map(String).join(', '))}`
            : schema.pattern !== undefined && !matchesPattern(schema.pattern, text)
              ? `${place === 'path' ? 'an id' : 'a text'} that fits ${sanitize(schema.pattern)}`
              : undefined;
    if (expectation === undefined) return undefined;
    firstExpectation ??= expectation;
  }
  return firstExpectation;
}

/** Whether a value matches a pattern. True for an invalid or slow one, which is reported elsewhere. */
function matchesPattern(pattern: string, value: string): boolean {
  try {
    return matchesContractPattern(pattern, value);
  } catch {
    return true;
  }
}
