import { chmodSync, copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { commonOptions, type EntryPoint, entryPoints, minifyOptions, project } from './entry-points.js';
import { splitIntoParts, writeParts } from './parts.js';

/**
 * Bundles the command and the entry points into a folder next to `generated/`, from which they read files.
 *
 * @returns the bundled files, relative to the project
 */
export async function bundlePrograms(folder: string): Promise<string[]> {
  const { parts, inputs } = await splitIntoParts();
  const results = await Promise.all([
    bundleModules(folder),
    bundleCommonJs(folder, ({ name }) => name !== 'validators'),
    // Validators never throw, so no stack trace shows their names. Shorter names load a tenth faster.
    bundleCommonJs(folder, ({ name }) => name === 'validators', { minifyIdentifiers: true }),
  ]);
  await writeParts(folder, parts);
  copyFileSync(join(project, 'scripts/check/vitest.cjs'), join(folder, 'vitest.cjs'));
  copyFileSync(join(project, 'scripts/bin.cjs'), join(folder, 'cli.cjs'));
  cpSync(join(project, 'scripts/check/model/rules/texts'), join(folder, 'texts'), { recursive: true });
  // The command `docs` needs this template for its reference page.
  copyFileSync(
    join(project, 'scripts/build/docs/reference/reference-template.hbs'),
    join(folder, 'reference-template.hbs'),
  );
  chmodSync(join(folder, 'cli.cjs'), 0o755);
  return [...inputs, ...results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))];
}

/** One ES module per entry point, without shared parts: bundlers would warn about unused imports of parts. */
function bundleModules(folder: string): Promise<BuildResult> {
  return build({
    ...universalOptions(folder, ({ isUniversal }) => isUniversal),
    format: 'esm',
    external: ['openapi-fetch', 'msw'],
  });
}

/**
 * One CommonJS file per entry point, since a single file loads fastest; entry points with much common code share parts
 * instead. Node.js 20.19 can load ES modules by `require`, but test runners with their own module loader cannot.
 */
function bundleCommonJs(
  folder: string,
  isChosen: (entry: EntryPoint) => boolean,
  options: BuildOptions = {},
): Promise<BuildResult> {
  return build({
    ...universalOptions(folder, (entry) => !entry.sharesParts && isChosen(entry)),
    ...minifyOptions,
    ...options,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': '__filename' },
  });
}

function universalOptions(folder: string, isChosen: (entry: EntryPoint) => boolean): BuildOptions {
  return {
    ...commonOptions,
    outdir: folder,
    entryPoints: Object.fromEntries(entryPoints.filter(isChosen).map(({ name, source }) => [name, source])),
    external: ['msw'],
    platform: 'neutral',
    mainFields: ['module', 'main'],
  };
}
