import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { BuildError } from '../../../text/problem.js';
import { redoclyVersion } from '../../source/redocly.js';

/** The file of the notices, next to the page that needs them. */
export const noticesFile = 'third-party-notices.txt';

/** The licences whose texts are next to this file, in the order of the sections of the notices. */
const licences = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause'] as const;

/** The content of `redoc.yaml`. */
export interface RedocPackages {
  /** The version of `@redocly/cli` whose script contains these packages. */
  redocly: string;
  components: readonly {
    /** The name of a package, or the names of several packages with the same holder and licence. */
    name: string;
    version?: string;
    licence: (typeof licences)[number];
    /** The copyright lines in the licence file of the package. */
    copyright: readonly string[];
  }[];
}

/**
 * The notices of all third-party software in the docs, with the texts of its licences.
 *
 * @param scriptNotices name, version and licence text of each package in the scripts of all pages except the reference
 * @throws BuildError if `redoc.yaml` lists the packages of a version of Redocly that is not installed
 */
export function noticesText(scriptNotices: readonly string[], installedVersion = redoclyVersion()): string {
  const { redocly, components } = parse(readNotice('redoc.yaml')) as RedocPackages;
  if (redocly !== installedVersion) {
    throw new BuildError(
      `Expected Redoc's package list for @redocly/cli ${installedVersion}, found the list for ${redocly}. ` +
        'Update scripts/build/docs/notices/redoc.yaml as its first lines describe.',
    );
  }
  const sections = licences.map((licence) => {
    const entries = components
      .filter((component) => component.licence === licence)
      .map(({ name, version, copyright }) =>
        [version === undefined ? name : `${name} ${version}`, ...copyright.map((line) => `  ${line}`)].join('\n'),
      );
    const heading = `${'='.repeat(80)}\nThese packages are under the licence ${licence}. Its text follows the list.`;
    const text = readNotice(`${licence}.txt`).trimEnd();
    return `\n${heading}\n\n${entries.join('\n\n')}\n\n${'-'.repeat(80)}\n${text}\n`;
  });
  return `Third-party notices

The page reference.html contains Redoc, which Redocly bundles with the packages below into one script. The script does
not list these packages, so the list was compiled by examining the script.
${sections.join('')}
${'='.repeat(80)}
The scripts of the other pages, site.js, search.js and try.js, contain these packages.

${scriptNotices.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function readNotice(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
