import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeFailure, runNpm, runProgram, type ServerProcess, startServer } from './program.js';

export interface PackedFile {
  /** The path of the file relative to the package, with forward slashes. */
  path: string;
  /** The size of the file in bytes. */
  size: number;
}

/** A tarball from `npm pack`. */
export interface Tarball {
  path: string;
  /** The size of the tarball in bytes. */
  size: number;
  /** The size of the unpacked files in bytes. */
  unpackedSize: number;
  files: readonly PackedFile[];
}

/** The package as users receive it: its tarball, and a folder in which it is installed. */
export interface PackedPackage {
  /** The project from which the package was packed. */
  project: string;
  tarball: Tarball;
  /** A folder for files that the gates write. No package is installed there. */
  folder: string;
  /** The folder below {@link folder} whose `node_modules` contains only the package and its dependencies. */
  consumerFolder: string;
  packageFolder: string;
}

/**
 * Builds `dist/`, packs the tarball, and installs it in a folder. Takes its dependencies from the project's own
 * `node_modules`, without requests to a registry. `generated/` must exist.
 *
 * @throws Error if a step fails, with the output of the program that failed
 */
export async function packPackage(project: string, folder: string): Promise<PackedPackage> {
  const buildResult = await runProgram(process.execPath, ['--import', 'tsx', 'scripts/build/package/main.ts'], {
    cwd: project,
  });
  if (buildResult.status !== 0)
    throw new Error(`dist/ could not be built: scripts/build/package/main.ts ${describeFailure(buildResult)}`);
  const tarball = await packTarball(project, folder);
  const consumerFolder = join(folder, 'consumer');
  await installTarball(project, tarball, consumerFolder);
  return {
    project,
    tarball,
    folder,
    consumerFolder,
    packageFolder: join(consumerFolder, 'node_modules', await nameOf(project)),
  };
}

/** Packs the tarball of the package into a folder, without running the package's scripts. @throws Error if npm fails */
export async function packTarball(project: string, folder: string): Promise<Tarball> {
  const result = await runNpm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { cwd: project });
  if (result.status !== 0) throw new Error(`The package could not be packed: npm pack ${describeFailure(result)}`);
  const [report] = JSON.parse(result.stdout) as [Omit<Tarball, 'path'> & { filename: string }];
  const files = report.files.map(({ path, size }) => ({ path, size }));
  return { path: join(folder, report.filename), size: report.size, unpackedSize: report.unpackedSize, files };
}

async function installTarball(project: string, tarball: Tarball, consumerFolder: string): Promise<void> {
  const names = await dependenciesOf(project, '.');
  const localPaths = Object.fromEntries(names.map((name) => [name, `file:${join(project, 'node_modules', name)}`]));
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { ...localPaths, [await nameOf(project)]: `file:${tarball.path}` },
    overrides: Object.fromEntries(names.map((name) => [name, `$${name}`])),
  };
  await writeFiles(consumerFolder, { 'package.json': JSON.stringify(manifest) });
  const result = await runNpm(['install', '--install-links', '--offline', '--ignore-scripts'], { cwd: consumerFolder });
  if (result.status !== 0)
    throw new Error(`The package could not be installed: npm install ${describeFailure(result)}`);
}

/** The names of all run-time dependencies of a package, direct and indirect. */
async function dependenciesOf(project: string, path: string): Promise<string[]> {
  const { dependencies = {} } = await readManifest(join(project, path));
  const names = Object.keys(dependencies);
  const indirectNames = await Promise.all(names.map((name) => dependenciesOf(project, join('node_modules', name))));
  return [...new Set([...names, ...indirectNames.flat()])];
}

async function nameOf(folder: string): Promise<string> {
  return (await readManifest(folder)).name;
}

async function readManifest(folder: string): Promise<{ name: string; dependencies?: Record<string, string> }> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
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

export function readConsumerFile(path: string): Promise<string> {
  return readFile(new URL(`consumers/${path}`, import.meta.url), 'utf8');
}

/** Creates a consumer project in a new folder, from which imports find the installed package. Returns the folder. */
export async function createConsumer(
  pkg: PackedPackage,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = join(pkg.consumerFolder, name);
  await writeFiles(folder, { 'package.json': '{ "private": true, "type": "module" }', ...files });
  return folder;
}

/** Creates a consumer project with a copy of the package and its peers, which other consumer projects lack. */
export async function createSuite(
  pkg: PackedPackage,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await createConsumer(pkg, name, files);
  // Copy the package instead of linking it, because a linked package would not find its peers.
  await cp(pkg.packageFolder, join(folder, 'node_modules/directory-contract'), { recursive: true });
  for (const name of ['node_modules/vitest', 'node_modules/msw'])
    await symlink(join(pkg.project, name), join(folder, name), 'junction');
  return folder;
}

export function commandOf({ packageFolder }: PackedPackage): string {
  return join(packageFolder, 'dist/cli.cjs');
}

/** Starts the installed sandbox on a free port with the Node.js at the path `node`; `readyText` is its address. */
export function startSandbox(pkg: PackedPackage, node?: string): Promise<ServerProcess> {
  const options = { cwd: pkg.folder, ...(node !== undefined && { node }) };
  return startServer([commandOf(pkg), 'sandbox', '--port', '0'], /http:\/\/127\.0\.0\.1:\d+/, options);
}
