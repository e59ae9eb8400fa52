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
export function pathOf(pointer: string, names: Names): string[] {
  const [first = '', ...rest] = pointer.split(' ');
  return [...(names[first] ?? [first]), ...rest];
}

/** Returns a changed copy. Objects on the way to a place must exist, so that a mistyped place fails. */
export function withChanges(document: JsonObject, { set = {}, remove = [] }: Changes, names: Names): JsonObject {
  const copy = structuredClone(document);
  const parentOf = (pointer: string): [parent: JsonObject, key: string] => {
    const path = pathOf(pointer, names);
    const parent = path.slice(0, -1).reduce<unknown>((node, key) => (node as JsonObject | undefined)?.[key], copy);
    if (typeof parent !== 'object' || parent === null) throw new Error(`The document has nothing at ${pointer}.`);
    return [parent as JsonObject, path.at(-1) ?? ''];
  };
  for (const [pointer, value] of Object.entries(set)) {
    const [parent, key] = parentOf(pointer);
    parent[key] = structuredClone(value);
  }
  for (const pointer of remove) {
    const [parent, key] = parentOf(pointer);
    delete parent[key];
  }
  return copy;
}
