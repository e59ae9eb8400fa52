import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../../../generated/contract.js';
import { taughtOwnContract } from '../../answers/own-contract.js';
import type { DocsPage } from '../../build/docs/pages/docs-page.js';
import { isWritten, rewritten } from '../../build/docs/pages/written-pages.js';
import { referencePage } from '../../build/docs/reference/reference.js';
import { documentSite } from '../../build/docs/site/document-site.js';
import { runRedocly } from '../../build/source/redocly.js';
import { generatedFile } from '../../generated-file.js';
import { fetchedTool, installedTool, redocly } from '../../system/tool.js';

const published = fileURLToPath(generatedFile('docs/'));

/**
 * Makes the docs of the contract as the answers in a file teach it. The page of Redoc needs Redocly, which is fetched
 * if it is not installed. What is in the folder already is replaced when everything is made.
 *
 * @param say receives progress, a line at a time
 * @throws UsageError for a mistake in the file, or without Redocly; BuildError if Redocly fails
 */
export async function makeTaughtDocs(answers: string, folder: string, say: (line: string) => void): Promise<void> {
  const { document } = taughtOwnContract(answers);
  const program = installedTool(redocly) ?? (await fetchedTool(redocly, say));
  say('Making the docs takes a few seconds.');
  const reference = await referencePage(document, undefined, (...run) => runRedocly(program, ...run));
  const files = documentSite(document, guides(), contract);
  cpSync(published, folder, { recursive: true });
  for (const { path, text } of [...files, { path: 'reference.html', text: reference }]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The hand-written pages, from their Markdown in this package. */
function guides(): DocsPage[] {
  return readdirSync(published)
    .filter(isWritten)
    .map((path) => rewritten(path, readFileSync(join(published, path), 'utf8')));
}
