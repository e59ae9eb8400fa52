import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { formatCount } from '../../text/numbers.js';
import type { Gate, GateScope } from '../gate.js';
import { createConsumer, createSuite, type PackedPackage, readConsumerFile, writeFiles } from '../packed-package.js';
import { describeFailure, fetchPackage, runProgram } from '../program.js';

interface Compiler {
  version: string;
  folder: string;
}

/** The packages with the supported versions of TypeScript, oldest first. They are development dependencies. */
const compilerPackages = { '5.4': 'typescript54', '5.9': 'typescript', '6.0': 'typescript6', '7.0': 'typescript7' };

const strictOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

/** A kind of consumer project: a map from its files to their sources, and its compiler options. */
interface ProjectKind {
  /** The name of the project in a message. */
  name: string;
  files: Readonly<Record<string, string>>;
  options: Readonly<Record<string, unknown>>;
  /** Whether Vitest, a peer dependency, is installed next to the package. */
  hasVitest?: boolean;
}

/** One file for each way to import: as an ES module, as CommonJS, and with `import … = require(…)`. */
const modules = {
  'everywhere.mts': 'everywhere.ts',
  'everywhere.cts': 'everywhere.ts',
  'client.mts': 'test/client/types.test-d.ts',
  'client.cts': 'test/client/types.test-d.ts',
  'node.mts': 'node.ts',
  'node.cts': 'node.ts',
  'require.cts': 'require.cts',
  'readme.mts': 'README.md',
};
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };

/** The consumer projects. They do not try all ways to resolve modules, because the gate `types-resolve` does. */
const kinds: readonly ProjectKind[] = [
  { name: 'Node.js', files: modules, options: nodenext },
  {
    name: 'without types of Node.js',
    files: { 'page.ts': 'everywhere.ts' },
    options: { module: 'esnext', moduleResolution: 'bundler', types: [], typeRoots: [] },
  },
  {
    name: 'without DOM types',
    files: { 'everywhere.ts': 'everywhere.ts', 'node.ts': 'node.ts' },
    options: { ...nodenext, lib: ['es2022'] },
  },
  { name: 'suite of Vitest', files: { 'suite.mts': 'vitest.ts' }, options: nodenext, hasVitest: true },
];

export const typescriptGate: Gate = {
  name: 'typescript',
  requirement: 'type-checks in consumer projects, and reports wrong use there',
  async run(pkg, scope) {
    const compilers = Object.entries(compilerPackages).map(([version, name]): Compiler => {
      return { version, folder: join(pkg.project, 'node_modules', name) };
    });
    // The sample uses only the newest compiler: each older compiler takes longer than the whole sample.
    const selectedCompilers = scope === 'sample' ? compilers.slice(-1) : compilers;
    const problems: string[] = [];
    for (const { name, files, options, hasVitest } of kinds) {
      const texts = await Promise.all(
        Object.entries(files).map(async ([path, source]) => [path, await programText(pkg, source)]),
      );
      const createProject = hasVitest ? createSuite : createConsumer;
      const folder = await createProject(
        pkg,
        name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
        Object.fromEntries(texts),
      );
      for (const compiler of selectedCompilers) {
        const errors = await checkTypes(pkg, compiler, folder, { ...strictOptions, ...options });
        problems.push(...errors.map((text) => `TypeScript ${compiler.version}, ${name}: ${text}`));
      }
    }
    const refusal = await checkRefusals(pkg, scope);
    problems.push(...refusal.problems);
    const versions = [
      ...selectedCompilers.map(({ version }) => version),
      ...refusal.versions.map((version) => `${version} (refused)`),
    ];
    return {
      figure:
        `${formatCount(kinds.length * selectedCompilers.length, 'project')} with TypeScript ${versions.join(', ')}, ` +
        `${formatCount(problems.length, 'error')}`,
      problems,
      skippedChecks: refusal.skips,
    };
  },
};

/** A program of `consumers/typescript/`, a test with the imports of a user, or the example of the README. */
async function programText({ project, packageFolder }: PackedPackage, source: string): Promise<string> {
  if (source.startsWith('test/'))
    return (await readFile(join(project, source), 'utf8')).replaceAll(
      "'../../scripts/index.js'",
      "'directory-contract'",
    );
  if (source !== 'README.md') return readConsumerFile(`typescript/${source}`);
  return /^```ts\n(.*?)^```$/ms.exec(await readFile(join(packageFolder, source), 'utf8'))?.[1] ?? 'No example.';
}

/** Compilers that are too old, each with the ways to resolve modules that it supports. */
const oldCompilers = {
  'typescript@5.3': [
    { module: 'node16', moduleResolution: 'node16' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ],
  'typescript@4.9': [
    { module: 'node16', moduleResolution: 'node16' },
    { module: 'commonjs', moduleResolution: 'node' },
  ],
};

/** Checks that outdated compilers report clearly that they are too old. */
async function checkRefusals(
  pkg: PackedPackage,
  scope: GateScope,
): Promise<Record<'versions' | 'problems' | 'skips', string[]>> {
  const sentence = 'directory-contract needs TypeScript 5.4 or later';
  const [versions, problems, skips]: [string[], string[], string[]] = [[], [], []];
  if (scope === 'sample') return { versions, problems, skips };
  const files = { 'use.ts': await readConsumerFile('typescript/too-old.ts') };
  for (const [packageSpec, resolutions] of Object.entries(oldCompilers)) {
    const compiler = await fetchPackage(packageSpec, pkg.folder);
    if ('reason' in compiler) {
      skips.push(`${packageSpec}: ${compiler.reason}`);
      continue;
    }
    versions.push(compiler.version);
    for (const resolution of resolutions) {
      const name = `too-old-${packageSpec}-${resolution.moduleResolution}`.replace(/[^a-z0-9]+/g, '-');
      const options = { ...strictOptions, types: [], skipLibCheck: true, ...resolution };
      const errors = await checkTypes(pkg, compiler, await createConsumer(pkg, name, files), options);
      if (errors.some((error) => error.includes(sentence))) continue;
      const actual = errors.join('\n') || 'nothing';
      problems.push(`${packageSpec} with ${resolution.moduleResolution}: expected "${sentence}", found: ${actual}`);
    }
  }
  return { versions, problems, skips };
}

/**
 * Type-checks a project below the consumer's folder.
 *
 * @returns the diagnostics of files in that folder, including the installed package. Ignores diagnostics of other
 * packages: a newer compiler may report some in the types of Node.js.
 */
async function checkTypes(
  pkg: PackedPackage,
  compiler: Compiler,
  folder: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  // The folder of a consumer has no `@types` packages, so use those of this project.
  const compilerOptions = { typeRoots: [join(pkg.project, 'node_modules/@types')], ...options };
  await writeFiles(folder, { 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['**/*'] }) });
  const result = await runProgram(
    process.execPath,
    [join(compiler.folder, 'bin/tsc'), '-p', folder, '--pretty', 'false'],
    {
      cwd: folder,
    },
  );
  // The first line of each diagnostic is not indented; all other lines are.
  const messages = result.stdout
    .split(/\n(?=\S)/)
    .map((text) => text.trim())
    .filter(Boolean);
  const consumerFolder = realpathSync(pkg.consumerFolder);
  const consumerMessages = messages.filter((text) => {
    const [file] = text.split('(', 1);
    return (
      !/^[^\n]*\(\d+,\d+\): /.test(text) ||
      !relative(consumerFolder, resolve(realpathSync(folder), file ?? '')).startsWith('..')
    );
  });
  return result.status === 0 || messages.length > 0 ? consumerMessages : [`the compiler ${describeFailure(result)}`];
}
