/**
 * How certain an operation is: `stated` by the interface description, `answered` by somebody who knows the service,
 * only `named` in the description, or `inferred`.
 */
export type Standing = 'stated' | 'answered' | 'named' | 'inferred';

/** The part of an operation's `x-provenance` that determines its standing. */
export interface Provenance {
  /** The section of the interface description. */
  readonly section?: string;
  /** The facets that are stated: any of name, method, path, request and responses. */
  readonly stated?: readonly string[];
  /** For each facet that is known from an answer, the id of the answered question. */
  readonly answered?: Readonly<Record<string, string>>;
}

const facets = ['name', 'method', 'path', 'request', 'responses'];

/**
 * The standing of an operation: `stated` if name, method, path and responses are stated, `answered` if every facet is
 * stated or answered, `named` if the name is stated, else `inferred`. An operation without provenance is `inferred`.
 */
export function standingOf(operation: { readonly 'x-provenance'?: Provenance }): Standing {
  const { stated = [], answered = {} } = operation['x-provenance'] ?? {};
  if (['name', 'method', 'path', 'responses'].every((facet) => stated.includes(facet))) return 'stated';
  if (facets.every((facet) => stated.includes(facet) || Object.hasOwn(answered, facet))) return 'answered';
  return stated.includes('name') ? 'named' : 'inferred';
}
