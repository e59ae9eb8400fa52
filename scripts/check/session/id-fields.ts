/** Returns a field of a resource as text, if its value can be used in a path. */
export function fieldOf(resource: unknown, name: string): string | undefined {
  if (typeof resource !== 'object' || resource === null || !Object.hasOwn(resource, name)) return undefined;
  const value = (resource as Record<string, unknown>)[name];
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
    ? String(value)
    : undefined;
}
