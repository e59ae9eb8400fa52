import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersSchema } from '../answers/answers-schema.js';
import type { OpenApiDocument } from '../contract/document.js';
import { BuildError, type Problem, sortProblems } from '../text/problem.js';
import { clientText } from './artefacts/client.js';
import type { CompilerTexts } from './artefacts/compiler-texts.js';
import { contractModuleText, contractModuleTypes } from './artefacts/contract-module.js';
import { examplesText } from './artefacts/examples.js';
import { isPartnerEntryText } from './artefacts/is-partner-entry.js';
import { jsonSchemas } from './artefacts/json-schemas.js';
import { operationTableText } from './artefacts/operation-table.js';
import { partnerEntryUpdateText } from './artefacts/partner-entry-update.js';
import { bodyValidatorsText, bodyValidatorsTypes } from './artefacts/validators/body-validators.js';
import { schemaValidators } from './artefacts/validators/schema-validators.js';
import { withoutProse } from './artefacts/validators/without-prose.js';
import { readWrittenFiles } from './docs/read-written-files.js';
import { referencePage } from './docs/reference.js';
import { docsSite } from './docs/site.js';
import type { SiteFile } from './docs/site-file.js';
import { lintSource, loadBundleLint } from './lint/lint.js';
import { anew, type BuildMeans } from './means.js';
import { bundle, bundleJson, bundleText } from './source/bundle.js';
import { checkLayout } from './source/layout.js';
import { readSource } from './source/source.js';
import { listSourceFiles } from './source/source-files.js';
import { type SourceMap, sourceMap, sourceMapText } from './source/source-map.js';

/** The steps of a build. `lint` makes no files; the other steps make files only if the lint passes. */
export const steps = ['lint', 'bundle', 'types', 'client', 'validators', 'docs'] as const;
export type Step = (typeof steps)[number];

/** A file to write. */
export interface Artefact {
  /** Relative to the project, with forward slashes. */
  path: string;
  text: string;
  /** How long its step took; files that one step makes share its time. */
  milliseconds: number;
}

/** Receives progress: the start of a step, and its end with its duration. */
export interface BuildWatcher {
  begin(step: string): void;
  end(step: string, milliseconds: number): void;
}

/**
 * Makes the artefacts of the given steps, in memory. Independent steps run in parallel: Redocly in separate processes,
 * Spectral and the generators in this one.
 *
 * @param means the tools of the build; in a series of builds, they may reuse earlier results
 * @throws BuildError if the document has any problem; then no file should be written
 */
export async function makeArtefacts(
  project: string,
  wanted: readonly Step[],
  watcher: BuildWatcher,
  means: BuildMeans = anew,
): Promise<Artefact[]> {
  const stop = new AbortController();
  try {
    return await make(project, wanted, { ...means, timed: stopwatch(watcher, means), signal: stop.signal });
  } finally {
    // After an error, nobody waits for the remaining steps.
    stop.abort();
  }
}

interface Running extends BuildMeans {
  timed: Timed;
  signal: AbortSignal;
}

async function make(project: string, wanted: readonly Step[], running: Running): Promise<Artefact[]> {
  const { timed, redocly, signal } = running;
  // Loading the TypeScript compiler takes long, so it starts first and in its own thread.
  const typesOf = wanted.includes('types')
    ? running.apart<OpenApiDocument, CompilerTexts>(
        new URL('./artefacts/compiler-texts.ts', import.meta.url),
        'compilerTexts',
        signal,
      )
    : undefined;
  const { value: source } = await timed('read openapi/', undefined, () => readSource(project, running.parse));
  const texts = [...source].map(([path, { text }]) => [path, text]);
  const layout = checkLayout(source, project);

  // The bundle starts first, since most steps need it, and the docs next, since they take longest.
  const bundling = timed('bundle', [texts], () => bundle(project, redocly));
  const site = wanted.includes('docs') ? bundling.then(({ value }) => makeSite(project, value, running)) : undefined;
  // Both are awaited below; problems from the lint are thrown first, since they may explain these failures.
  for (const later of [bundling, site]) later?.catch(() => undefined);
  const { value: lintBundle } = await timed('load the rules', [], () => loadBundleLint());
  const bundled = await bundling.catch((error: unknown) => ({ error }));
  const linting = timed('lint the source (Redocly)', [texts], () => lintSource(project, redocly));
  if ('error' in bundled) {
    refuse([...layout, ...(await linting).value]);
    throw bundled.error;
  }
  const { value: document } = bundled;
  const typing = typesOf && timed('types', [document], () => typesOf(document));
  const structure = withoutProse(document);
  const validating = wanted.includes('validators')
    ? ([
        timed('validators', [structure], () => schemaValidators(structure)),
        timed('body validators', [structure], () => bodyValidatorsText(structure)),
      ] as const)
    : undefined;
  for (const later of [typing, ...(validating ?? [])]) later?.catch(() => undefined);
  const map = sourceMap(document, source);
  const spectral = timed('lint the bundle (Spectral)', [document, map], () => lintBundle(document, map));
  const { value: fromSpectral } = await spectral;
  refuse([...layout, ...(await linting).value, ...fromSpectral]);

  const artefacts: Artefact[] = [];
  if (wanted.includes('bundle')) artefacts.push(...(await bundleArtefacts(project, bundled, map, timed)));
  for (const [name, step, textOf] of wanted.includes('client') ? clientFiles : []) {
    const made = await timed(step, [document, map], () => textOf(document, map));
    artefacts.push(file(`generated/${name}.ts`, made));
  }
  if (typing) artefacts.push(...typeArtefacts(await typing));
  if (validating) {
    const [ofSchemas, ofBodies] = validating;
    artefacts.push(...folder('generated/validators', await ofSchemas));
    artefacts.push(...bodyArtefacts(await ofBodies));
  }
  if (site) {
    const { value: files, milliseconds } = await site;
    artefacts.push(...files.map(({ path, text }) => ({ path: `generated/docs/${path}`, text, milliseconds })));
  }
  return artefacts;
}

