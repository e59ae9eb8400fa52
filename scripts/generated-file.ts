/**
 * The URL of a file in `generated/`. This module and the published programs are each in a folder next to `generated/`,
 * so that the same relative URL works for both.
 */
export function generatedFile(name: string): URL {
  return new URL(`../generated/${name}`, import.meta.url);
}
