import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { defaultKey } from '../../sandbox/sandbox.js';
import { counted } from '../../text/numbers.js';
import { compilers, diagnostics, strictest } from '../compiler.js';
import type { Gate } from '../gate.js';
import { consumerProject, startSandbox, writeFiles } from '../packed-package.js';
import { lastWords, runProgram } from '../program.js';

const heading = '## Use the client';

export const readmeGate: Gate = {
  name: 'readme',
  about: 'runs the first example of its README unchanged',
  async run(packed) {
    const example = firstExample(readFileSync(join(packed.installed, 'README.md'), 'utf8'));
    if (example === undefined)
      return { figure: 'no example', problems: [`README.md has no TypeScript block below "${heading}".`] };
    const folder = await consumerProject(packed, 'readme', { 'example.ts': example });
    // The fastest of the supported compilers.
    const { '7.0': compiler } = compilers(packed.project);
    const found = await diagnostics(packed, compiler, folder, {
      ...strictest,
      module: 'nodenext',
      moduleResolution: 'nodenext',
    });
    // Node.js 20 does not strip types itself.
    const { code } = await transform(example, { loader: 'ts', target: 'es2022', format: 'esm' });
    await writeFiles(folder, { 'example.js': code });
    await using sandbox = await startSandbox(packed);
    const env = { DIRECTORY_BASE_URL: sandbox.found, DIRECTORY_API_KEY: defaultKey };
    const ran = await runProgram(process.execPath, ['example.js'], { cwd: folder, env });
    const problems = found.map((text) => `The example does not compile: ${text}`);
    if (ran.status !== 0 || ran.stderr !== '' || ran.stdout === '')
      problems.push(`Expected the example to print an entry of the sandbox, but it ${lastWords(ran)}`);
    return {
      figure:
        `${counted(example.trim().split('\n').length, 'line')}, ${counted(found.length, 'error')}, prints ` +
        `"${ran.stdout.trim()}"`,
      problems,
    };
  },
};

/** The first TypeScript block below the heading. */
function firstExample(markdown: string): string | undefined {
  const [, section] = markdown.split(`\n${heading}\n`);
  return /^```ts\n(.*?)^```$/ms.exec(section?.split(/^## /m)[0] ?? '')?.[1];
}
