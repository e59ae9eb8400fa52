import { BuildError, type Problem, sortProblems } from '../../text/problem.js';
import { lintSource, loadBundleLint } from '../lint/lint.js';
import type { Running } from '../running.js';
import { checkLayout } from '../source/layout.js';
import { type SourceMap, sourceMap } from '../source/source-map.js';
import type { ReadDocument } from './document.js';

/** Lints a document with all tools. @throws BuildError if it has any problem, or cannot be bundled */
export async function lint({ source, texts, bundling }: ReadDocument, running: Running): Promise<SourceMap> {
  const { project, timed, redocly } = running;
  const layout = checkLayout(source, project);
  const { value: lintBundle } = await timed('load the rules', [], () => loadBundleLint());
  const bundled = await bundling.catch((error: unknown) => ({ error }));
  const linting = timed('lint the source (Redocly)', [texts], () => lintSource(project, redocly));
  linting.catch(() => undefined); // Awaited below, after the work of this thread.
  if ('error' in bundled) {
    refuse([...layout, ...(await linting).value]);
    throw bundled.error;
  }
  const { value: document } = bundled;
  const map = sourceMap(document, source);
  const { value: found } = await timed('lint the bundle (Spectral)', [document, map], () => lintBundle(document, map));
  const { value: inSource } = await linting;
  // Below a key that Redocly does not know, it leaves references as they were. What Spectral finds in such a bundle is
  // mostly the consequence of one misspelt key; the rest is shown once that is corrected.
  const isWhole = inSource.every(({ rule }) => rule !== 'struct') || found.every(({ rule }) => rule !== 'invalid-ref');
  refuse([...layout, ...inSource, ...(isWhole ? found : [])]);
  return map;
}

/** Throws if there is any problem. */
function refuse(problems: Problem[]): void {
  const sorted = sortProblems(problems);
  if (sorted.length > 0) throw new BuildError('The document has problems.', sorted);
}
