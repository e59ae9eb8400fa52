import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../../../generated/contract.js';
import { teachOwnContract } from '../../answers/own-contract.js';
import { describeDocument } from '../../build/artefacts/described-document.js';
import type { DocsPage } from '../../build/docs/pages/docs-page.js';
import { isGuideFile, toGuidePage } from '../../build/docs/pages/guide-pages.js';
import { buildReferencePage } from '../../build/docs/reference/reference.js';
import type { Brand } from '../../build/docs/site/brand.js';
import { buildDocumentSite, documentFiles } from '../../build/docs/site/document-site.js';
import { runRedoclyProgram } from '../../build/source/redocly.js';
import { generatedFile } from '../../generated-file.js';
import { fetchTool, findTool, redocly } from '../../system/tool.js';
import { escapeHtml } from '../../text/escape.js';

const docsFolder = fileURLToPath(generatedFile('docs/'));

/**
 * Copies the docs of the contract to a folder, with the answers of a file, with a brand, with both or as they are. Adds
 * files that the package omits to save space. With answers, the reference page needs Redocly, which is downloaded if it
 * is not installed. Replaces files in the folder only after all new files are complete.
 *
 * @throws UsageError for a mistake in the file, or without Redocly; BuildError if Redocly fails
 */
export async function makeDocs(answers: string | undefined, brand: Brand | undefined, folder: string): Promise<void> {
  const document = answers === undefined ? contract : teachOwnContract(answers).document;
  let reference = readFileSync(join(docsFolder, 'reference.html'), 'utf8');
  if (answers !== undefined) {
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    const program = findTool(redocly) ?? (await fetchTool(redocly, say));
    say('Building the docs. This takes a few seconds.');
    reference = await buildReferencePage(document, undefined, (...run) => runRedoclyProgram(program, ...run));
  }
  const { title, files: brandFiles = [] } = brand ?? {};
  if (title !== undefined) reference = reference.replace(/<title>[^<]*/, () => `<title>${escapeHtml(title)}`);
  const files =
    answers === undefined && brand === undefined
      ? documentFiles(describeDocument(contract))
      : buildDocumentSite(document, readGuides(), answers === undefined ? undefined : contract, brand);
  cpSync(docsFolder, folder, { recursive: true });
  for (const { path, text } of [...files, { path: 'reference.html', text: reference }, ...brandFiles]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function readGuides(): DocsPage[] {
  return readdirSync(docsFolder)
    .filter(isGuideFile)
    .map((path) => toGuidePage(path, readFileSync(join(docsFolder, path), 'utf8')));
}
