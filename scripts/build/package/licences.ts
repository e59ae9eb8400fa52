import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licences of the packages that went into a bundle, as these ask for.
 *
 * @param inputs the files that went in, relative to the project
 * @throws Error where a package has none
 */
export function licences(project: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8')) as { name: string; version: string };
    const file = readdirSync(join(project, folder)).find((entry) => /^licen[sc]e/i.test(entry));
    if (!file) throw new Error(`${name} is in the bundle and has no licence file.`);
    return `${name} ${version}\n\n${readFileSync(join(project, folder, file), 'utf8').trim()}\n`;
  }).join(`\n${'-'.repeat(80)}\n\n`);
}
