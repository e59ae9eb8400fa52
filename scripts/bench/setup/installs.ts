import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subject } from '../frame/comparison.js';
import { measuredCommand, type Ran } from '../frame/measured-command.js';
import { benchFolder, ourPackage, project } from '../frame/our-programs.js';
import { peersFolder } from '../frame/peers.js';

/** What a user installs to have a tool, in an empty folder of its own. */
export interface Install extends Pick<Subject, 'name' | 'kind' | 'note'> {
  /**
   * Finds everything out.
   *
   * @param fills whether it also installs it once, so that the caches have all packages
   * @throws Error that says why it cannot be installed
   */
  prepare(fills: boolean): Promise<Prepared>;
}

export interface Prepared {
  version: string;
  /** Installs it into its empty folder. */
  install(): Promise<Installed>;
}

export interface Installed {
  milliseconds: number;
  packages: number;
  bytes: number;
}

export const installs: readonly Install[] = [
  { name: 'directory-contract', kind: 'ours', note: 'npm ci of its tarball', prepare: ours },
  {
    name: 'Prism',
    kind: 'peer',
    note: 'npm ci; a mock alone',
    prepare: (fills) => {
      // The versions of its parts that work with each other; without them npm takes newer ones.
      const { devDependencies, overrides } = manifestIn(project);
      return byNpm('@stoplight/prism-cli', devDependencies?.['@stoplight/prism-cli'], { fills, overrides });
    },
  },
  {
    name: 'Dredd',
    kind: 'peer',
    note: 'npm ci; a check alone',
    prepare: (fills) => byNpm('dredd', manifestIn(peersFolder).dependencies?.['dredd'], { fills }),
  },
  { name: 'Schemathesis', kind: 'peer', note: 'a new venv and pip install; a check alone', prepare: schemathesis },
];

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, string> | undefined;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

async function ours(fills: boolean): Promise<Prepared> {
  const { tarball } = await ourPackage();
  return byNpm('directory-contract', `file:${tarball.path}`, { fills, version: manifestIn(project).version });
}

async function byNpm(
  name: string,
  wanted: string | undefined,
  { fills, overrides = {}, version = wanted }: { fills: boolean; overrides?: Manifest['overrides']; version?: string },
): Promise<Prepared> {
  if (wanted === undefined || version === undefined) throw new Error(`No version of ${name} is pinned.`);
  const folder = benchFolder();
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: wanted }, overrides }),
  );
  const npm = async (...args: string[]): Promise<Ran> => {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    return succeeded(await measuredCommand('npm', [...args, ...options], { cwd: folder }));
  };
  await npm('install', ...(fills ? [] : ['--package-lock-only']));
  const modules = join(folder, 'node_modules');
  return {
    version,
    install: async () => {
      rmSync(modules, { recursive: true, force: true });
      const { milliseconds } = await npm('ci');
      const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
        packages: Record<string, object>;
      };
      return { milliseconds, packages: Object.keys(packages).length, bytes: await bytesIn(modules) };
    },
  };
}

async function schemathesis(fills: boolean): Promise<Prepared> {
  const pins = join(peersFolder, 'requirements.txt');
  const [, version] = /^schemathesis==(\S+)$/im.exec(readFileSync(pins, 'utf8')) ?? [];
  if (version === undefined) throw new Error('No version of Schemathesis is pinned in test/bench/requirements.txt.');
  const folder = benchFolder();
  const venv = join(folder, 'venv');
  const install = async (): Promise<Installed> => {
    rmSync(venv, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const command = 'python3 -m venv "$0" && "$0/bin/pip" install --quiet --constraint "$1" "schemathesis==$2"';
    const args = ['-c', command, venv, pins, version];
    const { milliseconds } = succeeded(await measuredCommand('bash', args, { cwd: folder }));
    const [python = ''] = readdirSync(join(venv, 'lib'));
    const names = readdirSync(join(venv, 'lib', python, 'site-packages'));
    // The venv itself has pip and setuptools.
    const packages = names.filter((name) => name.endsWith('.dist-info') && !/^(?:pip|setuptools)-/.test(name));
    return { milliseconds, packages: packages.length, bytes: await bytesIn(venv) };
  };
  if (fills) await install();
  return { version, install };
}

function succeeded(ran: Ran): Ran {
  if (ran.status !== 0) throw new Error(ran.stderr.trim() || ran.stdout.trim() || `It ended with ${ran.status}.`);
  return ran;
}

/** What a folder takes on the disk. */
async function bytesIn(folder: string): Promise<number> {
  const { stdout } = succeeded(await measuredCommand('du', ['-sk', folder]));
  return Number.parseInt(stdout, 10) * 1024;
}
