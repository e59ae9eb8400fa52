import { BuildError, type Problem, sortProblems } from '../../text/problem.js';
import { lintSource, loadBundleLint } from '../lint/lint.js';
import type { LintedDocument, Running } from '../running.js';
import { bundle } from '../source/bundle.js';
import { checkLayout } from '../source/layout.js';
import { readSource } from '../source/source.js';
import { sourceMap } from '../source/source-map.js';

/** Reads, bundles and lints the document, with all tools. @throws BuildError if it has any problem */
export async function lint({ project, timed, signal }: Running): Promise<LintedDocument> {
  const { value: source } = await timed('read openapi/', () => readSource(project));
  // Two processes, which begin only now: no tool may open a file that `readSource` refuses.
  const bundling = timed('bundle', () => bundle(project, signal));
  const linting = timed('lint the source (Redocly)', () => lintSource(project, signal));
  for (const work of [bundling, linting]) work.catch(() => undefined); // Both are awaited below.
  const layout = checkLayout(source, project);
  const { value: lintBundle } = await timed('load the rules', () => loadBundleLint());
  const outcome = await bundling.catch((error: unknown) => ({ error }));
  if ('error' in outcome) {
    refuse([...layout, ...(await linting).value]);
    throw outcome.error;
  }
  const map = sourceMap(outcome.value, source);
  const { value: found } = await timed('lint the bundle (Spectral)', () => lintBundle(outcome.value, map));
  const { value: inSource } = await linting;
  // Below a key that Redocly does not know, it leaves references as they were. What Spectral finds in such a bundle is
  // mostly the consequence of one misspelt key; the rest is shown once that is corrected.
  const isWhole = inSource.every(({ rule }) => rule !== 'struct') || found.every(({ rule }) => rule !== 'invalid-ref');
  refuse([...layout, ...inSource, ...(isWhole ? found : [])]);
  return { bundled: outcome, map };
}

/** Throws if there is any problem. */
function refuse(problems: Problem[]): void {
  const sorted = sortProblems(problems);
  if (sorted.length > 0) throw new BuildError('The document has problems.', sorted);
}
