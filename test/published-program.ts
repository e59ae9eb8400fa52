import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundlePrograms } from '../scripts/build/package/programs.js';
import { madeOnce } from './made-once.js';

/** Returns the path of the published command, compiled, beside the generated files. A test run makes it only once. */
export async function publishedProgram(): Promise<string> {
  const root = await madeOnce('published', async (folder) => {
    mkdirSync(join(folder, 'dist'));
    for (const name of ['generated', 'recipes', 'package.json', 'CHANGELOG.md'])
      symlinkSync(resolve(name), join(folder, name));
    await bundlePrograms(join(folder, 'dist'));
  });
  return join(root, 'dist', 'cli.cjs');
}