function makeSite(project: string, document: OpenApiDocument, running: Running): Promise<Made<SiteFile[]>> {
  const { timed, redocly, signal } = running;
  const written = readWrittenFiles(project);
  const reference = (bundle: OpenApiDocument): Promise<string> =>
    running.make('reference page', [bundle], () => referencePage(bundle, signal, redocly));
  return timed('docs', [document, written], () => docsSite(document, written, reference));
}

/** Files of the client: name, name of the step, and the function that makes the text. */
const clientFiles: readonly (readonly [
  name: string,
  step: string,
  textOf: (document: OpenApiDocument, map: SourceMap) => string | Promise<string>,
])[] = [
  ['operation-table', 'operation table', operationTableText],
  ['client', 'client', clientText],
  ['partner-entry-update', 'partner entry update', partnerEntryUpdateText],
  ['is-partner-entry', 'partner entry guard', isPartnerEntryText],
  ['examples', 'examples', examplesText],
];

async function bundleArtefacts(
  project: string,
  { value: document, milliseconds }: Made<OpenApiDocument>,
  map: SourceMap,
  timed: Timed,
): Promise<Artefact[]> {
  const schemas = await timed('JSON Schemas', [document], () => jsonSchemas(document));
  return [
    { path: 'generated/openapi.yaml', text: bundleText(document), milliseconds },
    { path: 'generated/openapi.json', text: bundleJson(document), milliseconds },
    { path: 'generated/contract.js', text: contractModuleText(document), milliseconds },
    { path: 'generated/contract.d.ts', text: contractModuleTypes, milliseconds },
    { path: 'generated/source-map.json', text: sourceMapText(map), milliseconds },
    { path: 'generated/sources.sha256', text: digests(project), milliseconds },
    ...folder('generated/schemas', schemas),
    file('generated/schemas/answers.schema.json', { ...schemas, value: answersSchemaText(document) }),
  ];
}

function typeArtefacts(made: Made<CompilerTexts>): Artefact[] {
  return [
    file('generated/types.ts', { ...made, value: made.value.types }),
    ...folder(checkFolder, { ...made, value: made.value.checkSchemas }),
  ];
}

function bodyArtefacts(made: Made<string>): Artefact[] {
  return [
    file('generated/body-validators.js', made),
    file('generated/body-validators.d.ts', { ...made, value: bodyValidatorsTypes }),
  ];
}

/** A single file of a step. */
function file(path: string, { value: text, milliseconds }: Made<string>): Artefact {
  return { path, text, milliseconds };
}

/** The JSON Schema for editors of the file in which people answer the open questions. */
function answersSchemaText(document: OpenApiDocument): string {
  return `${JSON.stringify(answersSchema(document['x-unknowns'] ?? []), undefined, 2)}\n`;
}

/** The folder for schemas of files that the check reads and writes. */
export const checkFolder = 'generated/check';

/** The files that a step makes in a folder, from texts by name. */
function folder(path: string, { value, milliseconds }: Made<Record<string, string>>): Artefact[] {
  return Object.entries(value).map(([name, text]) => ({ path: `${path}/${name}`, text, milliseconds }));
}

/** Throws if there is any problem. */
function refuse(problems: Problem[]): void {
  const sorted = sortProblems(problems);
  if (sorted.length > 0) throw new BuildError('The document has problems.', sorted);
}

/**
 * One digest per file under `openapi/`, in the format of sha256sum. It is committed, so that `--check` also notices
 * changes without effect on other artefacts: in a comment or a guide.
 */
function digests(project: string): string {
  return listSourceFiles(project, '')
    .map(
      (path) =>
        `${createHash('sha256')
          .update(readFileSync(join(project, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('');
}

/** The result of a step, and its duration. */
interface Made<T> {
  value: T;
  milliseconds: number;
}

/** Does a step, unless it was done before with the same inputs; without inputs it is always done. */
type Timed = <T>(step: string, inputs: readonly unknown[] | undefined, work: () => T | Promise<T>) => Promise<Made<T>>;

function stopwatch(watcher: BuildWatcher, means: BuildMeans): Timed {
  return async (step, inputs, work) => {
    const timed = async () => {
      watcher.begin(step);
      const start = performance.now();
      const value = await work();
      const milliseconds = performance.now() - start;
      watcher.end(step, milliseconds);
      return { value, milliseconds };
    };
    return inputs === undefined ? timed() : means.make(step, inputs, timed);
  };
}
