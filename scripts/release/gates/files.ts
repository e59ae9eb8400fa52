import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, sep } from 'node:path';
import { formatCount } from '../../text/numbers.js';
import { formatSize } from '../../text/progress.js';
import type { Gate } from '../gate.js';
import type { PackedPackage } from '../packed-package.js';

/** Lists patterns of paths: `*` stands for any part of a name, and a folder `**` stands for any number of folders. */
const patternFile = 'test/package/tarball-files.txt';

/** Size limits in bytes. A larger package probably contains unwanted or duplicate files. */
const limits = { packed: 3_200_000, unpacked: 20_000_000 };

/** Files that must not be published: sources but those of recipes, tests, and files that only a build reads. */
const privatePattern = /^(?:openapi|scripts|test|node_modules|\.)|\.map$|^(?!recipes\/).*(?<!\.d)\.[cm]?ts$/;

export const filesGate: Gate = {
  name: 'files',
  requirement: `contains exactly the files that ${patternFile} lists, and no private files`,
  async run(pkg) {
    const { size: packedSize, unpackedSize, files } = pkg.tarball;
    const problems = [
      ...findDifferences(pkg),
      ...files.filter(({ path }) => privatePattern.test(path)).map(({ path }) => `${path} must not be in the package.`),
      ...findSecrets(pkg),
    ];
    if (packedSize > limits.packed)
      problems.push(`The size of the tarball is ${formatSize(packedSize)}; the limit is ${formatSize(limits.packed)}.`);
    if (unpackedSize > limits.unpacked)
      problems.push(
        `The size of the unpacked package is ${formatSize(unpackedSize)}; the limit is ${formatSize(limits.unpacked)}.`,
      );
    const figure =
      `${formatCount(files.length, 'file')}, packed ${formatSize(packedSize)} of ${formatSize(limits.packed)}, ` +
      `unpacked ${formatSize(unpackedSize)} of ${formatSize(limits.unpacked)}`;
    return { figure, problems };
  },
};

function findDifferences({ project, tarball }: PackedPackage): string[] {
  const patterns = readFileSync(join(project, patternFile), 'utf8').split('\n').filter(Boolean);
  const compiledPatterns = patterns.map((pattern) => ({ pattern, form: regExpOf(pattern) }));
  const paths = tarball.files.map(({ path }) => path);
  const problems = [
    ...compiledPatterns
      .filter(({ form }) => !paths.some((path) => form.test(path)))
      .map(({ pattern }) => `No file in the tarball matches ${pattern}.`),
    ...paths
      .filter((path) => !compiledPatterns.some(({ form }) => form.test(path)))
      .map((path) => `${path} is in the tarball, but no pattern in ${patternFile} matches it.`),
  ];
  return problems.length === 0 ? [] : [...problems, `If these differences are intended, correct ${patternFile}.`];
}

function regExpOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll('*', '[^/]*');
  return new RegExp(`^${source}$`);
}

/** The home folder from the environment, which a test may have changed, and the user's actual home folder. */
function listHomeFolders(): string[] {
  try {
    return [...new Set([homedir(), userInfo().homedir])];
  } catch {
    return [homedir()];
  }
}

/** Finds paths of this machine, and API keys other than placeholders, variables and the key of the sandbox. */
function findSecrets({ project, packageFolder, tarball }: PackedPackage): string[] {
  const localFolders = [project, ...listHomeFolders()].map((path) => path.replace(/[\\/]+$/, '') + sep);
  const apiKey = process.env['DIRECTORY_API_KEY'];
  return tarball.files.flatMap(({ path }) => {
    const text = readFileSync(join(packageFolder, path), 'utf8');
    const problems = localFolders
      .filter((folder) => text.includes(folder))
      .map((folder) => `${path} contains ${folder}, a path on this machine.`);
    if (/DIRECTORY_API_KEY=(?!sandbox-key\b)["']?[\w+/-]/.test(text))
      problems.push(`${path} sets DIRECTORY_API_KEY to a value. Use a placeholder.`);
    if (apiKey && apiKey !== 'sandbox-key' && text.includes(apiKey))
      problems.push(`${path} contains the API key of this environment.`);
    return problems;
  });
}
