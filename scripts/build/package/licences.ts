import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageLicences } from '../../system/package-licences.js';

/** Files with third-party code inside a package whose own licence file does not mention it; all under MIT. */
const brought = [
  { file: /\/undici\/lib\/llhttp\//, name: 'llhttp (in undici)', copyright: 'Copyright Fedor Indutny, 2018.' },
  {
    file: /\/undici\/lib\/web\/websocket\/receiver\.js$/,
    name: 'ws (in undici)',
    copyright:
      'Copyright (c) 2011 Einar Otto Stangvik <einaros@gmail.com>\n' +
      'Copyright (c) 2013 Arnout Kazemier and contributors\nCopyright (c) 2016 Luigi Pinca and contributors',
  },
];

/**
 * The licence texts of the packages in a bundle, which these licences require.
 *
 * @param inputs the files in the bundle, relative to the project
 * @throws Error if a package has no licence file
 */
export function licences(project: string, inputs: readonly string[]): string {
  const mit = readFileSync(join(project, 'scripts/build/docs/notices/MIT.txt'), 'utf8').trim();
  const others = brought
    .filter(({ file }) => inputs.some((path) => file.test(path)))
    .map(({ name, copyright }) => `${name}\n\n${copyright}\n\n${mit}\n`);
  return [...packageLicences(project, inputs), ...others].join(`\n${'-'.repeat(80)}\n\n`);
}
