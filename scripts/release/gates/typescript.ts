import { counted } from '../../text/numbers.js';
import { type Compiler, compilers, diagnostics, strictest } from '../compiler.js';
import { fetchedPackage } from '../fetched-package.js';
import type { Extent, Gate } from '../gate.js';
import { consumerProject, consumerText, type PackedPackage } from '../packed-package.js';
import { suiteProject } from '../suite-project.js';

const modes = ['node16', 'nodenext', 'bundler'] as const;
type Mode = (typeof modes)[number];

/** A consumer project: its files and compiler options. */
interface Consumer {
  /** Names the project in a message. */
  name: string;
  compiler: Compiler;
  files: Readonly<Record<string, string>>;
  options?: Readonly<Record<string, unknown>>;
}

export const typescriptGate: Gate = {
  name: 'typescript',
  about: 'type-checks in consumer projects, and reports wrong use there',
  async run(packed, scope) {
    const all = [...(await throughModes(packed, scope)), ...(await inSurroundings(packed, scope))];
    const problems: string[] = [];
    for (const consumer of all) problems.push(...(await check(packed, consumer)));
    problems.push(...(await withVitest(packed, scope)));
    const { refusing, old, leftOut } =
      scope === 'all' ? await refusals(packed) : { refusing: [], old: [], leftOut: [] };
    const versions = new Set(all.map(({ compiler }) => compiler.version));
    const shown = [...[...versions].sort(), ...refusing.map((version) => `${version} (refused)`)].join(', ');
    return {
      figure:
        `${counted(all.length, 'project')} with TypeScript ${shown}, ` +
        `${counted(problems.length + old.length, 'error')}`,
      problems: [...problems, ...old],
      leftOut,
    };
  },
};

/** One file for each way to import: as an ES module, as CommonJS, and with `import … = require(…)`. */
async function throughModes({ project }: PackedPackage, scope: Extent): Promise<Consumer[]> {
  const known = compilers(project);
  // The newest compiler is by far the fastest; each of the others takes longer than all of these.
  // It resolves modules by "node16" as by "nodenext".
  const sample: [Compiler, Mode][] = modes.slice(1).map((mode) => [known['7.0'], mode]);
  const pairs =
    scope === 'sample'
      ? sample
      : Object.values(known).flatMap((compiler) => modes.map((mode): [Compiler, Mode] => [compiler, mode]));
  const [everywhere, node, required] = await Promise.all(
    ['everywhere.ts', 'node.ts', 'require.cts'].map((name) => consumerText(`typescript/${name}`)),
  );
  return pairs.map(([compiler, mode]) => ({
    name: `TypeScript ${compiler.version}, ${mode}`,
    compiler,
    files: {
      'everywhere.mts': everywhere ?? '',
      'node.mts': node ?? '',
      'require.cts': required ?? '',
      // For `import`, a bundler uses the ES module in files of any extension.
      ...(mode === 'bundler' ? {} : { 'everywhere.cts': everywhere ?? '', 'node.cts': node ?? '' }),
    },
    options:
      mode === 'bundler'
        ? { module: 'preserve', moduleResolution: 'bundler' }
        : { module: mode, moduleResolution: mode },
  }));
}

/** Projects without the types of Node.js, and projects without the types of a page. */
async function inSurroundings({ project }: PackedPackage, scope: Extent): Promise<Consumer[]> {
  const known = compilers(project);
  const [everywhere, node] = await Promise.all(
    ['everywhere.ts', 'node.ts'].map((name) => consumerText(`typescript/${name}`)),
  );
  return (scope === 'sample' ? [known['7.0']] : Object.values(known)).flatMap((compiler): Consumer[] => [
    {
      name: `TypeScript ${compiler.version}, without types of Node.js`,
      compiler,
      files: { 'page.ts': everywhere ?? '' },
      options: { module: 'esnext', moduleResolution: 'bundler', types: [], typeRoots: [] },
    },
    {
      name: `TypeScript ${compiler.version}, without types of a page`,
      compiler,
      files: { 'everywhere.ts': everywhere ?? '', 'node.ts': node ?? '' },
      options: { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] },
    },
  ]);
}

async function check(packed: PackedPackage, { name, compiler, files, options }: Consumer): Promise<string[]> {
  const folder = await consumerProject(packed, name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), files);
  const found = await diagnostics(packed, compiler, folder, { ...strictest, ...options });
  return found.map((text) => `${name}: ${text}`);
}

/** Vitest is a peer dependency, which only this project has next to the package. */
async function withVitest(packed: PackedPackage, scope: Extent): Promise<string[]> {
  const known = compilers(packed.project);
  const home = await suiteProject(packed, 'suite-types', { 'suite.mts': await consumerText('typescript/vitest.ts') });
  const found: string[] = [];
  for (const compiler of scope === 'sample' ? [known['7.0']] : Object.values(known)) {
    const texts = await diagnostics(packed, compiler, home, {
      ...strictest,
      module: 'nodenext',
      moduleResolution: 'nodenext',
    });
    found.push(...texts.map((text) => `TypeScript ${compiler.version}, suite of Vitest: ${text}`));
  }
  return found;
}

/** Compilers that are too old, each with the module resolutions that it supports. */
const tooOld = [
  {
    spec: 'typescript@5.3',
    ways: [
      { module: 'node16', moduleResolution: 'node16' },
      { module: 'esnext', moduleResolution: 'bundler' },
    ],
  },
  {
    spec: 'typescript@4.9',
    ways: [
      { module: 'node16', moduleResolution: 'node16' },
      { module: 'commonjs', moduleResolution: 'node' },
    ],
  },
];

/** Checks that a compiler that is too old reports this with a clear sentence. */
async function refusals(packed: PackedPackage): Promise<{ refusing: string[]; old: string[]; leftOut: string[] }> {
  const sentence = 'directory-contract needs TypeScript 5.4 or later';
  const text = await consumerText('typescript/too-old.ts');
  const refusing: string[] = [];
  const old: string[] = [];
  const leftOut: string[] = [];
  for (const { spec, ways } of tooOld) {
    const fetched = await fetchedPackage(spec, packed.folder);
    if ('reason' in fetched) {
      leftOut.push(`${spec}: ${fetched.reason}`);
      continue;
    }
    refusing.push(fetched.version);
    for (const way of ways) {
      const name = `too-old-${spec}-${way.moduleResolution}`.replace(/[^a-z0-9]+/g, '-');
      const folder = await consumerProject(packed, name, { 'use.ts': text });
      const found = await diagnostics(packed, { version: spec, home: fetched.home }, folder, {
        ...strictest,
        types: [],
        skipLibCheck: true,
        ...way,
      });
      if (!found.some((each) => each.includes(sentence))) {
        old.push(
          `${spec} with ${way.moduleResolution}: expected "${sentence}", found: ${found.join('\n') || 'nothing'}`,
        );
      }
    }
  }
  return { refusing, old, leftOut };
}
