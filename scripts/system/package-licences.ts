import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Name, version and licence text of each installed package that a bundle contains, in the order of their folders.
 *
 * @param inputs the files in the bundle, relative to the project
 * @throws Error if a package has no licence file
 */
export function readPackageLicences(project: string, inputs: readonly string[]): string[] {
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
    };
    const file = readdirSync(join(project, folder)).find((entry) => /^licen[sc]e/i.test(entry));
    if (!file)
      throw new Error(
        `${name} is in the bundle, but its package has no licence file. Use another package, or another version of it.`,
      );
    return `${name} ${version}\n\n${readFileSync(join(project, folder, file), 'utf8').trim()}\n`;
  });
}
