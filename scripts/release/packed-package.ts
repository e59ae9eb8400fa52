import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lastWords, runNpm, runProgram, type ServerProcess, startServer } from './program.js';

export interface PackedFile {
  /** Relative to the package, with forward slashes. */
  path: string;
  /** Bytes. */
  size: number;
}

/** A tarball as `npm pack` makes it. */
export interface Tarball {
  path: string;
  /** Bytes of the tarball. */
  size: number;
  /** Bytes of its unpacked files. */
  unpackedSize: number;
  files: readonly PackedFile[];
}

/** The package as users receive it: its tarball, and a folder in which it is installed. */
export interface PackedPackage {
  /** The project that it was packed from. */
  project: string;
  tarball: Tarball;
  /** A folder for the files of the gates. Nothing is installed there. */
  folder: string;
  /** The folder below {@link folder} whose `node_modules` has only the package and its dependencies. */
  consumer: string;
  /** The folder of the installed package. */
  installed: string;
}

/**
 * Builds `dist/`, makes the tarball, and installs it in a folder, with its dependencies from the project's own
 * `node_modules`, without a request to any registry. `generated/` must exist.
 *
 * @throws Error if a step fails, with the output of its program
 */
export async function packPackage(project: string, folder: string): Promise<PackedPackage> {
  const dist = await runProgram(process.execPath, ['--import', 'tsx', 'scripts/build/package/main.ts'], {
    cwd: project,
  });
  if (dist.status !== 0) throw new Error(`dist/ could not be made: scripts/build/package/main.ts ${lastWords(dist)}`);
  const tarball = await pack(project, folder);
  const consumer = join(folder, 'consumer');
  await install(project, tarball, consumer);
  return { project, tarball, folder, consumer, installed: join(consumer, 'node_modules', await nameOf(project)) };
}

/** Makes the tarball of the package in a folder; no script of the package runs. @throws Error if npm fails */
export async function pack(home: string, into: string): Promise<Tarball> {
  const packed = await runNpm(['pack', '--ignore-scripts', '--json', '--pack-destination', into], { cwd: home });
  if (packed.status !== 0) throw new Error(`The package could not be packed: npm pack ${lastWords(packed)}`);
  const [made] = JSON.parse(packed.stdout) as [Omit<Tarball, 'path'> & { filename: string }];
  const files = made.files.map(({ path, size }) => ({ path, size }));
  return { path: join(into, made.filename), size: made.size, unpackedSize: made.unpackedSize, files };
}

async function install(project: string, tarball: Tarball, consumer: string): Promise<void> {
  const names = await dependenciesOf(project, '.');
  const local = Object.fromEntries(names.map((name) => [name, `file:${join(project, 'node_modules', name)}`]));
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { ...local, [await nameOf(project)]: `file:${tarball.path}` },
    overrides: Object.fromEntries(names.map((name) => [name, `$${name}`])),
  };
  await writeFiles(consumer, { 'package.json': JSON.stringify(manifest) });
  const installed = await runNpm(['install', '--install-links', '--offline', '--ignore-scripts'], { cwd: consumer });
  if (installed.status !== 0)
    throw new Error(`The package could not be installed: npm install ${lastWords(installed)}`);
}

/** The names of all run-time dependencies of a package, direct and indirect. */
async function dependenciesOf(project: string, home: string): Promise<string[]> {
  const { dependencies = {} } = await manifestIn(join(project, home));
  const names = Object.keys(dependencies);
  const below = await Promise.all(names.map((name) => dependenciesOf(project, join('node_modules', name))));
  return [...new Set([...names, ...below.flat()])];
}

async function nameOf(home: string): Promise<string> {
  return (await manifestIn(home)).name;
}

async function manifestIn(home: string): Promise<{ name: string; dependencies?: Record<string, string> }> {
  return JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
    name: string;
    dependencies?: Record<string, string>;
  };
}

/** Writes files into a folder, by relative path, and creates missing folders. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/** Reads a program or a page of an example consumer, from `consumers/`. */
export function consumerText(path: string): Promise<string> {
  return readFile(new URL(`consumers/${path}`, import.meta.url), 'utf8');
}

/** Creates a consumer project in a new folder that finds the installed package. Returns the folder. */
export async function consumerProject(
  packed: PackedPackage,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = join(packed.consumer, name);
  await writeFiles(folder, { 'package.json': '{ "private": true, "type": "module" }', ...files });
  return folder;
}

/**
 * Creates a consumer project with a copy of the package and with Vitest, which the other projects do not have.
 *
 * @returns its folder
 */
export async function suiteProject(
  packed: PackedPackage,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const home = await consumerProject(packed, name, files);
  // A copy, since a linked package would not find Vitest.
  await cp(packed.installed, join(home, 'node_modules/directory-contract'), { recursive: true });
  await symlink(join(packed.project, 'node_modules/vitest'), join(home, 'node_modules/vitest'), 'junction');
  return home;
}

/** The program of the command, in the installed package. */
export function commandOf({ installed }: PackedPackage): string {
  return join(installed, 'dist/cli.cjs');
}

/**
 * Starts the sandbox of the installed package on a free port; `found` is its address.
 *
 * @param node the Node.js program that runs it
 */
export function startSandbox(packed: PackedPackage, node?: string): Promise<ServerProcess> {
  const place = { cwd: packed.folder, ...(node !== undefined && { node }) };
  return startServer([commandOf(packed), 'sandbox', '--port', '0'], /http:\/\/127\.0\.0\.1:\d+/, place);
}
