import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runGate } from '../../scripts/release/gate.js';
import { gates } from '../../scripts/release/gates/index.js';
import { type PackedPackage, packTarball, writeFiles } from '../../scripts/release/packed-package.js';
import { temporaryFolder } from '../temporary-folder.js';

const folder = temporaryFolder('broken-package');
let packed: PackedPackage;

// One package that has a mistake for each gate. It is copied to the folder into which npm would install it.
beforeAll(async () => {
  const project = join(folder, 'project');
  const scripts = JSON.stringify(`${project}/scripts`);
  // A text that can hardly be compressed.
  const noise = Array.from({ length: 3_000 }, (_, index) => ((index + 1) * Math.SQRT2).toString(36).slice(-8)).join('');
  const manifest = {
    name: 'directory-contract',
    version: '0.1.0',
    type: 'module',
    license: 'MIT',
    dependencies: { 'left-over': '1.0.0' },
    exports: {
      '.': { import: { default: './dist/index.js', types: './dist/index.d.ts' }, require: './dist/gone.cjs' },
      './validators': './dist/validators.js',
    },
  };
  await writeFiles(project, {
    'package.json': JSON.stringify(manifest),
    'dist/index.js': `import 'left-over';\nexport const createDirectoryClient = () => '${noise}';\n`,
    'dist/index.d.ts': 'export declare function createDirectoryClient(): string;\n',
    'dist/validators.js':
      "import { readFileSync } from 'node:fs';\nexport const partnerEntry = { is: () => eval(readFileSync('a')) };\n",
    'dist/settings.js': `export const project = ${scripts}; // DIRECTORY_API_KEY=abcdefgh\n`,
    'openapi/openapi.yaml': 'openapi: 3.1.0\n',
    'README.md': '# Package\n\n[Gone](gone.md)\n\n## Use the client\n\n```ts\nconst title: number = "a";\n```\n',
    'test/package/tarball-files.txt':
      'README.md\npackage.json\ndist/*.d.ts\ndist/index.js\ndist/lost.js\ndist/**/gone.js\n',
  });
  const tarball = await packTarball(project, folder);
  const consumer = join(folder, 'consumer');
  const installed = join(consumer, 'node_modules/directory-contract');
  await cp(project, installed, { recursive: true });
  await writeFiles(join(consumer, 'node_modules/left-over'), {
    'package.json': '{ "name": "left-over", "main": "index.js" }',
    'index.js': 'globalThis.leftOver = 1;\n',
  });
  packed = { project, tarball, folder, consumer, packageFolder: installed };
});

/** Returns the problems that a gate finds in the package, or in one with another tarball. */
async function problemsAt(name: string, tarball: Partial<PackedPackage['tarball']> = {}): Promise<string> {
  const gate = gates.find((each) => each.name === name);
  if (!gate) throw new Error(`Unknown gate ${name}.`);
  const changed = { ...packed, tarball: { ...packed.tarball, ...tarball } };
  return (await runGate(gate, changed, 'sample')).problems.join('\n');
}

describe('a broken package', () => {
  it.each([
    ['publint', ['pkg.exports["."].import.types should be the first', './dist/gone.cjs but the file does not exist']],
    [
      'types-resolve',
      [
        'attw finds NoResolution: Resolution failed. {"entrypoint":".","resolutionKind":"node16-cjs"}',
        'attw finds UntypedResolution: Could not find types.',
        '{"entrypoint":"./validators","resolutionKind":"node16-esm"}',
      ],
    ],
    [
      'files',
      [
        'No file in the tarball matches dist/lost.js.',
        'No file in the tarball matches dist/**/gone.js.',
        'dist/settings.js is in the tarball, but no pattern in test/package/tarball-files.txt matches it.',
        'openapi/openapi.yaml must not be in the package.',
        'dist/settings.js contains',
        'dist/settings.js sets DIRECTORY_API_KEY to a value.',
        'If these differences are intended, correct test/package/tarball-files.txt.',
      ],
    ],
    ['addresses', ['package.json has no homepage.', 'README.md links to gone.md, but the package has no gone.md.']],
    [
      'size',
      [
        'The bundle "root" has',
        'The bundle "root" includes node_modules/left-over/index.js',
        'The bundle "partnerEntry" cannot be made',
        'The bundle "a page" cannot be made',
        'Expected the page to show the title after one request, but it ended with exit code 0',
      ],
    ],
    ['javascript', ['The server ended']],
  ])('fails the gate %s', { tags: 'slow' }, async (name, expected) => {
    const problems = await problemsAt(name);
    for (const text of expected) expect(problems).toContain(text);
  });

  it('fails the gate files if it is too large', async () => {
    const problems = await problemsAt('files', { size: 3_200_000, unpackedSize: 20_100_000 });
    expect(problems).toContain('The size of the tarball is 3.2 MB; the limit is 3.1 MB.');
    expect(problems).toContain('The size of the unpacked package is 20.1 MB; the limit is 20.0 MB.');
  });
});
