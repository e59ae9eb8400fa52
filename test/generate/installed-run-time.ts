import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

const source = resolve('scripts/generate/run-time.ts');
let runTimeFolder: Promise<string> | undefined;

/**
 * Returns a folder `node_modules` with the imports of generated code: the run time of the package as an ES module and
 * CommonJS with types, and packages of types. Each process makes the folder once.
 */
export function installedRunTime(): Promise<string> {
  runTimeFolder ??= make();
  return runTimeFolder;
}

async function make(): Promise<string> {
  const modules = join(temporaryFolder('run-time'), 'node_modules');
  const home = join(modules, 'directory-contract');
  mkdirSync(home, { recursive: true });
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    symlinkSync(resolve('node_modules', name), join(modules, name));
  const types = './types/scripts/generate/run-time.d.ts';
  const runTime = { types, import: './runtime.mjs', require: './runtime.cjs' };
  writeFileSync(join(home, 'package.json'), JSON.stringify({ exports: { './runtime': runTime } }));
  const mainFields = ['module', 'main'];
  const options: BuildOptions = { entryPoints: [source], bundle: true, platform: 'neutral', mainFields };
  await Promise.all([
    build({ ...options, format: 'esm', outfile: join(home, 'runtime.mjs') }),
    build({ ...options, format: 'cjs', outfile: join(home, 'runtime.cjs') }),
    declarations(join(home, 'types')),
  ]);
  return modules;
}

async function declarations(outDir: string): Promise<void> {
  const folder = temporaryFolder('run-time-types');
  const own = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: resolve('.'), outDir };
  const compilerOptions = { ...own, typeRoots: [resolve('node_modules/@types')] };
  const config = { extends: resolve('tsconfig.json'), compilerOptions, files: [source], include: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = resolve('node_modules/typescript7/bin/tsc');
  const { code, stdout } = await runProgram(process.execPath, [tsc, '-p', folder]);
  if (code !== 0) throw new Error(`The declarations of the run time cannot be made: ${stdout}`);
}
