import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outlineOf } from '../../build/docs/links/markdown-links.js';
import { homepage } from '../../text/homepage.js';
import { formatCount } from '../../text/numbers.js';
import type { Gate } from '../gate.js';

/** The host in addresses until the project has a website. RFC 2606 reserves `.example` for such purposes. */
const placeholder = 'directory-contract.example';

/** The parts of package.json with which people find the project. */
export interface Manifest {
  homepage?: string;
  repository?: { type?: string; url?: string };
  bugs?: { url?: string };
  keywords?: readonly string[];
}

export const addressesGate: Gate = {
  name: 'addresses',
  requirement: 'gives its addresses in package.json, and its README links only to files of the package',
  async run({ packageFolder, tarball }) {
    const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
    const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
    const files = tarball.files.map(({ path }) => path);
    return {
      figure: formatCount(linksIn(readme).length, 'link'),
      problems: [
        ...findManifestProblems(manifest),
        ...findBrokenLinks(readme, files),
        ...findPlaceholders(manifest, readme),
      ],
    };
  },
};

/** Finds missing entries of package.json, and a homepage that differs from the constant `homepage` in the code. */
export function findManifestProblems({ homepage: home, repository, bugs, keywords = [] }: Manifest): string[] {
  const values = { homepage: home, 'repository.url': repository?.url, 'bugs.url': bugs?.url };
  const missingNames = Object.entries(values).flatMap(([name, value]) => (value ? [] : [name]));
  if (keywords.length === 0) missingNames.push('keywords');
  return [
    ...missingNames.map((name) => `package.json has no ${name}. Add it.`),
    ...(home && home !== homepage
      ? [`package.json has the homepage ${home}, and scripts/text/homepage.ts has ${homepage}. Make them equal.`]
      : []),
  ];
}

export function findPlaceholders({ homepage: home, repository, bugs }: Manifest, readme: string): string[] {
  const counts = {
    'package.json': [home, repository?.url, bugs?.url].filter((address) => address?.includes(placeholder)).length,
    'README.md': readme.split(placeholder).length - 1,
  };
  const lines = Object.entries(counts).flatMap(([file, count]) =>
    count === 0 ? [] : [`${file} (${formatCount(count, 'time')})`],
  );
  return lines.length === 0
    ? []
    : [
        `The placeholder ${placeholder} is still in ${lines.join(' and ')}. Before a release, set repository, ` +
          'homepage and bugs in package.json, homepage in scripts/text/homepage.ts, and the links of README.md.',
      ];
}

/**
 * Finds links in a page that lead to files that the package lacks. A relative link leads to a file of the package, and
 * a link below the homepage leads to a page of the docs.
 *
 * @param files the paths of all files, relative to the package
 */
export function findBrokenLinks(markdown: string, files: readonly string[]): string[] {
  return linksIn(markdown).flatMap((link) => {
    const [path = ''] = link.split('#');
    const file = path.startsWith(homepage)
      ? `generated/docs/${path.slice(homepage.length) || 'index.html'}`
      : path.replace(/^\.\//, '');
    return /^\w+:/.test(file) || file === '' || files.includes(file)
      ? []
      : [
          `README.md links to ${link}, but the package has no ${file}. Link to a page of the docs at ${homepage}, or ` +
            'remove the link.',
        ];
  });
}

function linksIn(markdown: string): string[] {
  return outlineOf(markdown).links.map(({ href }) => href);
}
