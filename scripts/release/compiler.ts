import { realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type PackedPackage, writeFiles } from './packed-package.js';
import { lastWords, runProgram } from './program.js';

/** A compiler, by the folder of its package. */
export interface Compiler {
  version: string;
  home: string;
}

/** What the compilers are told in every project of a consumer, as strictly as they can be. */
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

/** The compilers that the types are for, from the oldest. They are among the development dependencies. */
export function compilers(project: string): Record<'5.4' | '5.9' | '6.0' | '7.0', Compiler> {
  const at = (version: string, name: string): Compiler => ({ version, home: join(project, 'node_modules', name) });
  return {
    '5.4': at('5.4', 'typescript54'),
    '5.9': at('5.9', 'typescript'),
    '6.0': at('6.0', 'typescript6'),
    '7.0': at('7.0', 'typescript7'),
  };
}

/** The compiler's options as a file, with types of the project's own `node_modules`, which no consumer has below. */
export function tsconfig(project: string, options: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    compilerOptions: { typeRoots: [join(project, 'node_modules/@types')], ...options },
    include: ['**/*'],
  });
}

/**
 * Type-checks a project below the consumer's folder.
 *
 * @returns the diagnostics of files in that folder, the installed package among them. What other packages say of
 * themselves, as the types of Node.js do under a later compiler than theirs, is no matter of this package.
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
