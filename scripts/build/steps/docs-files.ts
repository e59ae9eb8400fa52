import type { Artefact } from '../artefact.js';
import { readWrittenFiles } from '../docs/pages/read-written-files.js';
import { docsSite } from '../docs/site.js';
import type { LintedDocument, Running } from '../running.js';

/** The published docs. */
export async function docsFiles({ bundled }: LintedDocument, { project, timed, signal }: Running): Promise<Artefact[]> {
  const written = readWrittenFiles(project);
  const { value: files, milliseconds } = await timed('docs', () => docsSite(bundled.value, written, signal));
  return files.map(({ path, text }) => ({ path: `generated/docs/${path}`, text, milliseconds }));
}
