/**
 * Returns the names on the path to a field, as people write it: `title`, `clients[].logo` for a field of items,
 * `tracking.id` for one of an object. A backslash stands before a point or bracket that belongs to a name.
 */
export function fieldSteps(reference: string): string[] {
  return reference.split(/(?<!\\)\./).map((step) => step.replace(/(?<!\\)\[\]$/, '').replaceAll(/\\([.[\\])/g, '$1'));
}

/** Writes a name so that `fieldSteps` reads it as a single one. */
export function fieldReference(name: string): string {
  return name.replaceAll(/[.[\\]/g, '\\$&');
}
