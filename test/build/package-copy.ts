import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Compiled } from '../../scripts/build/compiled.js';
import type { StepInputs } from '../../scripts/build/step-inputs.js';
import { type Ended, runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { home } from './document-copy.js';

const settings = ['package.json', 'package-lock.json', 'tsconfig.json', '.spectral.yaml', 'redocly.yaml'];

/** The code of the build and its settings in a temporary folder, where a test may change them. */
export class PackageCopy {
  readonly folder = temporaryFolder('package');

  constructor() {
    for (const name of ['scripts', ...settings]) cpSync(join(home, name), join(this.folder, name), { recursive: true });
    symlinkSync(join(home, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Adds a text at the end of a file, and returns a function that undoes it. */
  append(file: string, text: string): () => void {
    return this.#edit(file, (before) => before + text);
  }

  /** Replaces a text in a file, and returns a function that undoes it. */
  replace(file: string, find: string, by: string): () => void {
    return this.#edit(file, (before) => before.replace(find, () => by));
  }

  #edit(file: string, change: (before: string) => string): () => void {
    const path = join(this.folder, file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`The change has no effect on ${file}.`);
    writeFileSync(path, after);
    return () => writeFileSync(path, before);
  }

  /** Runs the build as `npm run build -- …` does. */
  build(project: string, args: readonly string[], env = process.env): Promise<Ended> {
    const program = ['--no-opt', 'scripts/commands/run-build.js', '--project', project, ...args];
    return runProgram(process.execPath, program, { cwd: this.folder, env });
  }

  /** The code in its compiled form. */
  async compiled(): Promise<{ compiled: Compiled; digests: StepInputs }> {
    const { compiled } = await this.#load<typeof import('../../scripts/build/compiled.js')>('compiled.js');
    const { codeDigests, compiledModules } =
      await this.#load<typeof import('../../scripts/build/step-code.js')>('step-code.js');
    const code = await compiled(compiledModules);
    return { compiled: code, digests: codeDigests(code) };
  }

  #load<Module>(name: string): Promise<Module> {
    return import(pathToFileURL(join(this.folder, 'scripts/build', name)).href) as Promise<Module>;
  }
}
