import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { taughtOwnDocument } from '../../answers/own-document.js';
import { pages } from '../../build/docs/html-page.js';
import { referencePage } from '../../build/docs/reference.js';
import { documentFiles, documentPages } from '../../build/docs/site.js';
import { runRedocly } from '../../build/source/redocly.js';
import { generatedFile } from '../../generated-file.js';
import { fetchedTool, installedTool, redocly } from '../../system/tool.js';

/** The docs of this package, and its changelog. */
const published = fileURLToPath(generatedFile('docs/'));
const changelog = fileURLToPath(generatedFile('../CHANGELOG.md'));

/**
 * Makes the docs of the contract as the answers in a file teach it: the guides as they are in this package, and every
 * page that is made from the document. The reference needs Redocly, which is fetched if it is not installed.
 *
 * @param say receives progress, a line at a time
 * @returns a temporary folder, which the caller removes
 * @throws UsageError for a mistake in the file, or without Redocly; BuildError if Redocly fails
 */
export async function taughtDocs(answers: string, say: (line: string) => void): Promise<string> {
  const { document } = taughtOwnDocument(answers);
  const program = installedTool(redocly) ?? (await fetchedTool(redocly, say));
  say('Making the docs takes a few seconds.');
  const reference = await referencePage(document, undefined, (...run) => runRedocly(program, ...run));
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-docs-'));
  cpSync(published, folder, { recursive: true });
  const made = documentPages(document, reference, readFileSync(changelog, 'utf8'), guidesIn(published));
  for (const { path, text } of [...made, ...documentFiles(document)]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The guides, whose titles are those of the menu. */
function guidesIn(folder: string): { path: string; title: string }[] {
  const made = ['index.html', 'reference.html', 'plain.html', 'unknowns.html'];
  const names = new Map<string, string>(pages);
  return readdirSync(folder)
    .filter((path) => path.endsWith('.html') && !made.includes(path) && !/^rules\b/.test(path))
    .map((path) => ({ path, title: names.get(path) ?? path.replace(/\.html$/, '') }));
}
