import type { OpenApiDocument } from '../../contract/document.js';
import type { Artefact } from '../artefact.js';
import type { SiteInput } from '../docs/linked-site.js';
import { readWrittenFiles } from '../docs/read-written-files.js';
import { referencePage } from '../docs/reference.js';
import { docsSite } from '../docs/site.js';
import type { SiteFile } from '../docs/site-file.js';
import type { Running } from '../running.js';

/** Starts a thread for the pages of the docs, which take as long as the lint. */
export function docsFiles(running: Running): (document: OpenApiDocument) => Promise<Artefact[]> {
  const { project, timed, redocly, signal } = running;
  const module = new URL('../docs/linked-site.ts', import.meta.url);
  const linkedSite = running.apart<SiteInput, SiteFile[]>(module, 'linkedSite', signal);
  return async (document) => {
    const written = readWrittenFiles(project);
    const reference = (bundle: OpenApiDocument): Promise<string> =>
      running.make('reference page', [bundle], () => referencePage(bundle, signal, redocly));
    const { value: files, milliseconds } = await timed('docs', [document, written], () =>
      docsSite(document, written, reference, linkedSite),
    );
    return files.map(({ path, text }) => ({ path: `generated/docs/${path}`, text, milliseconds }));
  };
}
