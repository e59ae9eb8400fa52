import type { OpenApiDocument } from '../contract/document.js';
import type { Artefact, Made } from './artefact.js';
import { type BuildMeans, onceOnly } from './means.js';
import { type BuildWatcher, type Running, stopwatch } from './running.js';
import type { SourceMap } from './source/source-map.js';
import type { Step } from './step-names.js';

export type { Artefact } from './artefact.js';
export type { BuildWatcher } from './running.js';
export { type Step, steps } from './step-names.js';

/** What an earlier build has found out about the same files. */
export interface KnownDocument {
  /** The lint has found no problem. */
  isLinted: boolean;
  bundled: { document: OpenApiDocument; map: SourceMap } | undefined;
}

const nothingKnown: KnownDocument = { isLinted: false, bundled: undefined };

/** The artefacts of a build, by the step that made them. */
export type MadeSteps = ReadonlyMap<Step, readonly Artefact[]>;

/** Makes the artefacts of the given steps, as `makeSteps` does. */
export async function makeArtefacts(...given: Parameters<typeof makeSteps>): Promise<Artefact[]> {
  return [...(await makeSteps(...given)).values()].flat();
}

/**
 * Makes the artefacts of the given steps, in memory. Independent steps run in parallel: Redocly in a process of its
 * own, the docs and the TypeScript compiler in threads, Spectral and the generators in this one.
 *
 * @param meansFor the tools of the build until it ends; in a series of builds, they may reuse earlier results
 * @throws BuildError if the document has any problem; then no file should be written
 */
export async function makeSteps(
  project: string,
  wanted: readonly Step[],
  watcher: BuildWatcher,
  meansFor: (end: AbortSignal) => BuildMeans = onceOnly,
  known = nothingKnown,
): Promise<MadeSteps> {
  const stop = new AbortController();
  try {
    const means = meansFor(stop.signal);
    const running = { ...means, project, timed: stopwatch(watcher, means), signal: stop.signal };
    return await make(new Set(wanted), running, known);
  } finally {
    // After an error, nobody waits for the remaining steps.
    stop.abort();
  }
}

async function make(wanted: ReadonlySet<Step>, running: Running, known: KnownDocument): Promise<MadeSteps> {
  // Modules of steps are loaded if they are needed. Threads begin to load theirs while the document is read.
  const makeTypes = wanted.has('types') ? (await import('./steps/types-files.js')).typesFiles(running) : undefined;
  const makeDocs = wanted.has('docs') ? (await import('./steps/docs-files.js')).docsFiles(running) : undefined;
  const makeValidators = wanted.has('validators')
    ? (await import('./steps/validators-files.js')).validatorsFiles
    : undefined;

  const { bundling, linting } = await checked(running, known);
  // The docs start first, since they take longest.
  const [docs, types, validators] = [makeDocs, makeTypes, makeValidators].map((makeFiles) => {
    const making = makeFiles && bundling.then(({ value }) => makeFiles(value, running));
    // Awaited below; problems from the lint are thrown first, since they may explain these failures.
    making?.catch(() => undefined);
    return making;
  });
  const map = await linting();
  const bundled = await bundling;
  const made = new Map<Step, readonly Artefact[]>();
  if (wanted.has('bundle'))
    made.set('bundle', await (await import('./steps/bundle-files.js')).bundleFiles(bundled, map, running));
  if (wanted.has('client'))
    made.set('client', await (await import('./steps/client-files.js')).clientFiles(bundled.value, map, running));
  if (types) made.set('types', await types);
  if (validators) made.set('validators', await validators);
  if (docs) made.set('docs', await docs);
  return made;
}

/** The document, and the lint that must pass before anything is written; what is known is not done again. */
async function checked(
  running: Running,
  { isLinted, bundled }: KnownDocument,
): Promise<{ bundling: Promise<Made<OpenApiDocument>>; linting(): Promise<SourceMap> }> {
  if (isLinted && bundled) {
    const { document: value, map } = bundled;
    return { bundling: Promise.resolve({ value, milliseconds: 0 }), linting: async () => map };
  }
  const { readDocument, sourceMap } = await import('./steps/document.js');
  const read = await readDocument(running);
  return {
    bundling: read.bundling,
    linting: async () => {
      if (isLinted) return sourceMap((await read.bundling).value, read.source);
      return (await import('./steps/lint.js')).lint(read, running);
    },
  };
}
