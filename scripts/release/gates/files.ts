import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, sep } from 'node:path';
import { counted } from '../../text/numbers.js';
import { size } from '../../text/progress.js';
import type { Gate } from '../gate.js';
import type { PackedPackage } from '../packed-package.js';

/** The variable that replaces the list of expected files by the files found. */
const accept = 'ACCEPT_FILES';

/** Limits in bytes; a larger package contains a file by mistake, or something twice. */
const most = { packed: 3_000_000, unpacked: 20_000_000 };

/** Files that must not be published: sources, tests, and files that only a build reads. */
const private_ = /^(?:openapi|scripts|test|node_modules|\.)|\.map$|(?<!\.d)\.[cm]?ts$/;

export const filesGate: Gate = {
  name: 'files',
  about: 'contains exactly the files of test/package/tarball-files.txt, and no private ones',
  async run(packed) {
    const { size: packedSize, unpackedSize, files } = packed.tarball;
    const problems = [
      ...differences(packed),
      ...files.filter(({ path }) => private_.test(path)).map(({ path }) => `${path} must not be in the package.`),
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

/** The text of the checked-in list: sorted, one name per line, one line for all parts. */
function fileList(paths: readonly string[]): string {
  const names = paths.map((path) => path.replace(/\/part-[^/]*\.cjs$/, '/part-*.cjs'));
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
    ...[...before].filter((name) => !now.has(name)).map((name) => `${name} is missing from the tarball.`),
    ...[...now].filter((name) => !before.has(name)).map((name) => `${name} is new in the tarball.`),
  ];
  if (problems.length > 0)
    problems.push(
      `If that is intended, run this command with ${accept}=1 in its environment, and commit ` +
        'test/package/tarball-files.txt.',
    );
  return problems;
}

/** The home folders of the environment and of the user; a test may have changed the first, and some users have none. */
function homes(): string[] {
  try {
    return [...new Set([homedir(), userInfo().homedir])];
  } catch {
    return [homedir()];
  }
}

/** Finds paths of this machine and API keys; placeholders, variables and the key of the sandbox are not secret. */
function secrets({ project, installed, tarball }: PackedPackage): string[] {
  const places = [project, ...homes()].map((path) => path.replace(/[\\/]+$/, '') + sep);
  const ours = process.env['DIRECTORY_API_KEY'];
  return tarball.files.flatMap(({ path }) => {
    const text = readFileSync(join(installed, path), 'utf8');
    const problems = places
      .filter((place) => text.includes(place))
      .map((place) => `${path} contains ${place}, a path of this machine.`);
    if (/DIRECTORY_API_KEY=(?!sandbox-key\b)["']?[\w+/-]/.test(text))
      problems.push(`${path} sets DIRECTORY_API_KEY to a value. Use a placeholder.`);
    if (ours && ours !== 'sandbox-key' && text.includes(ours))
      problems.push(`${path} contains the API key of this environment.`);
    return problems;
  });
}
