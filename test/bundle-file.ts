import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { temporaryFolder } from './temporary-folder.js';

/** Bundles a file and all its imports into a program that runs when loaded; returns its path. */
export async function bundleFile(path: string, format: 'cjs' | 'esm' = 'cjs'): Promise<string> {
  const name = basename(path, '.ts');
  const outfile = join(temporaryFolder(name), `${name}.${format === 'cjs' ? 'cjs' : 'mjs'}`);
  await build({ entryPoints: [resolve(path)], outfile, bundle: true, platform: 'node', format, logLevel: 'error' });
  return outfile;
}
