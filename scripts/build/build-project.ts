import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../contract/document.js';
import { BuildError } from '../text/problem.js';
import { isSystemError } from '../text/system-error.js';
import type { Artefact } from './artefact.js';
import { doneWith, keepBuild, readLastBuild, type UnchangedFile, unchangedFiles } from './last-build.js';
import type { BuildWatcher } from './running.js';
import type { SourceMap } from './source/source-map.js';
import { sourcesFile, sourcesPath } from './sources-file.js';
import { type StepInputs, stepInputs } from './step-inputs.js';
import { type Step, steps } from './step-names.js';
import type { KnownDocument, MadeSteps } from './steps.js';
import { committed, firstDifference, writeChanged } from './write.js';

/** The compiled code of the build. */
export interface CompiledCode {
  fileOf(module: URL): URL | undefined;
  /** A digest for each step of the code that its result depends on. */
  digests: Readonly<Record<Step, string>>;
}

export interface ProjectBuild {
  code: CompiledCode;
  /** Compares the committed files instead of writing them. */
  isCheck: boolean;
  /** Does every step. */
  isForced: boolean;
  watcher: BuildWatcher & { unchanged(step: string): void };
  /** The one file of the types that no room below makes. */
  configSchemaFile(): Promise<Artefact>;
}

/**
 * Builds a project. A step whose inputs are the same as when it last succeeded, and whose files are as it made them, is
 * not done again.
 *
 * @returns all files of the steps
 * @throws BuildError if the document has a problem, a file cannot be written, or a committed file differs
 */
export async function buildProject(
  project: string,
  wanted: readonly Step[],
  build: ProjectBuild,
): Promise<(Artefact | UnchangedFile)[]> {
  const { code, isCheck, isForced, watcher } = build;
  const inputs = inputsOf(project, code);
  const last = isForced ? {} : readLastBuild(project);
  const unchanged = (step: Step): UnchangedFile[] | undefined =>
    inputs && unchangedFiles(project, last[step], inputs[step]);

  // Every build lints.
  const needed = steps.filter((step) => step === 'lint' || wanted.includes(step));
  const files = new Map<Step, readonly (Artefact | UnchangedFile)[]>();
  for (const step of needed) {
    const kept = unchanged(step);
    if (!kept) continue;
    files.set(step, kept);
    watcher.unchanged(step);
  }
  if (files.has('bundle')) files.set('bundle', [...(files.get('bundle') ?? []), sourcesFile(project)]);

  const due = needed.filter((step) => !files.has(step));
  if (due.length > 0) {
    const isLinted = files.has('lint');
    const bundled = isLinted && unchanged('bundle') ? readBundled(project) : undefined;
    for (const [step, artefacts] of await makeDue(project, due, build, { isLinted, bundled }))
      files.set(step, artefacts);
  }
  const all = needed.flatMap((step) => files.get(step) ?? []);
  const artefacts = all.filter((file) => 'text' in file);
  if (isCheck) {
    const difference = firstDifference(project, artefacts);
    if (difference) throw new BuildError(`${difference}\nRun "npm run build" and commit what it writes.`);
  }
  // Files that are not committed are written even with --check, so that generated/ is complete.
  writeChanged(project, isCheck ? artefacts.filter(({ path }) => !committed.has(path)) : artefacts, all);
  if (inputs && due.length > 0) remember(project, due, inputs, inputsOf(project, code), files);
  return all;
}

async function makeDue(
  project: string,
  due: readonly Step[],
  { code, watcher, configSchemaFile }: ProjectBuild,
  known: KnownDocument,
): Promise<MadeSteps> {
  // If nothing is due, none of this is loaded.
  const [{ makeSteps }, { onceOnly }] = await Promise.all([import('./steps.js'), import('./means.js')]);
  const made = await makeSteps(project, due, watcher, (end) => onceOnly(end, code.fileOf), known);
  const types = made.get('types');
  return types ? new Map(made).set('types', [...types, await configSchemaFile()]) : made;
}

/** Keeps what was done, unless somebody has changed an input in the meantime. */
function remember(
  project: string,
  done: readonly Step[],
  inputs: StepInputs,
  inputsNow: StepInputs | undefined,
  files: ReadonlyMap<Step, readonly (Artefact | UnchangedFile)[]>,
): void {
  const certain = done.filter((step) => inputs[step] === inputsNow?.[step]);
  const made = certain.map((step) => {
    // The list of sources depends on files that nothing else depends on, and is made by every build.
    const own = files.get(step)?.filter((file) => 'text' in file && file.path !== sourcesPath) ?? [];
    return [step, doneWith(inputs[step], own as Artefact[])] as const;
  });
  keepBuild(project, Object.fromEntries(made));
}

/** Undefined if something cannot be read; the step that needs it says so. */
function inputsOf(project: string, { digests }: CompiledCode): StepInputs | undefined {
  try {
    return stepInputs(project, digests);
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** The document and its map from their files, which are as the build has made them. */
function readBundled(project: string): KnownDocument['bundled'] {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(project, 'generated', name), 'utf8'));
  return { document: read('openapi.json') as OpenApiDocument, map: read('source-map.json') as SourceMap };
}
