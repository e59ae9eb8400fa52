// Installs each version of a service, or of another tool, once, into its own folder.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Service } from './service.js';

/** A program that the client of a registry installs. */
export interface Installable extends Pick<Service, 'name' | 'version' | 'packages'> {
  registry: Service['registry'] | 'go';
}

/** The folder of all installed services, and of the reports of the last run. */
export const cache = fileURLToPath(new URL('../../node_modules/.services/', import.meta.url));

/** Only packages published before this time are installed, so that the dependencies of a service stay the same. */
const day = '2026-11-23T00:00:00Z';

type Environment = Record<string, string | undefined>;

/** The home of the user, even inside tests: the settings and caches of the registry clients are there. */
export const home = userInfo().homedir;

function run(folder: string, [program, ...args]: readonly [string, ...string[]], environment: Environment = {}): void {
  const env = { ...process.env, HOME: home, ...environment };
  execFileSync(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Scripts that pip writes contain the path of the original folder, so programs are run by `python -m`. */
function fromPyPI(folder: string, packages: readonly string[]): void {
  run(folder, ['python3', '-m', 'venv', '.']);
  const pip = [join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--no-input'] as const;
  // Older versions of pip do not support the option for the date.
  run(folder, [...pip, 'pip==26.3']);
  run(folder, [...pip, '--uploaded-prior-to', day, ...packages]);
}

/** A Node.js among the packages is installed first, since it runs the service, and compiling needs its headers. */
function fromNpm(folder: string, packages: readonly string[]): void {
  const flags = ['--silent', '--no-audit', '--no-fund'];
  const install = ['npm', 'install', ...flags, '--before', day, '--prefix', folder] as const;
  writeFileSync(join(folder, 'package.json'), '{}');
  const runtime = packages.filter((text) => text.startsWith('node-'));
  if (runtime.length > 0) run(folder, [...install, ...runtime]);
  const ownValues = runtime.map((text) => join(folder, 'node_modules', text.slice(0, text.lastIndexOf('@'))));
  const PATH = [...ownValues.map((text) => join(text, 'bin')), process.env['PATH']].join(delimiter);
  const rest = packages.filter((text) => !runtime.includes(text));
  run(folder, [...install, ...rest], { PATH, npm_config_nodedir: ownValues[0] });
}

/** A package of Maven is one file. An archive is unpacked. */
function fromMaven(folder: string, packages: readonly string[]): void {
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  for (const artifact of packages) {
    const [, name = '', version = '', type = 'jar', classifier] = artifact.split(':');
    const flags = [`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
    run(folder, ['mvn', '--quiet', '--batch-mode', '-Dstyle.color=never', copy, ...flags]);
    const file = `${[name, version, classifier].filter(Boolean).join('-')}.${type}`;
    if (type === 'tar.gz') run(folder, ['tar', 'xzf', file]);
  }
}

function fromGo(folder: string, packages: readonly string[]): void {
  for (const text of packages) run(folder, ['go', 'install', text], { GOBIN: join(folder, 'bin') });
}

const clients = { pypi: fromPyPI, npm: fromNpm, maven: fromMaven, go: fromGo };

/** Returns the folder of a program. The program is downloaded the first time. */
export function install({ name, version, registry, packages }: Installable): string {
  const folder = join(cache, `${name}-${version}`);
  if (existsSync(folder)) return folder;
  const freshText = `${folder}.new`;
  rmSync(freshText, { recursive: true, force: true });
  mkdirSync(freshText, { recursive: true });
  clients[registry](freshText, packages);
  renameSync(freshText, folder);
  return folder;
}
