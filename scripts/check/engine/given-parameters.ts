import { didYouMean } from '../../text/did-you-mean.js';
import type { CheckedContract } from '../model/contract.js';
import type { CheckedOperation } from '../model/operations.js';
import { isSendable, type Parameters } from '../model/request.js';

/** The given path parameters of an operation; a value for this operation overrides one for all operations. */
export function givenFor({ id, pathParameters }: CheckedOperation, parameters: Parameters): Parameters {
  const values = pathParameters.map((name) => [name, parameters[`${id}.${name}`] ?? parameters[name]] as const);
  return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** @throws RangeError for a name that is in no path of the contract, and for a value that no path can contain */
export function refuseStrayParameters(contract: CheckedContract, parameters: Parameters): void {
  const own = new Set(contract.operations.flatMap(({ pathParameters }) => pathParameters));
  const ofOne = new Set(
    contract.operations.flatMap(({ id, pathParameters }) => pathParameters.map((name) => `${id}.${name}`)),
  );
  for (const [name, value] of Object.entries(parameters)) {
    if (!own.has(name) && !ofOne.has(name)) {
      const known = [...(name.includes('.') ? ofOne : own)];
      throw new RangeError(
        `Expected path parameters of the contract, found ${JSON.stringify(name)}. ${didYouMean(name, known)}`,
      );
    }
    if (!isSendable(value)) {
      throw new RangeError(
        `Expected an id for ${name} that fits into a path, found ${JSON.stringify(value)}. An id is not empty, ` +
          'not "." or "..", and has no slash.',
      );
    }
  }
}
