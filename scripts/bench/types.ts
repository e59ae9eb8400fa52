// Measures how much a typed client costs a user's compiler: time, memory and type instantiations for ten calls.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type BenchContext,
  type Comparison,
  createTarget,
  type MeasurableSubject,
  measureInTurn,
  toSubjects,
  type Unit,
} from './frame/measure.js';
import { findNpmPeer, peersFolder } from './frame/peers.js';
import { runCommand } from './frame/processes.js';
import { createBenchFolder, getPackedPackage, project } from './frame/programs.js';

const document = join(project, 'generated/openapi.yaml');

/** A typed client for the contract, generated as documented, with calls that return errors if possible. */
interface TypedClient {
  /** The npm package that generates the client. */
  name: string;
  /** The name of the program in `test/bench/types/` that makes ten calls with this client. */
  program: string;
  /** The package's command. In its arguments, `{out}` stands for the path of the generated client. */
  command: string;
  args: readonly string[];
  packagesFolder: string;
}

const generators: readonly TypedClient[] = [
  {
    name: 'openapi-typescript',
    program: 'openapi-fetch',
    command: 'openapi-typescript',
    // Without the last flag, requests would have to contain each field with a default.
    args: [document, '--output', '{out}.d.ts', '--default-non-nullable=false'],
    packagesFolder: project,
  },
  {
    name: '@redocly/cli',
    program: 'redocly',
    command: 'redocly',
    args: ['generate-client', document, '--output', '{out}.ts', '--error-mode', 'result', '--args-style', 'grouped'],
    packagesFolder: project,
  },
  {
    name: '@hey-api/openapi-ts',
    program: 'hey-api',
    command: 'openapi-ts',
    args: ['--input', document, '--output', '{out}', '--no-log-file'],
    packagesFolder: peersFolder,
  },
  {
    name: 'orval',
    program: 'orval',
    command: 'orval',
    args: ['--input', document, '--output', '{out}.ts', '--client', 'fetch'],
    packagesFolder: peersFolder,
  },
];

/** Compiler options as `tsc --init` writes them, for a program that a bundler or Node.js runs. */
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

export async function run(context: BenchContext): Promise<Comparison[]> {
  const peerSubjects = context.extent === 'smoke' ? [] : generators.map(createPeerSubject);
  const rows = await measureInTurn([await createOurSubject(), ...peerSubjects], context);
  const createComparison = (title: string, unit: Unit, toValue: (diagnostics: Diagnostics) => number): Comparison => {
    const subjects = toSubjects(rows, toValue);
    return { title, unit, better: 'less', subjects, target: createTarget(subjects, 'less', 1.1) };
  };
  const { target: _, ...memory } = createComparison('Memory of the compiler', 'bytes', (each) => each.memory);
  return [
    createComparison('Compile time of a program with ten client calls', 'ms', ({ milliseconds }) => milliseconds),
    memory,
    createComparison(
      'Type instantiations in a program with ten client calls',
      'count',
      ({ instantiations }) => instantiations,
    ),
  ];
}

async function createOurSubject(): Promise<MeasurableSubject<Diagnostics>> {
  const folder = createProject('ours');
  const { packageFolder } = await getPackedPackage();
  symlinkSync(dirname(packageFolder), join(folder, 'node_modules'));
  return { name: 'directory-contract', kind: 'ours', measure: () => compile(folder) };
}

function createPeerSubject({
  name,
  program,
  command,
  args,
  packagesFolder,
}: TypedClient): MeasurableSubject<Diagnostics> {
  let folder: string | undefined;
  const measure = async (): Promise<Diagnostics> => {
    folder ??= await generate();
    return compile(folder);
  };
  const generate = async (): Promise<string> => {
    const clientFolder = createProject(program);
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', CI: 'true' };
    const clientArgs = args.map((arg) => arg.replace('{out}', join(clientFolder, 'client')));
    const result = await runCommand(process.execPath, [findNpmPeer(name, packagesFolder).bin(command), ...clientArgs], {
      env,
    });
    if (result.status !== 0)
      throw new Error(`${name} generated no client: ${result.stderr.trim() || result.stdout.trim()}`);
    if (packagesFolder === project) symlinkSync(join(project, 'node_modules'), join(clientFolder, 'node_modules'));
    return clientFolder;
  };
  return { name, kind: 'peer', measure };
}

/** Creates a folder like that of a user's project, with the program that makes ten calls. */
function createProject(program: string): string {
  const folder = createBenchFolder();
  writeFileSync(join(folder, 'program.ts'), readFileSync(join(peersFolder, 'types', `${program}.ts.txt`), 'utf8'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  return folder;
}

async function compile(folder: string): Promise<Diagnostics> {
  const compiler = join(findNpmPeer('typescript', project).folder, 'bin/tsc');
  const args = [compiler, '--project', folder, '--extendedDiagnostics', '--pretty', 'false'];
  const { status, stdout } = await runCommand(process.execPath, args, { cwd: folder });
  if (status !== 0) throw new Error(`The program does not compile: ${stdout.split('\n')[0] ?? ''}`);
  return parseDiagnostics(stdout);
}

/** The measured values of one compilation, as `tsc --extendedDiagnostics` prints them. */
export interface Diagnostics {
  milliseconds: number;
  /** The compiler's memory in bytes. */
  memory: number;
  instantiations: number;
}

/** Reads the compiler's output. @throws Error if a measured value is missing */
export function parseDiagnostics(output: string): Diagnostics {
  const readNumber = (name: string, pattern: RegExp): number => {
    const line = output.split('\n').find((text) => text.startsWith(`${name}:`));
    const [, value] = pattern.exec(line ?? '') ?? [];
    if (value === undefined) throw new Error(`Expected a line "${name}: <number>" from the compiler, found none.`);
    return Number(value);
  };
  return {
    milliseconds: readNumber('Total time', /([\d.]+)s/) * 1000,
    memory: readNumber('Memory used', /(\d+)K/) * 1024,
    instantiations: readNumber('Instantiations', /(\d+)/),
  };
}
