import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, bundleJson, bundleText } from './bundle.js';
import { clientText } from './client.js';
import { checkLayout } from './layout.js';
import { lintSource, loadBundleLint } from './lint.js';
import type { OpenApiDocument } from './openapi.js';
import { operationTableText } from './operation-table.js';
import { BuildError, sortProblems, type Problem } from './problem.js';
import { sourceMap, sourceMapText } from './source-map.js';
import { listSourceFiles, readSource } from './source.js';

/** What can be made from the document. `lint` makes nothing, and everything else makes nothing unless it passes. */
export const steps = ['lint', 'bundle', 'types', 'client', 'docs'] as const;
export type Step = (typeof steps)[number];

/** Files to write, relative to the project, with their whole text. */
export type Artefacts = Map<string, string>;

/** What the build tells whoever watches: a step begins, or it has ended after so many milliseconds. */
export interface BuildWatcher {
  begin(step: string): void;
  end(step: string, milliseconds: number): void;
}

/**
 * Makes the artefacts of the given steps, in memory. Independent steps run side by side: Redocly in processes of its
 * own, Spectral and the generators here.
 *
 * @throws BuildError when the document is wrong in any way; then there is nothing to write
 */
export async function makeArtefacts(
  project: string,
  wanted: readonly Step[],
  watcher: BuildWatcher,
): Promise<Artefacts> {
  const timed = stopwatch(watcher);
  const source = await timed('read openapi/', () => readSource(project));
  const layout = checkLayout(source, project);
  const [document, fromRedocly, lintBundle] = await Promise.all([
    timed('bundle', () => settle(bundle(project))),
    timed('lint the source (Redocly)', () => lintSource(project)),
    timed('load the rules', () => loadBundleLint()),
  ]);
  if (!document.ok) refuse([...layout, ...fromRedocly], document.error);
  const map = sourceMap(document.value, source);

  const docs = wanted.includes('docs') ? timed('docs', () => import('./docs.js').then((m) => m.referencePage(document.value))) : undefined;
  docs?.catch(() => undefined);
  const fromSpectral = await timed('lint the bundle (Spectral)', () => lintBundle(document.value, map));
  refuse([...layout, ...fromRedocly, ...fromSpectral]);

  const artefacts: Artefacts = new Map();
  if (wanted.includes('bundle')) {
    artefacts.set('generated/openapi.yaml', bundleText(document.value));
    artefacts.set('generated/openapi.json', bundleJson(document.value));
    artefacts.set('generated/source-map.json', sourceMapText(map));
    artefacts.set('generated/sources.sha256', digests(project));
  }
  if (wanted.includes('client')) {
    await timed('client', () => clientArtefacts(artefacts, document.value));
  }
  if (wanted.includes('types')) {
    const { typesText } = await import('./types.js');
    artefacts.set('generated/types.ts', await timed('types', () => typesText(document.value)));
  }
  if (docs) artefacts.set('generated/docs/reference.html', await docs);
  return artefacts;
}

function clientArtefacts(artefacts: Artefacts, document: OpenApiDocument): void {
  artefacts.set('generated/client.ts', clientText(document));
  artefacts.set('generated/operation-table.ts', operationTableText(document));
}

/** Throws if there is any problem; a tool that failed without naming one is reported in its own words. */
function refuse(problems: Problem[], failure?: unknown): asserts failure is undefined {
  const sorted = sortProblems(problems);
  if (sorted.length > 0) throw new BuildError('The document is not right.', sorted);
  if (failure !== undefined) throw failure;
}

/**
 * One digest a file under `openapi/`, in the form of sha256sum. It is committed, so that `--check` also notices what
 * leaves no trace in the other artefacts: a comment, a guide.
 */
function digests(project: string): string {
  return listSourceFiles(project, '')
    .map((path) => `${createHash('sha256').update(readFileSync(join(project, path))).digest('hex')}  ${path}\n`)
    .join('');
}

type Settled<T> = { ok: true; value: T } | { ok: false; error: unknown };

function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value): Settled<T> => ({ ok: true, value }),
    (error: unknown): Settled<T> => ({ ok: false, error }),
  );
}

function stopwatch(watcher: BuildWatcher): <T>(step: string, work: () => T | Promise<T>) => Promise<T> {
  return async (step, work) => {
    watcher.begin(step);
    const start = performance.now();
    const result = await work();
    watcher.end(step, performance.now() - start);
    return result;
  };
}
