import { fitsPattern } from '../../../contract/pattern.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { didYouMean } from '../../../text/did-you-mean.js';
import { visible } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation, CheckedParameter } from '../../model/contract/operations.js';
import { isSendableGiven, type Parameters } from '../../model/request.js';
import { unmatchedExclusion } from '../../model/scope.js';
import { isFraming } from '../../transport/held-headers.js';
import { isUuid } from '../../values/token.js';

/** A parameter of an operation; a path may have one that the document does not describe. */
interface ParameterUse {
  operation: CheckedOperation;
  in: CheckedParameter['in'];
  parameter: CheckedParameter | undefined;
}

/** The value that somebody gave for a parameter in a query, a header or a cookie. */
export function givenValue(
  { id }: CheckedOperation,
  parameter: CheckedParameter,
  parameters: Parameters,
): string | undefined {
  const names = spellingsOf(parameter);
  return [...names.map((name) => `${id}.${name}`), ...names]
    .map((name) => parameters[name])
    .find((value) => value !== undefined);
}

/** Names of headers are read without regard to case. */
function spellingsOf({ name, in: place }: Pick<CheckedParameter, 'name' | 'in'>): string[] {
  return place === 'header' ? [...new Set([name, name.toLowerCase()])] : [name];
}

/** The parameters of a contract by the names under which a user can give them: `name` and `operationId.name`. */
function parameterUses({ operations }: CheckedContract): Map<string, ParameterUse[]> {
  const uses = new Map<string, ParameterUse[]>();
  const add = (name: string, use: ParameterUse): void => {
    for (const each of [name, `${use.operation.id}.${name}`]) {
      const known = uses.get(each);
      if (known) known.push(use);
      else uses.set(each, [use]);
    }
  };
  for (const operation of operations) {
    for (const name of operation.pathParameters) {
      const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
      add(name, { operation, in: 'path', parameter });
    }
    for (const parameter of operation.parameters.filter((each) => each.in !== 'path'))
      for (const name of spellingsOf(parameter)) add(name, { operation, in: parameter.in, parameter });
  }
  return uses;
}

/** The sentence about a name that the contract does not have. */
function unknownParameter(name: string, known: readonly string[]): string {
  const alike = known.filter((each) => each.includes('.') === name.includes('.'));
  return (
    `The operations of the contract have no parameter "${visible(name, 100)}". ` +
    (didYouMean(name, alike.length > 0 ? alike : known) || 'They have no parameters at all.')
  );
}

/** Returns what no request can contain at a place, and what is expected instead; undefined if the value is possible. */
function unsendable(
  { resolve }: CheckedContract,
  { in: place, parameter, operation }: ParameterUse,
  name: string,
  value: string,
): string | undefined {
  if (place === 'path') {
    // What is left of the path of a deletion could name everything.
    const isEmptied = value === '' && operation.method === 'delete' && name.startsWith(`${operation.id}.`);
    if (isEmptied || (value === '' && !mayBeEmpty(resolve(parameter?.schema ?? {}))) || !isSendableGiven(value))
      return 'an id that is not empty, and has no part "." or "..",';
    return /[\p{Cc}\p{Cs}]/u.test(value) ? 'an id without control characters' : undefined;
  }
  if (/\p{Cs}/u.test(value)) return 'a text without half characters';
  if (place !== 'header') return undefined;
  if (isFraming(name.slice(name.lastIndexOf('.') + 1))) return 'no value, since the header belongs to the connection,';
  return /^(?:[!-~]([\t -~]*[!-~])?)?$/.test(value) ? undefined : 'printable ASCII without spaces at its ends';
}

function mayBeEmpty({ type = 'string', format, pattern, minLength = 0, ...schema }: Schema): boolean {
  const isText = type === 'string' && format === undefined && pattern === undefined && minLength === 0;
  return isText && (schema.enum?.includes('') ?? true);
}

/** The settings that name parts of the contract. */
export interface Requested {
  only?: readonly string[];
  exclude?: readonly string[];
  parameters?: Parameters;
  writeFields?: readonly string[];
}

/**
 * Checks that the contract has everything that the settings name.
 *
 * @throws UsageError for an unknown operation, parameter or field, and for an invalid value
 */
export function checkRequested(
  contract: CheckedContract,
  { only = [], exclude = [], parameters = {}, writeFields = [] }: Requested,
): void {
  const ids = contract.operations.map(({ id }) => id);
  const strange = only.find((id) => !ids.includes(id));
  if (strange !== undefined)
    throw new UsageError(`The contract has no operation "${visible(strange, 100)}". ${didYouMean(strange, ids)}`);
  const vain = unmatchedExclusion(exclude, contract.operations);
  if (vain !== undefined) throw new UsageError(vain);
  const fields = contract.operations.flatMap(({ method, body }) =>
    method === 'patch' && body ? [...fieldsOf(contract, body.schema).properties.keys()] : [],
  );
  const unknown = writeFields.find((name) => !fields.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `No update in the contract has a field "${visible(unknown, 100)}". ${didYouMean(unknown, fields)}`.trim(),
    );
  const uses = parameterUses(contract);
  for (const [name, value] of Object.entries(parameters)) {
    const own = uses.get(name);
    if (!own) throw new UsageError(unknownParameter(name, [...uses.keys()]));
    const wrong =
      own.map((use) => unsendable(contract, use, name, value)).find((each) => each !== undefined) ??
      schemaMistake(contract, own, value);
    if (wrong === undefined) continue;
    const isId = own.every((use) => use.in === 'path');
    throw new UsageError(
      `Expected ${wrong} for ${visible(name)}, found "${visible(value, 100)}". ` +
        (isId ? 'Use the id of an existing resource.' : 'Correct the value.'),
    );
  }
}

/** What the schema expects instead of a value; undefined if the value fits at least one of the operations. */
function schemaMistake(contract: CheckedContract, uses: readonly ParameterUse[], value: string): string | undefined {
  let mistake: string | undefined;
  for (const { parameter, in: place } of uses) {
    const schema = contract.resolve(parameter?.schema ?? {});
    const wrong =
      schema.format === 'uuid' && !isUuid(value)
        ? 'a UUID'
        : schema.type === 'integer' && !/^-?\d+$/.test(value)
          ? 'a whole number'
          : schema.enum && !schema.enum.map(String).includes(value)
            ? `one of ${visible(schema.enum.map(String).join(', '))}`
            : schema.pattern !== undefined && !fits(schema.pattern, value)
              ? `${place === 'path' ? 'an id' : 'a text'} that fits ${visible(schema.pattern)}`
              : undefined;
    if (wrong === undefined) return undefined;
    mistake ??= wrong;
  }
  return mistake;
}

/** A pattern that is invalid or slow refuses nothing here, since mistakes in the contract are reported elsewhere. */
function fits(pattern: string, value: string): boolean {
  try {
    return fitsPattern(pattern, value);
  } catch {
    return true;
  }
}
