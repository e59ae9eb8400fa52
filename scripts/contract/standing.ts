/** How well an operation is known: `stated` by the interface description, only `named` there, or `inferred`. */
export type Standing = 'stated' | 'named' | 'inferred';

/** The part of an operation's `x-provenance` that determines its standing. */
export interface Provenance {
  /** The section of the interface description. */
  readonly section?: string;
  /** The stated facets: of name, method, path, request, responses. */
  readonly stated?: readonly string[];
}

/**
 * The standing of an operation: `stated` if name, method, path and responses are stated, `named` if only the name is,
 * else `inferred`, also for an operation without provenance.
 */
export function standingOf(operation: { readonly 'x-provenance'?: Provenance }): Standing {
  const stated = operation['x-provenance']?.stated ?? [];
  if (['name', 'method', 'path', 'responses'].every((facet) => stated.includes(facet))) return 'stated';
  return stated.includes('name') ? 'named' : 'inferred';
}
