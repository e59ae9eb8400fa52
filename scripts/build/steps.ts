import type { Artefact } from './artefact.js';
import { type BuildWatcher, type LintedDocument, type Running, runningBuild } from './running.js';
import { lint } from './steps/lint.js';

export type { Artefact } from './artefact.js';
export type { BuildWatcher } from './running.js';

/** Makes the files of a step. */
type Maker = (linted: LintedDocument, running: Running) => Promise<Artefact[]>;

/** The steps that make files, in their order. Each is loaded only if it is wanted, because most load large tools. */
const makers = {
  bundle: async (): Promise<Maker> => (await import('./steps/bundle-files.js')).bundleFiles,
  types: async (): Promise<Maker> => (await import('./steps/types-files.js')).typesFiles,
  client: async (): Promise<Maker> => (await import('./steps/client-files.js')).clientFiles,
  validators: async (): Promise<Maker> => (await import('./steps/validators-files.js')).validatorsFiles,
  docs: async (): Promise<Maker> => (await import('./steps/docs-files.js')).docsFiles,
};

/** The steps of a build. `lint` makes no files; the other steps make files only if the lint passes. */
export type Step = 'lint' | keyof typeof makers;
export const steps: readonly Step[] = ['lint', ...(Object.keys(makers) as (keyof typeof makers)[])];

/**
 * Makes the artefacts of the given steps, in memory, after a lint. Redocly works in processes of its own meanwhile.
 *
 * @param stop ends the build
 * @throws BuildError if the document has any problem; then no file should be written
 */
export async function makeArtefacts(
  project: string,
  wanted: readonly Step[],
  watcher: BuildWatcher,
  stop?: AbortSignal,
): Promise<Artefact[]> {
  const end = new AbortController();
  const running = runningBuild(project, watcher, AbortSignal.any([end.signal, ...(stop ? [stop] : [])]));
  try {
    const linted = await lint(running);
    const artefacts: Artefact[] = [];
    for (const [step, load] of Object.entries(makers)) {
      if (!wanted.includes(step as Step)) continue;
      const make = await load();
      artefacts.push(...(await make(linted, running)));
    }
    return artefacts;
  } finally {
    // After an error, nobody waits for the remaining processes.
    end.abort();
  }
}
