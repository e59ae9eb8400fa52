import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersSchema } from '../answers/answers-schema.js';
import type { OpenApiDocument } from '../contract/document.js';
import { groupBy } from '../text/group-by.js';
import { BuildError, type Problem, sortProblems } from '../text/problem.js';
import { formatDuration, formatSize } from '../text/progress.js';
import { clientModule } from './artefacts/client.js';
import { examplesText } from './artefacts/examples.js';
import { contractModuleText, contractModuleTypes, moduleText } from './artefacts/generated-module.js';
import { entryGuardModule } from './artefacts/is-partner-entry.js';
import { createJsonSchemas } from './artefacts/json-schemas.js';
import { operationFunctionsModule } from './artefacts/operation-functions.js';
import { operationTableModule } from './artefacts/operation-table.js';
import { partnerEntryUpdateModule } from './artefacts/partner-entry-update.js';
import { tanstackQueryModule } from './artefacts/tanstack-query.js';
import { lintSource, loadBundleLint } from './lint/lint.js';
import { bundle, bundleJson, bundleText } from './source/bundle.js';
import { checkLayout } from './source/layout.js';
import { readSource } from './source/source.js';
import { listSourceFiles } from './source/source-files.js';
import { createSourceMap, type SourceMap, sourceMapText } from './source/source-map.js';

export interface Artefact {
  /** The path of the file relative to the project, with forward slashes. */
  path: string;
  text: string;
  /** The duration of the part of a step that created the file. All files of a part have the same duration. */
  milliseconds: number;
}

/** The bundled document from `openapi/`, in which no tool found a problem. */
interface LintedDocument {
  project: string;
  document: OpenApiDocument;
  map: SourceMap;
  /** A signal for processes of the build. It is aborted when the build ends, fails or is stopped. */
  signal: AbortSignal;
}

/** The texts of files, by path below `generated/`. */
type Texts = Readonly<Record<string, string>>;

type StepParts = Readonly<Record<string, (input: LintedDocument) => Texts | Promise<Texts>>>;

/** The folder below `generated/` for the schemas of files that the check reads and writes. */
export const checkFolder = 'check';

/** The steps that create files, in order, each with its parts. Parts load large tools only when they run. */
const partsByStep = {
  bundle: {
    'bundled document': ({ project, document, map }) => ({
      'openapi.yaml': bundleText(document),
      'openapi.json': bundleJson(document),
      'contract.js': contractModuleText(document),
      'contract.d.ts': contractModuleTypes,
      'source-map.json': sourceMapText(map),
      'sources.sha256': sourceDigests(project),
    }),
    'JSON Schemas': ({ document }) =>
      withFolder('schemas', {
        ...createJsonSchemas(document),
        // Editors use this schema for the answers file.
        'answers.schema.json': `${JSON.stringify(answersSchema(document['x-unknowns'] ?? []), undefined, 2)}\n`,
      }),
  },
  types: {
    types: async ({ document }) => {
      const [{ typesText }, { ownTypeTools }] = await Promise.all([
        import('./artefacts/types.js'),
        import('./artefacts/own-type-tools.js'),
      ]);
      return { 'types.ts': await typesText(document, ownTypeTools) };
    },
    'schemas of the check': async () =>
      withFolder(checkFolder, (await import('./artefacts/type-schema.js')).createCheckSchemas()),
  },
  client: {
    'operation table': ({ document }) => ({ 'operation-table.ts': moduleText(operationTableModule(document)) }),
    client: ({ document }) => ({ 'client.ts': moduleText(clientModule(document)) }),
    'operation functions': ({ document }) => ({ 'operations.ts': moduleText(operationFunctionsModule(document)) }),
    'TanStack Query': ({ document }) => ({ 'tanstack-query.ts': moduleText(tanstackQueryModule(document)) }),
    'partner entry update': ({ document, map }) => ({
      'partner-entry-update.ts': moduleText(partnerEntryUpdateModule(document, map)),
    }),
    'partner entry guard': ({ document }) => ({ 'is-partner-entry.ts': moduleText(entryGuardModule(document)) }),
    examples: ({ document, map }) => ({ 'examples.ts': examplesText(document, map) }),
  },
  validators: {
    validators: async ({ document }) => {
      const { schemaValidators } = await import('./artefacts/validators/validators-file.js');
      return withFolder('validators', await schemaValidators(document));
    },
  },
  docs: {
    docs: async ({ project, document, signal }) => {
      const [{ buildDocsSite }, { readGuideFiles }] = await Promise.all([
        import('./docs/site.js'),
        import('./docs/pages/guide-pages.js'),
      ]);
      const files = await buildDocsSite(document, readGuideFiles(project), signal);
      return withFolder('docs', Object.fromEntries(files.map(({ path, text }) => [path, text])));
    },
  },
} satisfies Record<string, StepParts>;

