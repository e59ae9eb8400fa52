import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { counted } from '../../text/numbers.js';
import { compilers, diagnostics, strictest } from '../compiler.js';
import type { Gate } from '../gate.js';
import { consumerProject, writeFiles } from '../packed-package.js';
import { lastWords, runProgram } from '../program.js';
import { startSandbox } from '../sandbox-process.js';

const heading = '## Use the client';

export const readmeGate: Gate = {
  name: 'readme',
  about: 'does what its README shows first, copied as it stands',
  async run(packed) {
    const example = firstExample(readFileSync(join(packed.installed, 'README.md'), 'utf8'));
    if (example === undefined)
      return { figure: 'no example', problems: [`README.md has no block of TypeScript under "${heading}".`] };
    const folder = await consumerProject(packed, 'readme', { 'example.ts': example });
    // Of the compilers that are for it, the quickest.
    const { '7.0': compiler } = compilers(packed.project);
    const found = await diagnostics(packed, compiler, folder, {
      ...strictest,
      module: 'nodenext',
      moduleResolution: 'nodenext',
    });
    // Node.js 20 does not leave out types by itself.
    const { code } = await transform(example, { loader: 'ts', target: 'es2022', format: 'esm' });
    await writeFiles(folder, { 'example.js': code });
    await using sandbox = await startSandbox(packed);
    const env = { DIRECTORY_BASE_URL: sandbox.url, DIRECTORY_API_KEY: sandbox.key };
    const ran = await runProgram(process.execPath, ['example.js'], { cwd: folder, env });
    const problems = found.map((text) => `The example does not compile: ${text}`);
    if (ran.status !== 0 || ran.stderr !== '' || ran.stdout === '')
      problems.push(`The example was to print an entry of the sandbox, and ${lastWords(ran)}`);
    return {
      figure:
        `${counted(example.trim().split('\n').length, 'line')}, ${counted(found.length, 'error')}, prints ` +
        `"${ran.stdout.trim()}"`,
      problems,
    };
  },
};

/** The text of the first block of TypeScript under the heading. */
function firstExample(markdown: string): string | undefined {
  const [, section] = markdown.split(`\n${heading}\n`);
  return /^```ts\n(.*?)^```$/ms.exec(section?.split(/^## /m)[0] ?? '')?.[1];
}
