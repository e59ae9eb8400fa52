import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractVersion } from '../../../generated/operation-table.js';
import { publishedFiles } from '../../build/docs/site/published-site.js';
import { type LiveDocs, serveLiveDocs } from '../../docs-server/live.js';
import { serveDocs } from '../../docs-server/serve.js';
import { WatchedFiles } from '../../files/watched-files.js';
import { writeAllWhole } from '../../files/whole-file.js';
import { generatedFile } from '../../generated-file.js';
import { openInBrowser } from '../../system/browser.js';
import { toldToStop } from '../../system/last-handler.js';
import { visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import { BuildError } from '../../text/problem.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';
import { refusalText } from '../command.js';

export interface DocsFlags extends AnswersFlags {
  port: number;
  open?: boolean;
  /** Reload open pages when the docs, or the answers they are made from, change. */
  watch?: boolean;
  /** Write them to this folder instead of serving them. */
  output?: string;
  /** The address at which the written docs will be published. */
  site?: string;
}

/** Makes the docs that the answers ask for, and serves or writes them. */
export async function docs(flags: DocsFlags): Promise<void> {
  if (flags.site !== undefined && flags.output === undefined)
    throw new UsageError('--site is the address of docs that are written with --output. Add --output <folder>.');
  const answers = answersFileOf(flags);
  if (answers === undefined) return runDocs(flags, fileURLToPath(generatedFile('docs/')));
  const { makeTaughtDocs } = await import('./taught.js');
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-docs-'));
  const make = (): Promise<void> => makeTaughtDocs(answers, folder, (line) => process.stderr.write(`${line}\n`));
  try {
    await make();
    await runDocs(flags, folder, { answers, make });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Taught {
  answers: string;
  make(): Promise<void>;
}

/** Writes the docs, or serves them until the process gets a signal. */
async function runDocs(flags: DocsFlags, folder: string, taught?: Taught): Promise<void> {
  const { port: wanted, open = false, watch = false, output, site } = flags;
  if (output !== undefined) {
    const count = writeSite(folder, output, contractVersion, site);
    process.stdout.write(`Wrote the docs to ${visible(output)}: ${counted(count, 'file')}.\n`);
    return;
  }
  const server = watch ? await serveLiveDocs(folder, wanted) : await serveDocs(folder, wanted);
  const stopped = toldToStop();
  const taughtBy = taught === undefined ? '' : `, with the answers in ${visible(taught.answers)},`;
  process.stdout.write(
    `Docs of the contract ${contractVersion}${taughtBy} at ${server.url}/\n` +
      `They work without a network. ${watch ? 'Pages reload after each change. ' : ''}Ctrl-C stops it.\n`,
  );
  if (open) openInBrowser(`${server.url}/`);
  const following = watch ? follow(server as LiveDocs, folder, taught) : undefined;
  await stopped;
  following?.close();
  await server.close();
}

/** Reloads open pages when the file of answers changes, or without one the docs themselves. */
function follow(server: LiveDocs, folder: string, taught?: Taught): WatchedFiles {
  const [root, list] = taught
    ? [dirname(resolve(taught.answers)), () => [basename(taught.answers)]]
    : [folder, () => readdirSync(folder)];
  const files = new WatchedFiles(root, list);
  const remake = async (): Promise<void> => {
    for (let change = await files.next(); change; change = await files.next()) {
      try {
        await taught?.make();
        server.showProblems(0);
        server.reload();
      } catch (error) {
        if (!(error instanceof UsageError) && !(error instanceof BuildError)) throw error;
        process.stderr.write(`${error instanceof BuildError ? refusalText(error) : error.message}\n`);
        server.showProblems(1);
      }
    }
  };
  void remake();
  return files;
}

/**
 * Writes the docs to a folder, all files or none.
 *
 * @param source the folder of the docs
 * @param address at which they will be published, with a slash at the end; without it, the pages do not name it
 * @returns the number of files
 * @throws UsageError if the folder exists and is not empty, or if not all files can be written
 */
export function writeSite(source: string, target: string, version: string, address?: string): number {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new UsageError(`${visible(target)} is not empty. Name another folder, or empty it first.`);
  const paths = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(source, '/').length).replaceAll('\\', '/'));
  const files = paths.map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }));
  const changed = address === undefined ? [] : publishedFiles(files, address, version);
  const all = new Map([...files, ...changed].map(({ path, text }) => [path, text]));
  writeAllWhole(
    [...all].map(([path, text]) => ({ path: join(target, path), text })),
    'Name another folder with --output, or make room there.',
    false,
  );
  return all.size;
}