function withFolder(folder: string, texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text]));
}

/** The steps of a build. `lint` creates no files; the other steps create files only if the lint passes. */
export type Step = 'lint' | keyof typeof partsByStep;
export const steps: readonly Step[] = ['lint', ...(Object.keys(partsByStep) as (keyof typeof partsByStep)[])];

/** Receives progress: the start of each part of a step, and its end with its duration. */
export interface BuildWatcher {
  begin(task: string): void;
  end(task: string, milliseconds: number): void;
}

type MeasureTask = <Value>(task: string, work: () => Value | Promise<Value>) => Promise<Value>;

/**
 * Lints the document, then creates the artefacts of the given steps, in memory. Redocly runs in separate processes.
 *
 * @throws BuildError if the document has any problem; callers must then write no file
 */
export async function makeArtefacts(
  project: string,
  selection: readonly Step[],
  watcher: BuildWatcher,
  stopSignal?: AbortSignal,
): Promise<Artefact[]> {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, ...(stopSignal ? [stopSignal] : [])]);
  const measure: MeasureTask = async (task, work) => {
    signal.throwIfAborted();
    watcher.begin(task);
    const start = performance.now();
    const value = await work();
    watcher.end(task, performance.now() - start);
    return value;
  };
  try {
    const input = await lint(project, measure, signal);
    const artefacts: Artefact[] = [];
    for (const [step, parts] of Object.entries<StepParts>(partsByStep)) {
      for (const [name, make] of selection.includes(step as Step) ? Object.entries(parts) : []) {
        const start = performance.now();
        const texts = await measure(name, () => make(input));
        const milliseconds = performance.now() - start;
        for (const [path, text] of Object.entries(texts))
          artefacts.push({ path: `generated/${path}`, text, milliseconds });
      }
    }
    return artefacts;
  } finally {
    // End processes that still run after a part has failed.
    controller.abort();
  }
}

/** Reads, bundles and lints the document with all tools. @throws BuildError if any of them finds a problem */
async function lint(project: string, measure: MeasureTask, signal: AbortSignal): Promise<LintedDocument> {
  const source = await measure('read openapi/', () => readSource(project));
  // Start Redocly only after `readSource`, because no tool may open a file that `readSource` refuses.
  const bundleTask = measure('bundle', () => bundle(project, signal));
  const lintTask = measure('lint the source (Redocly)', () => lintSource(project, signal));
  for (const work of [bundleTask, lintTask]) work.catch(() => undefined); // The promises are awaited below.
  const layoutProblems = checkLayout(source, project);
  const lintBundle = await measure('load the rules', loadBundleLint);
  const outcome = await bundleTask.then(
    (document) => ({ document }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) {
    refuse([...layoutProblems, ...(await lintTask)]);
    throw outcome.error;
  }
  const { document } = outcome;
  const map = createSourceMap(document, source);
  const bundleProblems = await measure('lint the bundle (Spectral)', () => lintBundle(document, map));
  const sourceProblems = await lintTask;
  // Below an unknown key, Redocly leaves references unresolved, so most problems that Spectral finds come from one
  // misspelt key. Show them only after that key is corrected.
  const areReferencesResolved =
    sourceProblems.every(({ rule }) => rule !== 'struct') || bundleProblems.every(({ rule }) => rule !== 'invalid-ref');
  refuse([...layoutProblems, ...sourceProblems, ...(areReferencesResolved ? bundleProblems : [])]);
  return { project, document, map, signal };
}

/** Throws if there is any problem. */
function refuse(problems: Problem[]): void {
  const sortedProblems = sortProblems(problems);
  if (sortedProblems.length > 0) throw new BuildError('The document has problems.', sortedProblems);
}

/**
 * One digest per file under `openapi/`, in the format of sha256sum. The file is committed, so that `--check` also
 * notices changes that affect no other artefact, such as in a comment or a guide.
 */
function sourceDigests(project: string): string {
  const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  return listSourceFiles(project, '')
    .map((path) => `${digest(join(project, path))}  ${path}\n`)
    .join('');
}

/** Table rows with the path, size and time of each artefact; a folder below `generated/` is one row. */
export function artefactRows(files: readonly Artefact[]): string[][] {
  return [...groupBy(files, ({ path }) => path.split('/').slice(0, 2).join('/'))].map(([name, files]) => {
    const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
    const [first] = files;
    const path = files.length > 1 ? `${name}/ (${files.length} files)` : first.path;
    return [path, formatSize(bytes), formatDuration(first.milliseconds)];
  });
}
