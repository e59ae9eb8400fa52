import { fieldsOf } from '../../contract/schema-fields.js';
import { fitsPattern } from '../../contract/slow-pattern.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { unmatchedExclusion } from '../model/exclusion.js';
import { type ParameterUse, parameterUses, unknownParameter, unsendable } from './given-parameters.js';

/** The settings that name parts of the contract. */
export interface Requested {
  only?: readonly string[];
  exclude?: readonly string[];
  parameters: Readonly<Record<string, string>>;
  writeFields?: readonly string[];
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Checks that the contract has everything that the settings name.
 *
 * @throws UsageError for an unknown operation, parameter or field, and for an invalid value
 */
export function checkRequested(
  contract: CheckedContract,
  { only = [], exclude = [], parameters, writeFields = [] }: Requested,
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
      schema.format === 'uuid' && !uuid.test(value)
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
