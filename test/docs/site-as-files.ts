import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentSite } from '../../scripts/build/docs/document-site.js';
import { pageScripts } from '../../scripts/build/docs/page-scripts.js';
import { writtenPages } from '../../scripts/build/docs/written-pages.js';
import { bundle } from '../spec/bundle.js';
import { guides } from './pages-fixture.js';

/** Writes the docs, without the page that Redocly makes, and returns the address of their folder as a file. */
export async function siteAsFiles(folder: string): Promise<string> {
  for (const { path, text } of [
    ...documentSite(bundle, writtenPages(bundle, guides)),
    ...(await pageScripts()).files,
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return pathToFileURL(`${folder}/`).href;
}
