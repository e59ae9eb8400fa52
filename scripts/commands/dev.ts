import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { changelogFile } from '../build/docs/pages/written-pages.js';
import { rootFile } from '../build/source/source.js';
import { listSourceFiles } from '../build/source/source-files.js';
import { steps } from '../build/steps.js';
import { committed, writeArtefacts } from '../build/write.js';
import { type LiveDocs, serveLiveDocs } from '../docs-server/live.js';
import { type FileChange, WatchedFiles } from '../files/watched-files.js';
import { openInBrowser } from '../system/browser.js';
import { toldToStop } from '../system/last-handler.js';
import { BuildError } from '../text/problem.js';
import { duration } from '../text/progress.js';
import { isSystemError, systemSentence } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';
import { makeFiles } from './artefacts.js';
import { command, port, refusalText, run } from './command.js';

interface DevOptions {
  port: number;
  open?: boolean;
  project: string;
}

const program = command(
  'dev',
  'Watches openapi/. Each save checks the document, rebuilds generated/, and reloads the docs in the browser.',
)
  .option('--port <port>', 'port on 127.0.0.1, 0 for any free port', port, 4030)
  .option('--open', 'open the docs in the default browser')
  .addOption(new Option('--project <folder>', 'folder with openapi/ and generated/').default('.', 'this folder'))
  .action(develop);

/** Everything that runs until the command stops. */
interface Development {
  project: string;
  files: WatchedFiles;
  docs: LiveDocs;
  /** Aborted when the command stops. Later failures come from stopping, and are not reported. */
  stopped: AbortSignal;
}

async function develop(options: DevOptions): Promise<void> {
  const project = resolve(options.project);
  if (!existsSync(join(project, rootFile))) {
    throw new UsageError(`${project} has no ${rootFile}. Run the command in the folder of the project.`);
  }
  const stopping = toldToStop();
  const docs = await serveLiveDocs(join(project, 'generated', 'docs'), options.port);
  const files = new WatchedFiles(project, () => watched(project));
  const stop = new AbortController();
  const running = { project, files, docs, stopped: stop.signal };
  const closing = stopping.then(async () => {
    stop.abort();
    files.close();
    await docs.close();
  });
  await rebuild(running, performance.now());
  if (!stop.signal.aborted) greet(running, options.open === true);
  for (let changes = await files.next(); changes; changes = await files.next()) {
    print(changeLine(changes.files));
    await rebuild(running, changes.since);
  }
  await closing;
}

function greet({ project, docs }: Development, open: boolean): void {
  const hasDocs = existsSync(join(project, 'generated', 'docs', 'index.html'));
  const note = hasDocs ? '' : ' (empty until the document has no problems)';
  print(
    `\nDocs: ${docs.url}/${note}`,
    'Watching openapi/ and CHANGELOG.md. Each save builds generated/; commit the files that it names. Ctrl-C stops.\n',
  );
  if (open) openInBrowser(`${docs.url}/`);
}

async function rebuild({ project, files, docs, stopped }: Development, since: number): Promise<void> {
  const took = (): string => duration(performance.now() - since);
  try {
    const made = await makeFiles(project, steps, stopped);
    // A file that was saved during the build may be in only some artefacts; the next build writes them all.
    if (files.changed()) return;
    const written = writeArtefacts(project, made);
    const others = written.filter((path) => !path.startsWith('generated/docs/'));
    if (written.length > others.length) docs.reload();
    docs.showProblems(0);
    print(written.length > others.length ? `Docs written, pages reloaded: ${took()}` : `Docs unchanged: ${took()}`);
    print(`${writtenLine(others)}: ${took()}`);
  } catch (error) {
    // If files were saved during the build, the next build reports their problems.
    if (stopped.aborted || files.changed()) return;
    if (error instanceof BuildError) {
      process.stderr.write(`${refusalText(error)}\n`);
      docs.showProblems(Math.max(error.problems.length, 1));
    } else if (isSystemError(error)) {
      // A file may disappear while it is read, as when git switches branches.
      process.stderr.write(`${systemSentence(error)} The next save builds again.\n`);
    } else throw error;
  }
}

function watched(project: string): string[] {
  return [changelogFile, ...(existsSync(join(project, 'openapi')) ? listSourceFiles(project, '') : [])];
}

/** `openapi/openapi.yaml changed, openapi/paths/a.yaml added, and 2 more files`. */
function changeLine(changes: readonly FileChange[]): string {
  const named = changes.slice(0, 3).map(({ path, what }) => `${path} ${what}`);
  return [...named, ...more(changes.length - named.length, 'more')].join(', ');
}

/** Names the written files that belong in the author's commit, and counts the others. */
function writtenLine(paths: readonly string[]): string {
  if (paths.length === 0) return 'Nothing else to write';
  const named = paths.filter((path) => committed.has(path));
  return `Written: ${[...named, ...more(paths.length - named.length, 'not committed')].join(', ')}`;
}

function more(count: number, which: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 file ${which}` : `${count} files ${which}`];
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

await run(program, process.argv.slice(2));
