import { counted } from '../../text/numbers.js';
import { compilers, diagnostics, strictest } from '../compiler.js';
import type { Extent, Gate } from '../gate.js';
import { consumerProject, consumerText, type PackedPackage, suiteProject } from '../packed-package.js';
import { fetchedPackage } from '../program.js';

/** A kind of consumer project: its files, from `consumers/typescript/`, and its compiler options. */
interface Kind {
  /** Names the project in a message. */
  about: string;
  files: Readonly<Record<string, string>>;
  options: Readonly<Record<string, unknown>>;
  /** The newest compiler treats it as another kind, so the sample leaves it out. */
  isRepeated?: boolean;
  /** Vitest is a peer dependency, which only this project has next to the package. */
  hasVitest?: boolean;
}

/** One file for each way to import: as an ES module, as CommonJS, and with `import … = require(…)`. */
const modules = { 'everywhere.mts': 'everywhere.ts', 'node.mts': 'node.ts', 'require.cts': 'require.cts' };
/** For `import`, a bundler uses the ES module in files of any extension; Node.js does not. */
const both = { ...modules, 'everywhere.cts': 'everywhere.ts', 'node.cts': 'node.ts' };
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };

const kinds: readonly Kind[] = [
  { about: 'node16', files: both, options: { module: 'node16', moduleResolution: 'node16' }, isRepeated: true },
  { about: 'nodenext', files: both, options: nodenext },
  { about: 'bundler', files: modules, options: { module: 'preserve', moduleResolution: 'bundler' } },
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
    const { '7.0': newest, ...older } = compilers(packed.project);
    // The newest compiler is by far the fastest; each of the others takes longer than the whole sample.
    const used = scope === 'sample' ? [newest] : [...Object.values(older), newest];
    const chosen = kinds.filter(({ isRepeated }) => scope === 'all' || !isRepeated);
    const problems: string[] = [];
    for (const { about, files, options, hasVitest } of chosen) {
      const texts = await Promise.all(
        Object.entries(files).map(async ([path, source]) => [path, await consumerText(`typescript/${source}`)]),
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
        `${counted(chosen.length * used.length, 'project')} with TypeScript ${versions.join(', ')}, ` +
        `${counted(problems.length, 'error')}`,
      problems,
      leftOut: refusing.leftOut,
    };
  },
};

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
