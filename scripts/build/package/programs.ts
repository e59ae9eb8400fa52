import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
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

/**
 * Names are kept for readable stack traces, and lines are short: with an error that nobody catches, Node.js prints the
 * whole line that threw it, and a terminal or pipe may not take 100 kB before the message.
 */
const smaller: BuildOptions = { minifyWhitespace: true, minifySyntax: true, lineLimit: 200 };

/** Prism is large, and users install it themselves; vitest must be the instance that runs the tests. */
const notBundled = ['@stoplight/*', 'vitest'];

/**
 * Bundles the command and the entry points into a folder: `cli.js`, each entry point as an ES module, and chunks that
 * the entry points for Node.js share or load on demand. The folder must be next to `generated/`, because the programs
 * read the document from there.
 *
 * @returns the bundled files, relative to the project
 */
export async function bundlePrograms(folder: string): Promise<string[]> {
  const esm: BuildOptions = { ...common, outdir: folder, format: 'esm' };
  const made = await Promise.all([
    build({
      ...esm,
      // One file each: bundlers tree-shake it as well, and would report imports of shared chunks as unused.
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
      // Bundled CommonJS packages call `require`.
      banner: {
        js:
          "import { createRequire as directoryContractRequire } from 'node:module';\nconst require = " +
          'directoryContractRequire(import.meta.url);',
      },
    }),
  ]);
  copyFileSync(join(project, 'scripts/bin.js'), join(folder, 'cli.js'));
  // The reference page is made with it.
  copyFileSync(join(project, 'scripts/build/docs/reference-template.hbs'), join(folder, 'reference-template.hbs'));
  chmodSync(join(folder, 'cli.js'), 0o755);
  return inputsOf(made);
}

/**
 * Bundles the entry points into a folder as CommonJS, one file each, since esbuild has no chunks in CommonJS.
 *
 * Node.js 20.19 can load ES modules with `require`, but test runners with their own module loader cannot.
 *
 * @returns the bundled files, relative to the project
 */
export async function bundleCommonJs(folder: string): Promise<string[]> {
  const cjs: BuildOptions = { ...common, ...smaller, outdir: folder, format: 'cjs', outExtension: { '.js': '.cjs' } };
  const made = await Promise.all([
    build({
      ...cjs,
      entryPoints: sourcesOf(({ everywhere }) => everywhere),
      platform: 'neutral',
      mainFields: ['module', 'main'],
      define: { 'import.meta.url': '__filename' },
    }),
    build({
      ...cjs,
      minifyIdentifiers: true, // The files are large, and copies of the readable ES modules.
      entryPoints: sourcesOf(({ everywhere, name }) => !everywhere && name !== 'vitest'),
      platform: 'node',
      external: notBundled,
      plugins: [answersFromCheck],
      define: { 'import.meta.url': 'directoryContractUrl' },
      banner: { js: `const directoryContractUrl = require('node:url').pathToFileURL(__filename).href;` },
    }),
  ]);
  copyFileSync(join(project, 'scripts/check/vitest.cjs'), join(folder, 'vitest.cjs'));
  return inputsOf(made);
}

/** The code that reads answers is large and rarely needed, so a file that loads it late takes it from `check.cjs`. */
const answersFromCheck: Plugin = {
  name: 'answers-from-check',
  setup({ onResolve }) {
    onResolve({ filter: /\/answers\/own-contract\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './check.cjs', external: true } : undefined,
    );
  },
};

function sourcesOf(chosen: (entry: EntryPoint) => boolean): Record<string, string> {
  return Object.fromEntries(entryPoints.filter(chosen).map(({ name, source }) => [name, source]));
}

function inputsOf(made: readonly BuildResult[]): string[] {
  return made.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
}
