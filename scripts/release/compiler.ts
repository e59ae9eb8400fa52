import { realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type PackedPackage, writeFiles } from './packed-package.js';
import { lastWords, runProgram } from './program.js';

/** A compiler and the folder of its package. */
export interface Compiler {
  version: string;
  home: string;
}

/** The compiler options of every consumer project, as strict as possible. */
export const strictest = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

/** The supported compilers, oldest first. They are development dependencies. */
export function compilers(project: string): Record<'5.4' | '5.9' | '6.0' | '7.0', Compiler> {
  const at = (version: string, name: string): Compiler => ({ version, home: join(project, 'node_modules', name) });
  return {
    '5.4': at('5.4', 'typescript54'),
    '5.9': at('5.9', 'typescript'),
    '6.0': at('6.0', 'typescript6'),
    '7.0': at('7.0', 'typescript7'),
  };
}

/** Returns a tsconfig.json that finds types in this project's `node_modules`, since consumers have none. */
export function tsconfig(project: string, options: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    compilerOptions: { typeRoots: [join(project, 'node_modules/@types')], ...options },
    include: ['**/*'],
  });
}

/**
 * Type-checks a project below the consumer's folder.
 *
 * @returns the diagnostics of files in that folder, including the installed package. Diagnostics of other packages are
 * ignored, such as those of the types of Node.js under a newer compiler.
 */
export async function diagnostics(
  packed: PackedPackage,
  compiler: Compiler,
  folder: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  await writeFiles(folder, { 'tsconfig.json': tsconfig(packed.project, options) });
  const ran = await runProgram(process.execPath, [join(compiler.home, 'bin/tsc'), '-p', folder, '--pretty', 'false'], {
    cwd: folder,
  });
  // The lines after the first of a diagnostic are indented.
  const found = ran.stdout
    .split(/\n(?=\S)/)
    .map((text) => text.trim())
    .filter(Boolean);
  const consumer = realpathSync(packed.consumer);
  const ours = found.filter((text) => {
    const [file] = text.split('(', 1);
    return (
      !/^[^\n]*\(\d+,\d+\): /.test(text) ||
      !relative(consumer, resolve(realpathSync(folder), file ?? '')).startsWith('..')
    );
  });
  return ran.status === 0 || found.length > 0 ? ours : [`the compiler ${lastWords(ran)}`];
}
