import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { inOneModule, temporaryRoot } from '../torture/programs.js';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export type Program = typeof import('./program.js');

/** Builds the check with the clock of the tests. */
export async function builtProgram(): Promise<Program> {
  const outfile = join(mkdtempSync(join(temporaryRoot(), 'lagging-')), 'program.mjs');
  await build({
    absWorkingDir: pathOf('../../../'),
    entryPoints: [pathOf('program.ts')],
    outfile,
    inject: [pathOf('clock-globals.ts')],
    define: { 'process.hrtime': 'hrtime' },
    ...inOneModule,
    plugins: [clocked],
  });
  return (await import(pathToFileURL(outfile).href)) as Program;
}

const clocked: Plugin = {
  name: 'clock',
  setup({ onResolve }) {
    onResolve({ filter: /^node:perf_hooks$/ }, () => ({ path: pathOf('clock.ts') }));
    onResolve({ filter: /\/transport\/transport\.js$/ }, () => ({ path: pathOf('lagging-transport.ts') }));
  },
};
