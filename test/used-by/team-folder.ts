import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '../temporary-folder.js';

const packages = ['openapi-fetch', '@tanstack/query-core', '@types/node'];

/**
 * Returns the folder of a team with these files, this package, and a version of TypeScript.
 *
 * @param files the text of each file, or a folder to copy to `src`
 */
export function teamFolder(files: string | Readonly<Record<string, string>>, typescript = 'typescript'): string {
  const folder = temporaryFolder('team');
  if (typeof files === 'string') cpSync(files, join(folder, 'src'), { recursive: true });
  else
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  const link = (name: string, path: string): void => {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve(path), join(folder, 'node_modules', name));
  };
  // The sources of the types, since a fresh copy of the repository has no built package.
  for (const name of ['scripts', 'generated']) link(`directory-contract/${name}`, name);
  const names = ['operations', 'tanstack-query'];
  const others = Object.fromEntries(names.map((name) => [`./${name}`, `./generated/${name}.ts`]));
  const exports = { '.': './scripts/index.ts', ...others };
  writeFileSync(join(folder, 'node_modules/directory-contract/package.json'), JSON.stringify({ exports }));
  link('typescript', `node_modules/${typescript}`);
  for (const name of packages) link(name, `node_modules/${name}`);
  return folder;
}
