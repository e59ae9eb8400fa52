import type { OpenApiDocument } from '../../contract/document.js';
import type { SiteInput } from './linked-site.js';
import { noticesFile, noticesText } from './notices/notices.js';
import { pageScripts } from './page-scripts.js';
import { referencePage } from './reference.js';
import type { SiteFile } from './site-file.js';
import type { WrittenFile } from './written-page.js';

/**
 * All files of the published docs.
 *
 * @param written the hand-written guides and the changelog
 * @param makeSite `linkedSite`, perhaps in a thread
 * @throws BuildError if a guide is invalid, a link leads nowhere, or Redocly cannot make its page
 */
export async function docsSite(
  bundle: OpenApiDocument,
  written: readonly WrittenFile[],
  makeReference: (bundle: OpenApiDocument) => Promise<string> = referencePage,
  makeSite = async (input: SiteInput): Promise<SiteFile[]> => (await import('./linked-site.js')).linkedSite(input),
): Promise<SiteFile[]> {
  // Redocly runs in a separate process in the meantime.
  const reference = makeReference(bundle);
  reference.catch(() => undefined);
  const scripts = await pageScripts();
  const files = await makeSite({ bundle, written, scripts: scripts.files });
  const page = await reference;
  return [
    ...files,
    { path: 'reference.html', text: page },
    { path: noticesFile, text: noticesText(page, scripts.licences) },
  ];
}
