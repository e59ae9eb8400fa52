import { fieldsOf } from '../../contract/schema-fields.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckedContract } from '../model/contract.js';
import { unmatchedExclusion } from '../model/exclusion.js';
import type { CheckedOperation } from '../model/operations.js';
import { isSendable } from '../model/request.js';

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
 * @throws UsageError for an unknown operation, parameter or field, and for an invalid id
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
  const users = usersOf(contract);
  for (const [name, value] of Object.entries(parameters)) {
    const using = users.get(name);
    if (!using) throw new UsageError(unknownParameter(name, [...users.keys()]));
    const wrong = mistakeIn(value) ?? schemaMistake(contract, using, name, value);
    if (wrong !== undefined)
      throw new UsageError(
        `Expected ${wrong} for ${visible(name)}, found "${visible(value, 100)}". Use the id of an existing resource.`,
      );
  }
}

/** The operations with a parameter in their paths, by its name and by `operationId.name`. */
function usersOf({ operations }: CheckedContract): Map<string, CheckedOperation[]> {
  const users = new Map<string, CheckedOperation[]>();
  for (const operation of operations) {
    for (const name of operation.pathParameters) {
      const using = users.get(name);
      if (using) using.push(operation);
      else users.set(name, [operation]);
      users.set(`${operation.id}.${name}`, [operation]);
    }
  }
  return users;
}

function unknownParameter(name: string, known: readonly string[]): string {
  const begin = `The paths of the contract have no parameter "${visible(name, 100)}".`;
  return `${begin} ${didYouMean(name, known) || 'They have no parameters at all.'}`;
}

/** The mistake in an id that no path can contain, since it would lead to another path. */
function mistakeIn(value: string): string | undefined {
  if (!isSendable(value)) return 'an id that is not empty, "." or "..", and has no slashes,';
  return /[\p{Cc}\p{Cs}]/u.test(value) ? 'an id without control characters' : undefined;
}

/** What the schema expects instead of an id; undefined if the id fits at least one of the operations. */
function schemaMistake(
  contract: CheckedContract,
  operations: readonly CheckedOperation[],
  name: string,
  value: string,
): string | undefined {
  const bare = name.slice(name.lastIndexOf('.') + 1);
  let mistake: string | undefined;
  for (const operation of operations) {
    const parameter = operation.parameters.find(
      (each) => each.in === 'path' && (each.name === name || each.name === bare),
    );
    const schema = contract.resolve(parameter?.schema ?? {});
    const wrong =
      schema.format === 'uuid' && !uuid.test(value)
        ? 'a UUID'
        : schema.type === 'integer' && !/^-?\d+$/.test(value)
          ? 'a whole number'
          : schema.enum && !schema.enum.map(String).includes(value)
            ? `one of ${visible(schema.enum.map(String).join(', '))}`
            : schema.pattern !== undefined && !fits(schema.pattern, value)
              ? `an id that fits ${visible(schema.pattern)}`
              : undefined;
    if (wrong === undefined) return undefined;
    mistake ??= wrong;
  }
  return mistake;
}

/** An invalid pattern refuses nothing here, since mistakes in the contract are reported elsewhere. */
function fits(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}
