import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript';
import { UsageError } from '../text/usage-error.js';

export type TypeScript = typeof ts;

/**
 * Loads the TypeScript that a folder has installed, so that code is read as its team compiles it.
 *
 * @throws UsageError if there is none, or if it is too old, or too new to have a JavaScript interface
 */
export function loadTypeScript(folder: string): TypeScript {
  const load = createRequire(join(folder, 'package.json'));
  let version = '';
  try {
    ({ version } = load('typescript/package.json') as { version: string });
    const loaded = load('typescript') as TypeScript;
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (typeof loaded.createProgram === 'function' && (major > 5 || (major === 5 && minor >= 4))) return loaded;
  } catch {
    // Without an interface, the main file of TypeScript 7 cannot be loaded.
  }
  const found = version === '' ? 'no TypeScript is installed' : `TypeScript ${version} is installed`;
  const reason = Number(version.split('.')[0]) >= 7 ? 'Other programs cannot call TypeScript 7 yet. ' : '';
  throw new UsageError(
    `--used-by reads code with the TypeScript of this folder, from 5.4 to 6, but ${found} in ${folder}. ` +
      `${reason}Install one there: npm install --save-dev typescript@6`,
  );
}
