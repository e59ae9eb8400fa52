import type { CheckedContract } from '../model/contract/contract.js';
import type { ResourceType } from '../model/contract/resources.js';
import { isSendable } from '../model/request.js';

/** Values of a parameter in a path that the document itself gives. */
export interface DocumentedIds {
  /** The values of a closed set, or a constant: each of them exists. */
  certain: readonly string[];
  /** Examples and defaults, which may exist. */
  possible: readonly string[];
}

export function documentedIds(
  { operations, resolve }: CheckedContract,
  { prefix, parameter: name }: ResourceType,
): DocumentedIds {
  const found = operations
    .filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
    .flatMap(({ parameters }) => parameters.filter((each) => each.in === 'path' && each.name === name));
  const texts = (values: readonly unknown[]): string[] => [
    ...new Set(
      values
        .filter((value) => typeof value === 'string' || typeof value === 'number')
        .map(String)
        .filter(isSendable),
    ),
  ];
  const closed = found.map(({ schema }) => texts([...(resolve(schema).enum ?? []), resolve(schema).const]));
  return {
    // What one operation alone takes may stand for all resources, or for none.
    certain: (closed[0] ?? []).filter((value) => closed.every((values) => values.includes(value))),
    possible: texts(found.flatMap(({ example, schema }) => [example, resolve(schema).default])),
  };
}
