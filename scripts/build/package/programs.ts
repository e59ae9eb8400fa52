import { chmodSync, copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { common, type EntryPoint, entryPoints, project, smaller } from './entry-points.js';
import { splitIntoParts, writeParts } from './parts.js';

/**
 * Bundles the command and the entry points into a folder. The folder must be next to `generated/`, because the programs
 * read the document from there.
 *
 * @returns the bundled files, relative to the project
 */
export async function bundlePrograms(folder: string): Promise<string[]> {
  const { parts, inputs } = await splitIntoParts();
  const made = await Promise.all([
    modulesForEverywhere(folder),
    commonJsForEverywhere(folder, ({ name }) => name !== 'validators'),
    // Mistakes are their result, not an error with a stack trace that shows names; short ones load a tenth faster.
    commonJsForEverywhere(folder, ({ name }) => name === 'validators', { minifyIdentifiers: true }),
  ]);
  await writeParts(folder, parts);
  copyFileSync(join(project, 'scripts/check/vitest.cjs'), join(folder, 'vitest.cjs'));
  copyFileSync(join(project, 'scripts/bin.cjs'), join(folder, 'cli.cjs'));
  cpSync(join(project, 'scripts/check/model/rules/texts'), join(folder, 'texts'), { recursive: true });
  // The reference page is made with it.
  copyFileSync(
    join(project, 'scripts/build/docs/reference/reference-template.hbs'),
    join(folder, 'reference-template.hbs'),
  );
  chmodSync(join(folder, 'cli.cjs'), 0o755);
  return [...inputs, ...made.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))];
}

/** One file each: bundlers tree-shake it as well, and would report imports of shared parts as unused. */
function modulesForEverywhere(folder: string): Promise<BuildResult> {
  return build({
    ...forEverywhere(folder, ({ everywhere }) => everywhere),
    format: 'esm',
    external: ['openapi-fetch'],
  });
}

/**
 * One file each, as they load fastest; the sandbox is so large that it shares parts with the programs.
 *
 * Node.js 20.19 can load ES modules with `require`, but test runners with their own module loader cannot.
 */
function commonJsForEverywhere(
  folder: string,
  chosen: (entry: EntryPoint) => boolean,
  options: BuildOptions = {},
): Promise<BuildResult> {
  return build({
    ...forEverywhere(folder, (entry) => !entry.inParts && chosen(entry)),
    ...smaller,
    ...options,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': '__filename' },
  });
}

function forEverywhere(folder: string, chosen: (entry: EntryPoint) => boolean): BuildOptions {
  return {
    ...common,
    outdir: folder,
    entryPoints: Object.fromEntries(entryPoints.filter(chosen).map(({ name, source }) => [name, source])),
    platform: 'neutral',
    mainFields: ['module', 'main'],
  };
}
