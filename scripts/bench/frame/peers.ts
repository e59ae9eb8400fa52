import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './processes.js';

/** The folder in which the peers (compared programs) are installed, with their exact versions and settings. */
export const peersFolder = fileURLToPath(new URL('../../../test/bench/', import.meta.url));

const oasdiff = 'github.com/oasdiff/oasdiff@v1.33.0';

/** The commands that install peers, in their folder. */
export const installers = {
  npm: ['npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']],
  python: ['sh', ['-c', 'python3 -m venv .venv && .venv/bin/pip install --quiet -r requirements.txt']],
  go: ['env', [`GOBIN=${join(peersFolder, '.go')}`, 'GOFLAGS=', 'go', 'install', oasdiff]],
} as const;

/** Installs the peers. If some cannot be installed, the benches continue, and the results say so. */
export async function installComparedTools(say: (text: string) => void): Promise<void> {
  for (const [kind, [program, args]] of Object.entries(installers)) {
    say(`Installing the packages for comparison (${kind}) …`);
    const reason = await runCommand(program, args, { cwd: peersFolder }).then(
      ({ status, stderr }) => (status === 0 ? undefined : stderr.trim().split('\n').slice(-3).join(' ')),
      (error: Error) => error.message,
    );
    if (reason !== undefined) say(`The packages for comparison (${kind}) could not be installed: ${reason}`);
  }
}

/** A peer from npm, or another package below `packagesFolder`. @throws Error if it is not installed */
export function findNpmPeer(
  name: string,
  packagesFolder = peersFolder,
): { folder: string; version: string; bin(command?: string): string } {
  const folder = join(packagesFolder, 'node_modules', name);
  const { version, bin } = JSON.parse(readFileSync(requireInstalledFile(join(folder, 'package.json')), 'utf8')) as {
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

/** The path and version of a Python package's command. @throws Error if it is not installed */
export function findPythonPeer(name: string): { path: string; version: string } {
  const requirements = readFileSync(join(peersFolder, 'requirements.txt'), 'utf8').split('\n');
  const version = requirements.find((line) => line.startsWith(`${name}==`))?.split('==')[1] ?? '';
  return { path: requireInstalledFile(join(peersFolder, '.venv/bin', name)), version };
}

/** The path and version of the command `oasdiff`. @throws Error if it is not installed */
export function findGoPeer(): { path: string; version: string } {
  return { path: requireInstalledFile(join(peersFolder, '.go/oasdiff')), version: oasdiff.split('@v')[1] ?? '' };
}

function requireInstalledFile(path: string): string {
  if (!existsSync(path))
    throw new Error(`${path.slice(peersFolder.length)} is not installed. Run "npm run bench", which installs it.`);
  return path;
}
