import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractVersion } from '../../../generated/operation-table.js';
import { type BrandOptions, readBrand } from '../../build/docs/site/brand.js';
import { toPublishedFiles } from '../../build/docs/site/published-site.js';
import { type LiveDocs, serveLiveDocs } from '../../docs-server/live.js';
import { serveDocs } from '../../docs-server/serve.js';
import { FileWatcher } from '../../files/file-watcher.js';
import { writeAllFiles } from '../../files/whole-file.js';
import { generatedFile } from '../../generated-file.js';
import { openInBrowser } from '../../system/browser.js';
import { waitForStop } from '../../system/exit-handler.js';
import { sanitize } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import { BuildError } from '../../text/problem.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';
import { readConfig } from '../check/config.js';
import { buildErrorText } from '../command.js';

export interface DocsFlags extends AnswersFlags, BrandOptions {
  port: number;
  open?: boolean;
  /** Reload open pages when the docs, or the answers in them, change. */
  watch?: boolean;
  /** Write the docs to this folder instead of serving them. */
  output?: string;
  /** The address at which the written docs will be published. */
  site?: string;
}

/** Serves or writes the docs. If there are answers or a brand, it first builds the docs with them. */
export async function runDocs(flags: DocsFlags): Promise<void> {
  if (flags.site !== undefined && flags.output === undefined)
    throw new UsageError(
      '--site gives the address of the docs that --output writes, but --output is missing. Add --output <folder>.',
    );
  const brand = readBrand({ ...readConfig(undefined, '').docs, ...flags });
  const answers = answersFileOf(flags);
  const ownDocs = fileURLToPath(generatedFile('docs/'));
  const isWhole = existsSync(join(ownDocs, 'openapi-3.0.yaml')) || !existsSync(ownDocs);
  if (answers === undefined && brand === undefined && isWhole) return deliverDocs(flags, ownDocs);
  const { makeDocs } = await import('./make-docs.js');
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-docs-'));
  const make = (): Promise<void> => makeDocs(answers, brand, folder);
  try {
    await make();
    await deliverDocs(flags, folder, answers === undefined ? undefined : { answers, remake: make });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface DocsWithAnswers {
  answers: string;
  remake(): Promise<void>;
}

/** Writes the docs, or serves them until the process gets a signal. */
async function deliverDocs(flags: DocsFlags, folder: string, docsWithAnswers?: DocsWithAnswers): Promise<void> {
  const { port, open = false, watch = false, output, site } = flags;
  if (output !== undefined) {
    const count = writeSite(folder, output, contractVersion, site);
    process.stdout.write(`Wrote the docs to ${sanitize(output)}: ${formatCount(count, 'file')}.\n`);
    return;
  }
  const server = watch ? await serveLiveDocs(folder, port) : await serveDocs(folder, port);
  const stopSignal = waitForStop();
  const answersNote =
    docsWithAnswers === undefined ? '' : `, with the answers in ${sanitize(docsWithAnswers.answers)},`;
  process.stdout.write(
    `Docs of the contract ${contractVersion}${answersNote} at ${server.url}/\n` +
      `They work without a network. ${watch ? 'Pages reload after each change. ' : ''}` +
      'Press Ctrl-C to stop the server.\n',
  );
  if (open) openInBrowser(`${server.url}/`);
  const watcher = watch ? watchDocs(server as LiveDocs, folder, docsWithAnswers) : undefined;
  await stopSignal;
  watcher?.close();
  await server.close();
}

/** Reloads open pages after each change of the answers file or, without answers, of the docs. */
function watchDocs(server: LiveDocs, folder: string, docsWithAnswers?: DocsWithAnswers): FileWatcher {
  const [root, list] = docsWithAnswers
    ? [dirname(resolve(docsWithAnswers.answers)), () => [basename(docsWithAnswers.answers)]]
    : [folder, () => readdirSync(folder)];
  const files = new FileWatcher(root, list);
  const reloadOnChange = async (): Promise<void> => {
    for (let change = await files.nextChanges(); change; change = await files.nextChanges()) {
      try {
        await docsWithAnswers?.remake();
        server.showProblems(0);
        server.reload();
      } catch (error) {
        if (!(error instanceof UsageError) && !(error instanceof BuildError)) throw error;
        process.stderr.write(`${error instanceof BuildError ? buildErrorText(error) : error.message}\n`);
        server.showProblems(1);
      }
    }
  };
  void reloadOnChange();
  return files;
}

/**
 * Writes the docs to a folder, all files or none.
 *
 * @param address the address of the published docs, with a slash at the end; without it, the pages contain no address
 * @returns the number of files
 * @throws UsageError if the folder exists and is not empty, or if a file cannot be written
 */
export function writeSite(source: string, target: string, version: string, address?: string): number {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new UsageError(
      `The folder ${sanitize(target)} is not empty. Empty it first, or choose another folder with --output.`,
    );
  const paths = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(source, '/').length).replaceAll('\\', '/'));
  const files = paths.map((path) => ({ path, text: readFileSync(join(source, path)) }));
  const textFiles = files.map(({ path, text }) => ({ path, text: text.toString() }));
  const siteFiles = address === undefined ? [] : toPublishedFiles(textFiles, address, version);
  const textsByPath = new Map([...files, ...siteFiles].map(({ path, text }) => [path, text]));
  writeAllFiles(
    [...textsByPath].map(([path, text]) => ({ path: join(target, path), text })),
    'Free disk space, or choose another folder with --output.',
    false,
  );
  return textsByPath.size;
}
