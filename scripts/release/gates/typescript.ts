import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { counted } from '../../text/numbers.js';
import type { Extent, Gate } from '../gate.js';
import { consumerProject, consumerText, type PackedPackage, suiteProject, writeFiles } from '../packed-package.js';
import { fetchedPackage, lastWords, runProgram } from '../program.js';

/** A compiler and the folder of its package. */
interface Compiler {
  version: string;
  home: string;
}

/** The packages of the supported compilers, oldest first. They are development dependencies. */
const supported = { '5.4': 'typescript54', '5.9': 'typescript', '6.0': 'typescript6', '7.0': 'typescript7' };

/** The compiler options of every consumer project, as strict as possible. */
const strictest = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

/** A kind of consumer project: its files with their sources, and its compiler options. */
interface Kind {
  /** Names the project in a message. */
  about: string;
  files: Readonly<Record<string, string>>;
  options: Readonly<Record<string, unknown>>;
  /** Vitest is a peer dependency, which only this project has next to the package. */
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

/** The gate `types-resolve` has every way to resolve modules. */
const kinds: readonly Kind[] = [
  { about: 'Node.js', files: modules, options: nodenext },
  {
    about: 'without types of Node.js',
    files: { 'page.ts': 'everywhere.ts' },
    options: { module: 'esnext', moduleResolution: 'bundler', types: [], typeRoots: [] },
  },
  {
    about: 'without types of a page',
    files: { 'everywhere.ts': 'everywhere.ts', 'node.ts': 'node.ts' },
    options: { ...nodenext, lib: ['es2022'] },
  },
  { about: 'suite of Vitest', files: { 'suite.mts': 'vitest.ts' }, options: nodenext, hasVitest: true },
];

export const typescriptGate: Gate = {
  name: 'typescript',
  about: 'type-checks in consumer projects, and reports wrong use there',
  async run(packed, scope) {
    const known = Object.entries(supported).map(([version, name]): Compiler => {
      return { version, home: join(packed.project, 'node_modules', name) };
    });
    // The newest compiler is by far the fastest; each of the others takes longer than the whole sample.
    const used = scope === 'sample' ? known.slice(-1) : known;
    const problems: string[] = [];
    for (const { about, files, options, hasVitest } of kinds) {
      const texts = await Promise.all(
        Object.entries(files).map(async ([path, source]) => [path, await programText(packed, source)]),
      );
      const create = hasVitest ? suiteProject : consumerProject;
      const folder = await create(packed, about.toLowerCase().replace(/[^a-z0-9]+/g, '-'), Object.fromEntries(texts));
      for (const compiler of used) {
        const found = await diagnostics(packed, compiler, folder, { ...strictest, ...options });
        problems.push(...found.map((text) => `TypeScript ${compiler.version}, ${about}: ${text}`));
      }
    }
    const refusing = await refusals(packed, scope);
    problems.push(...refusing.problems);
    const versions = [...used.map(({ version }) => version), ...refusing.versions.map((each) => `${each} (refused)`)];
    return {
      figure:
        `${counted(kinds.length * used.length, 'project')} with TypeScript ${versions.join(', ')}, ` +
        `${counted(problems.length, 'error')}`,
      problems,
      leftOut: refusing.leftOut,
    };
  },
};

/** A program of `consumers/typescript/`, code of the tests as a user would import it, or the example of the README. */
async function programText({ project, installed }: PackedPackage, source: string): Promise<string> {
  if (source.startsWith('test/'))
    return (await readFile(join(project, source), 'utf8')).replaceAll(
      "'../../scripts/index.js'",
      "'directory-contract'",
    );
  if (source !== 'README.md') return consumerText(`typescript/${source}`);
  return /^```ts\n(.*?)^```$/ms.exec(await readFile(join(installed, source), 'utf8'))?.[1] ?? 'No example.';
}

/** Compilers that are too old, each with the module resolutions that it supports. */
const tooOld = {
  'typescript@5.3': [
    { module: 'node16', moduleResolution: 'node16' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ],
  'typescript@4.9': [
    { module: 'node16', moduleResolution: 'node16' },
    { module: 'commonjs', moduleResolution: 'node' },
  ],
};

/** Checks that a compiler that is too old reports this with a clear sentence. */
async function refusals(
  packed: PackedPackage,
  scope: Extent,
): Promise<Record<'versions' | 'problems' | 'leftOut', string[]>> {
  const sentence = 'directory-contract needs TypeScript 5.4 or later';
  const [versions, problems, leftOut]: [string[], string[], string[]] = [[], [], []];
  if (scope === 'sample') return { versions, problems, leftOut };
  const files = { 'use.ts': await consumerText('typescript/too-old.ts') };
  for (const [spec, ways] of Object.entries(tooOld)) {
    const fetched = await fetchedPackage(spec, packed.folder);
    if ('reason' in fetched) {
      leftOut.push(`${spec}: ${fetched.reason}`);
      continue;
    }
    versions.push(fetched.version);
    for (const way of ways) {
      const name = `too-old-${spec}-${way.moduleResolution}`.replace(/[^a-z0-9]+/g, '-');
      const options = { ...strictest, types: [], skipLibCheck: true, ...way };
      const found = await diagnostics(packed, fetched, await consumerProject(packed, name, files), options);
      if (found.some((each) => each.includes(sentence))) continue;
      const instead = found.join('\n') || 'nothing';
      problems.push(`${spec} with ${way.moduleResolution}: expected "${sentence}", found: ${instead}`);
    }
  }
  return { versions, problems, leftOut };
}

/**
 * Type-checks a project below the consumer's folder.
 *
 * @returns the diagnostics of files in that folder, including the installed package. Diagnostics of other packages are
 * ignored, such as those of the types of Node.js under a newer compiler.
 */
async function diagnostics(
  packed: PackedPackage,
  compiler: Compiler,
  folder: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  // A consumer has no types of other packages of its own.
  const compilerOptions = { typeRoots: [join(packed.project, 'node_modules/@types')], ...options };
  await writeFiles(folder, { 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['**/*'] }) });
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
