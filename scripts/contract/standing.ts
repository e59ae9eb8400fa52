/** How well an operation is known: `stated` by the interface description, only `named` there, or `inferred`. */
export type Standing = 'stated' | 'named' | 'inferred';

/** The part of an operation's `x-provenance` that its standing follows from. */
export interface Provenance {
  /** The section of the interface description. */
  readonly section?: string;
  /** The facets that the description states: of name, method, path, request, responses. */
  readonly stated?: readonly string[];
}

/**
 * The standing of an operation: `stated` where name, method, path and responses are stated, `named` where the name is,
 * else `inferred`. An operation without provenance rests on nothing that is stated.
 */
export function standingOf(operation: { readonly 'x-provenance'?: Provenance }): Standing {
  const stated = operation['x-provenance']?.stated ?? [];
  if (['name', 'method', 'path', 'responses'].every((facet) => stated.includes(facet))) return 'stated';
  return stated.includes('name') ? 'named' : 'inferred';
}
