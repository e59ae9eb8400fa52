/**
 * Returns the names on the path to a field, as people write it: `title`, `clients[].logo` for a field of list items,
 * `tracking.id` for a field of an object. A backslash stands before a point or bracket that is a part of a name.
 */
export function parseFieldReference(reference: string): string[] {
  return reference.split(/(?<!\\)\./).map((step) => step.replace(/(?<!\\)\[\]$/, '').replaceAll(/\\([.[\\])/g, '$1'));
}

/** Escapes a name, so that `parseFieldReference` reads it as one name. */
export function toFieldReference(name: string): string {
  return name.replaceAll(/[.[\\]/g, '\\$&');
}
