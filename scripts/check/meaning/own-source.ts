import { fieldsOf } from '../../contract/schema-fields.js';
import type { CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import type { Parameters } from '../model/request.js';
import { isNamed } from '../model/words.js';
import { uuidOf } from '../values/token.js';
import type { Harness } from './harness.js';
import { inStock } from './making.js';

/**
 * Returns the source for the bodies of an action. A body may refer to resources, such as the entries that get a tier:
 * if the run can create such resources, the body refers to its own.
 */
export async function ownSource(harness: Harness, operation: CheckedOperation, near: Parameters): Promise<CaseSource> {
  const {
    session: { contract },
    source,
  } = harness;
  const names = namesOf(harness, operation);
  const isMeant = ({ isMade, words }: ResourceType, name: string): boolean => isMade && isNamed(words, name);
  const ids = new Map<ResourceType, string>();
  for (const resourceType of contract.resources) {
    const own = names.some((name) => isMeant(resourceType, name))
      ? await inStock(harness, resourceType, near)
      : undefined;
    if (own) ids.set(resourceType, own.parameters[resourceType.parameter] ?? '');
  }
  return {
    ...source,
    references(name, context) {
      const meant = contract.resources.filter((resourceType) => isMeant(resourceType, name));
      return meant.length === 0
        ? source.references(name, context)
        : meant.flatMap((resourceType) => ids.get(resourceType) ?? []);
    },
    knows: (id) => [...ids.values()].includes(id),
    insteadOf: (id) => (source.knows(id) ? uuidOf(`${id} in place of what is there`) : id),
  };
}

/** Returns the names in the body of an operation, two levels deep, and the last word of its path. */
function namesOf({ session: { contract } }: Pick<Harness, 'session'>, { body, path }: CheckedOperation): string[] {
  const own =
    path
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('{'))
      .at(-1) ?? '';
  if (!body) return [];
  const schema = contract.resolve(body.schema);
  const top = [...fieldsOf(contract, schema.items ?? schema).properties];
  const below = top.flatMap(([, property]) => {
    const resolved = contract.resolve(property);
    return [...fieldsOf(contract, resolved.items ?? resolved).properties.keys()];
  });
  return [own, ...top.map(([name]) => name), ...below];
}
