import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Subject } from '../frame/comparison.js';
import { measuredCommand } from '../frame/measured-command.js';
import { benchFolder, ourPackage, project } from '../frame/our-programs.js';
import { npmPeer, peersFolder } from '../frame/peers.js';

/** A typed client of the contract, and the project of a user that makes ten calls with it. */
export interface Client extends Pick<Subject, 'name' | 'kind'> {
  /** Of its program in `test/bench/types/`. */
  program: string;
  /** Makes the client in the folder of the project. @throws Error that says why it cannot be made */
  make(folder: string): Promise<void>;
}

const document = join(project, 'generated/openapi.yaml');

/** Each as its documentation makes it, with results instead of exceptions where it offers both. */
export const clients: readonly Client[] = [
  {
    name: 'directory-contract',
    kind: 'ours',
    program: 'ours',
    make: async (folder) => {
      const { installed } = await ourPackage();
      symlinkSync(dirname(installed), join(folder, 'node_modules'));
    },
  },
  {
    name: 'openapi-typescript with openapi-fetch',
    kind: 'peer',
    program: 'openapi-fetch',
    make: async (folder) => {
      // Without the flag, a field that has a default would be required in requests.
      await madeBy(project, 'openapi-typescript', 'openapi-typescript', [
        document,
        '--output',
        join(folder, 'client.d.ts'),
        '--default-non-nullable=false',
      ]);
      symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
    },
  },
  {
    name: 'redocly generate-client',
    kind: 'peer',
    program: 'redocly',
    make: (folder) =>
      madeBy(project, '@redocly/cli', 'redocly', [
        'generate-client',
        document,
        '--output',
        join(folder, 'client.ts'),
        '--error-mode',
        'result',
        '--args-style',
        'grouped',
      ]),
  },
  {
    name: '@hey-api/openapi-ts',
    kind: 'peer',
    program: 'hey-api',
    make: (folder) =>
      madeBy(peersFolder, '@hey-api/openapi-ts', 'openapi-ts', [
        '--input',
        document,
        '--output',
        join(folder, 'client'),
        '--no-log-file',
      ]),
  },
  {
    name: 'orval',
    kind: 'peer',
    program: 'orval',
    make: (folder) =>
      madeBy(peersFolder, 'orval', 'orval', [
        '--input',
        document,
        '--output',
        join(folder, 'client.ts'),
        '--client',
        'fetch',
      ]),
  },
];

async function madeBy(packages: string, name: string, command: string, args: readonly string[]): Promise<void> {
  const { bin } = npmPeer(name, packages);
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', CI: 'true' };
  const { status, stdout, stderr } = await measuredCommand(process.execPath, [bin(command), ...args], { env });
  if (status !== 0) throw new Error(`${name} made no client: ${stderr.trim() || stdout.trim()}`);
}

/** As `tsc --init` writes it for a program that a bundler or Node.js runs. */
const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The folder of a user's project with a client and the program with ten calls. */
export async function projectWith({ program, make }: Client): Promise<string> {
  const folder = benchFolder();
  const text = readFileSync(join(peersFolder, 'types', `${program}.ts.txt`), 'utf8');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'program.ts'), text);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await make(folder);
  return folder;
}

/** The version of a client, from where it is installed. */
export function versionOf({ name }: Client): string {
  const [first = ''] = name.split(' ');
  const known = first === 'redocly' ? '@redocly/cli' : first;
  const packages = [peersFolder, project].find((each) => existsSync(join(each, 'node_modules', known)));
  return packages === undefined ? '' : npmPeer(known, packages).version;
}
