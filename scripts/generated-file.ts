import { readFileSync } from 'node:fs';

/**
 * The URL of a file in `generated/`. This module and the published programs are in folders next to `generated/`, so the
 * same relative URL works for both.
 */
export function generatedFile(name: string): URL {
  return new URL(`../generated/${name}`, import.meta.url);
}

/** The version of this package. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
