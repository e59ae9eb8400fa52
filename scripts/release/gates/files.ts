import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, sep } from 'node:path';
import { counted } from '../../text/numbers.js';
import { size } from '../../text/progress.js';
import type { Gate } from '../gate.js';
import type { PackedPackage } from '../packed-package.js';

/** The variable that makes the list of expected files what was found. */
const accept = 'ACCEPT_FILES';

/** More than this is a file that nobody meant to publish. Bytes. */
const most = { packed: 4_000_000, unpacked: 20_000_000 };

/** What is in the repository and in no package: the sources, tests, and what only a build reads. */
const private_ = /^(?:openapi|scripts|test|node_modules|\.)|\.map$|(?<!\.d)\.[cm]?ts$/;

export const filesGate: Gate = {
  name: 'files',
  about: 'holds the files of test/package/tarball-files.txt, and nothing that is private',
  async run(packed) {
    const { size: packedSize, unpackedSize, files } = packed.tarball;
    const problems = [
      ...differences(packed),
      ...files.filter(({ path }) => private_.test(path)).map(({ path }) => `${path} is no file for a package.`),
      ...secrets(packed),
    ];
    if (packedSize > most.packed) problems.push(`The tarball has ${size(packedSize)}, more than ${size(most.packed)}.`);
    if (unpackedSize > most.unpacked)
      problems.push(`The package has ${size(unpackedSize)}, more than ${size(most.unpacked)}.`);
    const figure =
      `${counted(files.length, 'file')}, ${size(packedSize)} packed of ${size(most.packed)}, ` +
      `${size(unpackedSize)} unpacked of ${size(most.unpacked)}`;
    return { figure, problems };
  },
};

/**
 * The list as it is checked in: sorted, one name a line, and one line for all parts whose names follow their content.
 */
export function fileList(paths: readonly string[]): string {
  const names = paths.map((path) => path.replace(/\/part-[^/]*\.js$/, '/part-*.js'));
  return [...new Set(names)]
    .sort()
    .map((name) => `${name}\n`)
    .join('');
}

function differences({ project, tarball }: PackedPackage): string[] {
  const list = join(project, 'test/package/tarball-files.txt');
  const found = fileList(tarball.files.map(({ path }) => path));
  if (process.env[accept]) writeFileSync(list, found);
  const before = new Set(readFileSync(list, 'utf8').split('\n').filter(Boolean));
  const now = new Set(found.split('\n').filter(Boolean));
  const problems = [
    ...[...before].filter((name) => !now.has(name)).map((name) => `${name} is missing in the tarball.`),
    ...[...now].filter((name) => !before.has(name)).map((name) => `${name} is new in the tarball.`),
  ];
  if (problems.length > 0)
    problems.push(
      `If that is meant, accept it with ${accept}=1 in the environment of this command, and commit ` +
        'test/package/tarball-files.txt.',
    );
  return problems;
}

/** That of the environment and that of the user, which a test may have left; some users have none. */
function homes(): string[] {
  try {
    return [...new Set([homedir(), userInfo().homedir])];
  } catch {
    return [homedir()];
  }
}

/**
 * Paths of this machine, and keys. A key is no placeholder: not `…`, not a variable, and not the sandbox's, which is no
 * secret.
 */
function secrets({ project, installed, tarball }: PackedPackage): string[] {
  const places = [project, ...homes()].map((path) => path.replace(/[\\/]+$/, '') + sep);
  const ours = process.env['DIRECTORY_API_KEY'];
  return tarball.files.flatMap(({ path }) => {
    const text = readFileSync(join(installed, path), 'utf8');
    const problems = places
      .filter((place) => text.includes(place))
      .map((place) => `${path} holds ${place}, a path of this machine.`);
    if (/DIRECTORY_API_KEY=(?!sandbox-key\b)["']?[\w+/-]/.test(text))
      problems.push(`${path} sets DIRECTORY_API_KEY to a value. Write a placeholder.`);
    if (ours && ours !== 'sandbox-key' && text.includes(ours))
      problems.push(`${path} holds the key of this environment.`);
    return problems;
  });
}
