import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from './docs/once.js';
import { changelogFile, guideFolder } from './docs/read-written-files.js';
import { bytesOf, digestOf, digestOfFile } from './file-digest.js';
import { listSourceFiles, listSourceLinks } from './source/source-files.js';
import { type Step, steps } from './step-names.js';

const thisPackage = fileURLToPath(new URL('../../', import.meta.url));

/** Files of this package that all steps depend on, besides their code. */
const common = [
  // Settings, and the versions of packages: of those that are installed, and of those to install.
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'redocly.yaml',
  // Code that Node.js loads as it is.
  'scripts/build/compiled.js',
  'scripts/build/apart-thread.js',
  'scripts/build/source/redocly-host.js',
];

/** Files that a step reads. A slash ends a folder, with all that is below it. */
const ofStep: Readonly<Record<Step, readonly string[]>> = {
  // The rules are JavaScript, as are the parts of the contract that they use.
  lint: ['.spectral.yaml', 'scripts/spectral/', 'scripts/contract/*.js'],
  bundle: [],
  types: ['scripts/check/engine/baseline.ts', 'scripts/check/engine/fetched-contract.ts', 'scripts/check/model/'],
  client: [],
  validators: [],
  docs: [
    'scripts/build/docs/reference-template.hbs',
    'scripts/build/docs/notices/',
    'scripts/check/model/rules/texts/',
    'scripts/docs-page/icon.svg',
  ],
};

/** A digest for each step. */
export type StepInputs = Readonly<Record<Step, string>>;

/**
 * A digest for each step of everything that its result depends on: sources, code, settings, versions of tools. If it is
 * the same, the result is the same.
 *
 * @param code a digest of the code of each step
 * @param home the folder of the code
 */
export function stepInputs(project: string, code: StepInputs, home = thisPackage): StepInputs {
  const sources = sourcesOf(project);
  const document = sources.filter(({ isDocument }) => isDocument);
  const written = sources.filter(({ isWritten }) => isWritten);
  const machine = [process.version, process.platform, process.arch, process.env['NODE_OPTIONS']];
  const digest = once((path) => digestOfFile(join(home, path)));
  const inputs = steps.map((step) => {
    const files = filesOf(step, home).map((path) => [path, digest(path)]);
    const all = [machine, code[step], files, document, step === 'docs' ? written : []];
    return [step, digestOf(JSON.stringify(all))];
  });
  return Object.fromEntries(inputs) as StepInputs;
}

interface SourceDigest {
  path: string;
  digest: string;
  /** Whether the document may depend on it. */
  isDocument: boolean;
  /** Whether it is a page of the docs. */
  isWritten: boolean;
}

function sourcesOf(project: string): SourceDigest[] {
  const paths = [...listSourceFiles(project, ''), ...listSourceLinks(project), changelogFile];
  const files = paths.map((path) => ({ path, bytes: bytesOf(join(project, path)) }));
  const isMarkdown = (path: string): boolean => path.endsWith('.md');
  // Nothing forbids a reference to such a file.
  const isReferred = files.some(({ path, bytes }) => !isMarkdown(path) && bytes?.includes('.md'));
  return files.map(({ path, bytes }) => ({
    path,
    digest: `${linkedTo(join(project, path))}${bytes && digestOf(bytes)}`,
    isDocument: path !== changelogFile && (isReferred || !isMarkdown(path)),
    isWritten: path === changelogFile || path.startsWith(`${guideFolder}/`),
  }));
}

/** Where a symbolic link leads; undefined for any other file. */
function linkedTo(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The files of a package that a step reads besides its code, relative to the package. */
export function filesOf(step: Step, home = thisPackage): string[] {
  return [...common, ...ofStep[step]].flatMap((path) => filesIn(path, home));
}

function filesIn(path: string, home: string): string[] {
  const [, folder = '', extension] = /^(.*\/)(?:\*(\.\w+))?$/.exec(path) ?? [];
  if (folder === '') return [path];
  const names = readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' });
  const wanted = names.filter((name) => extension === undefined || name.endsWith(extension));
  return wanted.sort().map((name) => folder + name.replaceAll('\\', '/'));
}
