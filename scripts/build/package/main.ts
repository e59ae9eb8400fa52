// Builds dist/: the command and the entry points of the package, as ES modules and as CommonJS, with types for both.

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPackageLicences } from '../../system/package-licences.js';
import { completeDeclarations } from './declarations.js';
import { bundlePrograms } from './programs.js';

/** Third-party files inside other packages, whose licence files do not mention them. All are under the MIT licence. */
const extraLicences = [
  { file: /\/undici\/lib\/llhttp\//, name: 'llhttp (in undici)', copyright: 'Copyright Fedor Indutny, 2018.' },
  {
    file: /\/undici\/lib\/web\/websocket\/receiver\.js$/,
    name: 'ws (in undici)',
    copyright:
      'Copyright (c) 2011 Einar Otto Stangvik <einaros@gmail.com>\n' +
      'Copyright (c) 2013 Arnout Kazemier and contributors\nCopyright (c) 2016 Luigi Pinca and contributors',
  },
];

const project = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(project, 'dist');

// Remove files of earlier builds from the package.
rmSync(folder, { recursive: true, force: true });
cpSync(join(project, 'generated/check'), join(folder, 'check'), { recursive: true });

// TypeScript 7 writes the same declarations as 5.9, in an eighth of the time.
const compiler = join(project, 'node_modules/typescript7/bin/tsc');
const compilation = spawnSync(
  process.execPath,
  [compiler, '-p', join(project, 'scripts/build/package/tsconfig.json')],
  {
    stdio: 'inherit',
  },
);
if (compilation.status !== 0) {
  process.exitCode = 1;
} else {
  const bundledFiles = await bundlePrograms(folder);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesText(project, bundledFiles));
  completeDeclarations(project, folder);
}

/**
 * The licence texts of the packages in a bundle. The licences require that each copy contains these texts.
 *
 * @param inputs the files in the bundle, relative to the project
 * @throws Error if a package has no licence file
 */
function licencesText(project: string, inputs: readonly string[]): string {
  const mitText = readFileSync(join(project, 'scripts/build/docs/notices/MIT.txt'), 'utf8').trim();
  const extraTexts = extraLicences
    .filter(({ file }) => inputs.some((path) => file.test(path)))
    .map(({ name, copyright }) => `${name}\n\n${copyright}\n\n${mitText}\n`);
  return [...readPackageLicences(project, inputs), ...extraTexts].join(`\n${'-'.repeat(80)}\n\n`);
}
