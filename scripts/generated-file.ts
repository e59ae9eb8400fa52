/**
 * The address of a file under `generated/`. This module stands in a folder beside it, and so does each part of the
 * published programs, so that the same address serves both.
 */
export function generatedFile(name: string): URL {
  return new URL(`../generated/${name}`, import.meta.url);
}
