import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../build/package/programs.js';
import { type PackedPackage, packPackage } from '../../release/packed-package.js';

export const project = fileURLToPath(new URL('../../../', import.meta.url));

const folders: string[] = [];

/** Creates a folder that is removed when this process ends. */
export function createBenchFolder(): string {
  if (folders.length === 0)
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));
  folders.push(folder);
  return folder;
}

let commandPath: Promise<string> | undefined;

/** The path of the command as users run it: bundled, with the contract of this repository. Bundles it only once. */
export function getCommandPath(): Promise<string> {
  commandPath ??= bundleCommand();
  return commandPath;
}

async function bundleCommand(): Promise<string> {
  const folder = createBenchFolder();
  // The command reads these from the parent of its own folder.
  for (const name of ['generated', 'baseline', 'package.json']) symlinkSync(join(project, name), join(folder, name));
  const programsFolder = join(folder, 'dist');
  mkdirSync(programsFolder);
  await bundlePrograms(programsFolder);
  return join(programsFolder, 'cli.cjs');
}

let pendingPackage: Promise<PackedPackage> | undefined;

/** The package as users receive it, installed in a folder. The first call packs it, which also rebuilds `dist/`. */
export function getPackedPackage(): Promise<PackedPackage> {
  pendingPackage ??= packPackage(project, createBenchFolder());
  return pendingPackage;
}
