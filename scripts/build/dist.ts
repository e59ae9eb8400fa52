// Makes dist/cli.js, the command as the package has it, with all that it imports except what Node.js has itself.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const project = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles the command into a folder: `cli.js`, and a file for each part that is loaded only when it is needed. The
 * folder must be beside `generated/` for what reads the document from there.
 */
export async function bundleCommand(folder: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: project,
    entryPoints: { cli: 'scripts/cli.ts' },
    outdir: folder,
    chunkNames: 'cli-[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Prism is large and loaded by nobody but the mock, which finds it where it is installed.
    external: ['@stoplight/*'],
    // Packages in CommonJS call for `require`.
    banner: { js: `import { createRequire as directoryContractRequire } from 'node:module';\nconst require = directoryContractRequire(import.meta.url);` },
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences(Object.keys(metafile.inputs)));
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
  for (const entry of readdirSync(folder)) if (/^cli.*\.js$/.test(entry)) rmSync(join(folder, entry));
  await bundleCommand(folder);
}
