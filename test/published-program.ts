import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundlePrograms } from '../scripts/build/package/programs.js';
import { temporaryFolder } from './temporary-folder.js';

let made: Promise<string> | undefined;

/** The path of the published command, compiled and next to the generated files. It is made once per process. */
export function publishedProgram(): Promise<string> {
  made ??= make();
  return made;
}

async function make(): Promise<string> {
  const root = temporaryFolder('published');
  mkdirSync(join(root, 'dist'));
  for (const name of ['generated', 'recipes', 'package.json', 'CHANGELOG.md'])
    symlinkSync(resolve(name), join(root, name));
  await bundlePrograms(join(root, 'dist'));
  return join(root, 'dist', 'cli.js');
}
