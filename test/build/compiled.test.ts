// @module-tag slow
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

const project = temporaryFolder('compiled');
const names = Array.from({ length: 30 }, (_, index) => `part-${index}`);

/** A project of its own, whose program loads its parts one after another. */
function write(): void {
  mkdirSync(join(project, 'scripts/build'), { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(resolve('node_modules/esbuild'), join(project, 'node_modules/esbuild'), 'junction');
  const files = {
    'package.json': '{ "type": "module" }',
    'scripts/build/program.ts': names.map((name) => `await import('./${name}.js');`).join('\n'),
    'scripts/build/start.js':
      "import { compiledModule } from './compiled.js';\n" +
      "await import(String(await compiledModule(new URL('program.ts', import.meta.url))));\n",
    ...Object.fromEntries(names.map((name) => [`scripts/build/${name}.ts`, `export default '${name}';`])),
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  cpSync('scripts/build/compiled.js', join(project, 'scripts/build/compiled.js'));
}

it('builds that compile the same code side by side do not take it from each other', async () => {
  write();
  for (let round = 0; round < 2; round += 1) {
    rmSync(join(project, 'node_modules/.directory-contract-build'), { recursive: true, force: true });
    const start = [join(project, 'scripts/build/start.js')];
    const ran = await Promise.all(Array.from({ length: 6 }, () => runProgram(process.execPath, start)));
    expect(ran).toEqual(ran.map(() => ({ code: 0, stdout: '', stderr: '' })));
  }
});
