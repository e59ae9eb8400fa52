/** An object of a document. */
export type JsonObject = Record<string, unknown>;

/** Short names of places, with their paths. */
export type Names = Readonly<Record<string, readonly string[]>>;

/** Changes of a document, by their places. Values are set first, in their order. */
export interface Changes {
  set?: JsonObject;
  remove?: readonly string[];
}

/** Returns the path of a place: the keys that lead to it, with spaces between. The first key may be a short name. */
export function pathOf(place: string, names: Names): string[] {
  const [first = '', ...rest] = place.split(' ');
  return [...(names[first] ?? [first]), ...rest];
}

/** Returns a changed copy. Objects on the way to a place must exist, so that a mistyped place fails. */
export function withChanges(document: JsonObject, { set = {}, remove = [] }: Changes, names: Names): JsonObject {
  const copy = structuredClone(document);
  const parentOf = (place: string): [parent: JsonObject, key: string] => {
    const path = pathOf(place, names);
    const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as JsonObject | undefined)?.[key], copy);
    if (typeof parent !== 'object' || parent === null) throw new Error(`The document has nothing at ${place}.`);
    return [parent as JsonObject, path.at(-1) ?? ''];
  };
  for (const [place, value] of Object.entries(set)) {
    const [parent, key] = parentOf(place);
    parent[key] = structuredClone(value);
  }
  for (const place of remove) {
    const [parent, key] = parentOf(place);
    delete parent[key];
  }
  return copy;
}
