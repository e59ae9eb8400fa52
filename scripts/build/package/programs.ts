import { chmodSync, copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import { contract } from '../../../generated/contract.js';
import { contractModuleText } from '../artefacts/generated-module.js';
import { commonOptions, type EntryPoint, entryPoints, minifyOptions, project, shortenNames } from './entry-points.js';
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
  const sandbox = join(folder, 'sandbox.js');
  writeFileSync(sandbox, await shortenModule(readFileSync(sandbox, 'utf8')));
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
    plugins: [contractWithoutQuestions],
  });
}

/** Leaves out the open questions, a quarter of the contract: only the command reads them, which has its own copy. */
const contractWithoutQuestions: Plugin = {
  name: 'contract-without-questions',
  setup({ onLoad }) {
    const { 'x-unknowns': _, ...document } = contract;
    onLoad({ filter: /[\\/]generated[\\/]contract\.js$/ }, () => ({ contents: contractModuleText(document) }));
  },
};

/**
 * Shortens the names inside the functions of a module without imports, since the sandbox is the largest module. Without
 * the parts that only modules may have, esbuild keeps top-level names, as in CommonJS.
 */
async function shortenModule(text: string): Promise<string> {
  const end = text.lastIndexOf('\nexport {');
  const script = text.slice(0, end).replaceAll('import.meta.url', 'importMetaUrl');
  const code = await shortenNames(script, minifyOptions);
  return code.replaceAll('importMetaUrl', 'import.meta.url') + text.slice(end + 1);
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
