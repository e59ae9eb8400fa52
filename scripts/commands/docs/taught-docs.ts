import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../../../generated/contract.js';
import { teachOwnContract } from '../../answers/own-contract.js';
import { describeDocument } from '../../build/artefacts/described-document.js';
import type { DocsPage } from '../../build/docs/pages/docs-page.js';
import { isGuideFile, toGuidePage } from '../../build/docs/pages/guide-pages.js';
import { buildReferencePage } from '../../build/docs/reference/reference.js';
import { buildDocumentSite, documentFiles } from '../../build/docs/site/document-site.js';
import { runRedoclyProgram } from '../../build/source/redocly.js';
import { generatedFile } from '../../generated-file.js';
import { fetchTool, findTool, redocly } from '../../system/tool.js';

const docsFolder = fileURLToPath(generatedFile('docs/'));

/**
 * Builds the docs of the contract with the answers of a file. The reference page needs Redocly, which is downloaded if
 * it is not installed. Replaces files in the folder only after all new files are complete.
 *
 * @param say receives progress, line by line
 * @throws UsageError for a mistake in the file, or without Redocly; BuildError if Redocly fails
 */
export async function makeDocsWithAnswers(answers: string, folder: string, say: (line: string) => void): Promise<void> {
  const { document } = teachOwnContract(answers);
  const program = findTool(redocly) ?? (await fetchTool(redocly, say));
  say('Building the docs. This takes a few seconds.');
  const reference = await buildReferencePage(document, undefined, (...run) => runRedoclyProgram(program, ...run));
  const files = buildDocumentSite(document, readGuides(), contract);
  cpSync(docsFolder, folder, { recursive: true });
  for (const { path, text } of [...files, { path: 'reference.html', text: reference }]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Copies the docs of the contract to a folder, and adds files that the package omits to save space. */
export function completeDocs(folder: string): void {
  cpSync(docsFolder, folder, { recursive: true });
  for (const { path, text } of documentFiles(describeDocument(contract)))
    if (!existsSync(join(folder, path))) writeFileSync(join(folder, path), text);
}

function readGuides(): DocsPage[] {
  return readdirSync(docsFolder)
    .filter(isGuideFile)
    .map((path) => toGuidePage(path, readFileSync(join(docsFolder, path), 'utf8')));
}
