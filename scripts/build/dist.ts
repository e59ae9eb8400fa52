// Makes dist/index.js, sandbox.js, check.js, vitest.js and cli.js, the entry points of the package, with all that they import but its
// dependencies. Their types are made by the compiler, before.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

const project = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles the entry points into a folder: `index.js`, `sandbox.js`, `check.js`, `vitest.js`, `cli.js`, and a file for each part that they share or
 * load only when needed. The folder must be beside `generated/` for what reads the document from there.
 */
export async function bundlePrograms(folder: string): Promise<void> {
  const common: BuildOptions = {
    absWorkingDir: project,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  };
  const made = await Promise.all([
    // These two run in a browser, too: nothing of Node.js may come in.
    build({
      ...common,
      entryPoints: { index: 'scripts/index.ts', sandbox: 'scripts/sandbox/index.ts' },
      chunkNames: 'part-[hash]',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      external: ['openapi-fetch'],
      metafile: true,
    }),
    build({
      ...common,
      entryPoints: { cli: 'scripts/cli.ts', check: 'scripts/check/index.ts', vitest: 'scripts/check/vitest.ts' },
      chunkNames: 'part-[name]-[hash]',
      platform: 'node',
      // Prism is large, and the mock finds it where it is installed; vitest must be the one that runs the tests.
      external: ['@stoplight/*', 'vitest'],
      // Packages in CommonJS call for `require`.
      banner: { js: `import { createRequire as directoryContractRequire } from 'node:module';\nconst require = directoryContractRequire(import.meta.url);` },
      metafile: true,
    }),
  ]);
  const inputs = made.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences(inputs));
}

/** JSON Schemas of files that people write for the check or read from it, for their editors. */
const schemas = ['config.schema.json', 'baseline.schema.json', 'reports/check-report.schema.json'];

/** Copies the schemas to `check/` in a folder. */
function copySchemas(folder: string): void {
  mkdirSync(join(folder, 'check'), { recursive: true });
  for (const path of schemas) copyFileSync(join(project, 'scripts/check', path), join(folder, 'check', basename(path)));
}

/** The licences of the packages that are in the bundle, as these ask for. */
function licences(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8')) as { name: string; version: string };
    const file = readdirSync(join(project, folder)).find((entry) => /^licen[sc]e/i.test(entry));
    if (!file) throw new Error(`${name} is in the bundle and has no licence file.`);
    return `${name} ${version}\n\n${readFileSync(join(project, folder, file), 'utf8').trim()}\n`;
  }).join(`\n${'-'.repeat(80)}\n\n`);
}

if (basename(process.argv[1] ?? '') === basename(fileURLToPath(import.meta.url))) {
  const folder = join(project, 'dist');
  // The names of parts change with their content; those of the last time would stay.
  for (const entry of readdirSync(folder)) if (/^(?:index|cli|check|vitest|sandbox|part-.*)\.js$/.test(entry)) rmSync(join(folder, entry));
  await bundlePrograms(folder);
  copySchemas(folder);
  // The compiler leaves out declarations that are written already.
  for (const name of ['contract.d.ts', 'validators.d.ts']) {
    copyFileSync(join(project, 'generated', name), join(folder, 'generated', name));
  }
}
