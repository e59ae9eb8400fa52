import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measuredCommand } from './measured-command.js';

/** The folder of the peers: their exact versions, their settings, and, once installed, themselves. */
export const peersFolder = fileURLToPath(new URL('../../../test/bench/', import.meta.url));
const venv = join(peersFolder, '.venv');
const goBin = join(peersFolder, '.go');

/** Why a kind of peers could not be installed, in the words of its installer. */
const refused = new Map<string, string>();

const goPeers = (): string[] =>
  readFileSync(join(peersFolder, 'go-peers.txt'), 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line));

/** Installs the peers that are missing. One that cannot be installed is a sentence in its row. */
export async function installPeers(say: (what: string) => void): Promise<void> {
  const install = async (kind: string, program: string, args: string[], env: Record<string, string> = {}) => {
    say(`Installing peers: ${kind} …`);
    try {
      const { status, stderr } = await measuredCommand(program, args, { cwd: peersFolder, env });
      if (status !== 0) refused.set(kind, stderr.trim().split('\n').slice(-3).join(' '));
    } catch (error) {
      refused.set(kind, (error as Error).message);
    }
    const why = refused.get(kind);
    if (why !== undefined) say(`The ${kind} peers could not be installed: ${why}`);
  };
  if (!hasNpmPeers()) await install('npm', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  if (textOf('.venv/installed') !== textOf('requirements.txt')) {
    await install('python', 'sh', [
      '-c',
      'python3 -m venv .venv && .venv/bin/pip install --quiet -r requirements.txt && ' +
        'cp requirements.txt .venv/installed',
    ]);
  }
  for (const peer of goPeers()) {
    const name = goName(peer);
    if (!existsSync(join(goBin, name))) await install(name, 'go', ['install', peer], { GOBIN: goBin, GOFLAGS: '' });
  }
}

/** Whether each package of npm is there, in the version that the benchmarks ask for. */
function hasNpmPeers(): boolean {
  const { dependencies = {} } = JSON.parse(textOf('package.json') ?? '{}') as { dependencies?: Record<string, string> };
  return Object.entries(dependencies).every(([name, version]) => {
    const installed = textOf(join('node_modules', name, 'package.json'));
    return installed !== undefined && (JSON.parse(installed) as { version: string }).version === version;
  });
}

const textOf = (name: string): string | undefined => {
  const path = join(peersFolder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

/** `oasdiff` of `github.com/oasdiff/oasdiff@v1.10.0`; a major version is no name. */
const goName = (peer: string): string =>
  (peer.split('@')[0] ?? '')
    .split('/')
    .filter((part) => !/^v\d+$/.test(part))
    .at(-1) ?? peer;

/**
 * The folder of a peer from npm, or of a tool in another folder with packages.
 *
 * @throws Error that says why it is missing
 */
export function npmPeer(
  name: string,
  packages = peersFolder,
): { folder: string; version: string; bin(command?: string): string } {
  const folder = join(packages, 'node_modules', name);
  if (!existsSync(join(folder, 'package.json'))) throw missing(name, 'npm');
  const { version, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    bin?: string | Record<string, string>;
  };
  return {
    folder,
    version,
    bin(command = name) {
      const file = typeof bin === 'string' ? bin : bin?.[command];
      if (file === undefined) throw new Error(`${name} ${version} has no command "${command}".`);
      return join(folder, file);
    },
  };
}

/** `msw 2.15.0`; the name alone if it is missing, which it says itself when it is measured. */
export function withVersion(name: string, packages?: string): string {
  try {
    return `${name} ${npmPeer(name, packages).version}`;
  } catch {
    return name;
  }
}

/** The path of a command of the Python peers. @throws Error that says why it is missing */
export function pythonPeer(command: string): string {
  const path = join(venv, 'bin', command);
  if (!existsSync(join(venv, 'installed')) || !existsSync(path)) throw missing(command, 'python');
  return path;
}

/** The version of a Python package among the peers. */
export function pythonVersion(name: string): string {
  const pins = (textOf('requirements.txt') ?? '').split('\n').map((line) => line.split('=='));
  return pins.find(([pinned]) => pinned === name)?.[1] ?? '';
}

/** The path and version of a Go peer. @throws Error that says why it is missing */
export function goPeer(command: string): { path: string; version: string } {
  const path = join(goBin, command);
  if (!existsSync(path)) throw missing(command, command);
  const listed = goPeers().find((peer) => goName(peer) === command);
  return { path, version: listed?.split('@v')[1] ?? '' };
}

function missing(name: string, kind: string): Error {
  const why = refused.get(kind);
  return new Error(`${name} is not installed${why === undefined ? '; `npm run bench` installs it' : `: ${why}`}.`);
}
