import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { type EntryPoint, entryPoints } from './entry-points.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

const common: BuildOptions = {
  absWorkingDir: project,
  bundle: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'error',
  metafile: true,
};

/** Names stay, so that a stack trace can be read. */
const smaller: BuildOptions = { minifyWhitespace: true, minifySyntax: true };

/** Prism is large, and the mock finds it where it is installed; vitest must be the one that runs the tests. */
const notBundled = ['@stoplight/*', 'vitest'];

/**
 * Bundles the command and the entry points into a folder: `cli.js`, the file of each entry point as an ES module, and
 * one for each part that those for Node.js share or load only when needed. The folder must be beside `generated/` for
 * what reads the document from there.
 *
 * @returns the files that went in, relative to the project
 */
export async function bundlePrograms(folder: string): Promise<string[]> {
  const esm: BuildOptions = { ...common, outdir: folder, format: 'esm' };
  const made = await Promise.all([
    build({
      ...esm,
      // One file each, which bundlers shake as well as many: of shared parts they would warn that an import is unused.
      entryPoints: sourcesOf(({ everywhere }) => everywhere),
      platform: 'neutral',
      mainFields: ['module', 'main'],
      external: ['openapi-fetch'],
    }),
    build({
      ...esm,
      ...smaller,
      splitting: true,
      entryPoints: { program: 'scripts/cli.ts', ...sourcesOf(({ everywhere }) => !everywhere) },
      chunkNames: 'part-[name]-[hash]',
      platform: 'node',
      external: notBundled,
      // Packages in CommonJS call for `require`.
      banner: {
        js:
          "import { createRequire as directoryContractRequire } from 'node:module';\nconst require = " +
          'directoryContractRequire(import.meta.url);',
      },
    }),
  ]);
  copyFileSync(join(project, 'scripts/bin.js'), join(folder, 'cli.js'));
  chmodSync(join(folder, 'cli.js'), 0o755);
  return inputsOf(made);
}

/**
 * Bundles the entry points into a folder as CommonJS, one file each: there are no shared parts in CommonJS.
 *
 * Node.js 20.19 could load the ES modules with `require`, but test runners with a loader of their own cannot.
 *
 * @returns the files that went in, relative to the project
 */
export async function bundleCommonJs(folder: string): Promise<string[]> {
  const cjs: BuildOptions = { ...common, ...smaller, outdir: folder, format: 'cjs', outExtension: { '.js': '.cjs' } };
  const made = await Promise.all([
    build({
      ...cjs,
      entryPoints: sourcesOf(({ everywhere }) => everywhere),
      platform: 'neutral',
      mainFields: ['module', 'main'],
    }),
    build({
      ...cjs,
      minifyIdentifiers: true, // Large, and a second copy of what the ES modules have.
      entryPoints: sourcesOf(({ everywhere, name }) => !everywhere && name !== 'vitest'),
      platform: 'node',
      external: notBundled,
      define: { 'import.meta.url': 'directoryContractUrl' },
      banner: { js: `const directoryContractUrl = require('node:url').pathToFileURL(__filename).href;` },
    }),
  ]);
  copyFileSync(join(project, 'scripts/check/vitest.cjs'), join(folder, 'vitest.cjs'));
  return inputsOf(made);
}

function sourcesOf(chosen: (entry: EntryPoint) => boolean): Record<string, string> {
  return Object.fromEntries(entryPoints.filter(chosen).map(({ name, source }) => [name, source]));
}

function inputsOf(made: readonly BuildResult[]): string[] {
  return made.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
}
