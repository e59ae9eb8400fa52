import type { Schema } from '../../contract/schema.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation, CheckedParameter } from '../model/contract/operations.js';
import { isSendableGiven, type Parameters } from '../model/request.js';
import { isFraming } from '../transport/held-headers.js';

/** A parameter of an operation; a path may have one that the document does not describe. */
export interface ParameterUse {
  operation: CheckedOperation;
  in: CheckedParameter['in'];
  parameter: CheckedParameter | undefined;
}

/** The given path parameters of an operation; a value for this operation overrides one for all operations. */
export function givenFor({ id, pathParameters }: CheckedOperation, parameters: Parameters): Parameters {
  const values = pathParameters.map((name) => [name, parameters[`${id}.${name}`] ?? parameters[name]] as const);
  return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined));
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
export function parameterUses({ operations }: CheckedContract): Map<string, ParameterUse[]> {
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
export function unknownParameter(name: string, known: readonly string[]): string {
  const alike = known.filter((each) => each.includes('.') === name.includes('.'));
  return (
    `The operations of the contract have no parameter "${visible(name, 100)}". ` +
    (didYouMean(name, alike.length > 0 ? alike : known) || 'They have no parameters at all.')
  );
}

/** Returns what no request can contain at a place, and what is expected instead; undefined if the value is possible. */
export function unsendable(
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

/** @throws RangeError for a name that the contract does not have, and for a value that no request can contain */
export function refuseStrayParameters(contract: CheckedContract, parameters: Parameters): void {
  const uses = parameterUses(contract);
  for (const [name, value] of Object.entries(parameters)) {
    const own = uses.get(name);
    if (!own) throw new RangeError(unknownParameter(name, [...uses.keys()]));
    const wrong = own.map((use) => unsendable(contract, use, name, value)).find((each) => each !== undefined);
    if (wrong !== undefined)
      throw new RangeError(`Expected ${wrong} for ${visible(name)}, found "${visible(value, 100)}".`);
  }
}
