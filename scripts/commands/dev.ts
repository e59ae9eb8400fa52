import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { changelogFile } from '../build/docs/pages/guide-pages.js';
import { rootFile } from '../build/source/source.js';
import { listSourceFiles } from '../build/source/source-files.js';
import { steps } from '../build/steps.js';
import { committedPaths, writeArtefacts } from '../build/write.js';
import { type LiveDocs, serveLiveDocs } from '../docs-server/live.js';
import { type FileChange, FileWatcher } from '../files/file-watcher.js';
import { openInBrowser } from '../system/browser.js';
import { waitForStop } from '../system/exit-handler.js';
import { BuildError } from '../text/problem.js';
import { formatDuration } from '../text/progress.js';
import { describeSystemError, isSystemError } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';
import { makeFiles } from './artefacts.js';
import { buildErrorText, command, parsePort, runMain } from './command.js';

interface DevOptions {
  port: number;
  open?: boolean;
  project: string;
}

const program = command(
  'dev',
  'Watches openapi/. Each save checks the document, rebuilds generated/, and reloads the docs in the browser.',
)
  .option('--port <port>', 'port on 127.0.0.1, 0 for any free port', parsePort, 4030)
  .option('--open', 'open the docs in the default browser')
  .addOption(new Option('--project <folder>', 'folder with openapi/ and generated/').default('.', 'this folder'))
  .action(develop);

/** The parts that run until the command stops. */
interface DevSession {
  project: string;
  files: FileWatcher;
  docs: LiveDocs;
  /** Aborted when the command stops. The stop causes all later failures, so they are not reported. */
  signal: AbortSignal;
}

async function develop(options: DevOptions): Promise<void> {
  const project = resolve(options.project);
  if (!existsSync(join(project, rootFile))) {
    throw new UsageError(`${project} has no ${rootFile}. Run the command in the folder of the project.`);
  }
  const stopSignal = waitForStop();
  const docs = await serveLiveDocs(join(project, 'generated', 'docs'), options.port);
  const files = new FileWatcher(project, () => filesToWatch(project));
  const stopController = new AbortController();
  const devSession = { project, files, docs, signal: stopController.signal };
  const shutdown = stopSignal.then(async () => {
    stopController.abort();
    files.close();
    await docs.close();
  });
  await rebuild(devSession, performance.now());
  if (!stopController.signal.aborted) printWelcome(devSession, options.open === true);
  for (let changes = await files.nextChanges(); changes; changes = await files.nextChanges()) {
    print(savedFilesLine(changes.files));
    await rebuild(devSession, changes.firstFoundAt);
  }
  await shutdown;
}

function printWelcome({ project, docs }: DevSession, open: boolean): void {
  const hasDocs = existsSync(join(project, 'generated', 'docs', 'index.html'));
  const note = hasDocs ? '' : ' (empty until all problems of the document are fixed)';
  print(
    `\nDocs: ${docs.url}/${note}`,
    'Watching openapi/ and CHANGELOG.md. Each save rebuilds generated/ and lists the files that you must commit. ' +
      'Press Ctrl-C to stop.\n',
  );
  if (open) openInBrowser(`${docs.url}/`);
}

async function rebuild({ project, files, docs, signal }: DevSession, startTime: number): Promise<void> {
  const elapsedText = (): string => formatDuration(performance.now() - startTime);
  try {
    const artefacts = await makeFiles(project, steps, signal);
    // If a file was saved during the build, the artefacts may be outdated: leave writing to the next build.
    if (files.hasChanged()) return;
    const writtenPaths = writeArtefacts(project, artefacts);
    const otherPaths = writtenPaths.filter((path) => !path.startsWith('generated/docs/'));
    if (writtenPaths.length > otherPaths.length) docs.reload();
    docs.showProblems(0);
    print(
      writtenPaths.length > otherPaths.length
        ? `Docs written, pages reloaded: ${elapsedText()}`
        : `Docs unchanged: ${elapsedText()}`,
    );
    print(`${writtenLine(otherPaths)}: ${elapsedText()}`);
  } catch (error) {
    // If files were saved during the build, the next build reports their problems.
    if (signal.aborted || files.hasChanged()) return;
    if (error instanceof BuildError) {
      process.stderr.write(`${buildErrorText(error)}\n`);
      docs.showProblems(Math.max(error.problems.length, 1));
    } else if (isSystemError(error)) {
      // A file may disappear while it is read, for example when git switches branches.
      process.stderr.write(`${describeSystemError(error)} The build was stopped; the next save starts a new one.\n`);
    } else throw error;
  }
}

function filesToWatch(project: string): string[] {
  return [changelogFile, ...(existsSync(join(project, 'openapi')) ? listSourceFiles(project, '') : [])];
}

/** The line about saved files, such as `openapi/openapi.yaml changed, openapi/paths/a.yaml added, and 2 more files`. */
function savedFilesLine(changes: readonly FileChange[]): string {
  const names = changes.slice(0, 3).map(({ path, kind }) => `${path} ${kind}`);
  return [...names, ...moreFilesText(changes.length - names.length, 'more')].join(', ');
}

/** Names the written files that the author must commit, and counts the others. */
function writtenLine(paths: readonly string[]): string {
  if (paths.length === 0) return 'No other file has changed';
  const names = paths.filter((path) => committedPaths.has(path));
  return `Written: ${[...names, ...moreFilesText(paths.length - names.length, 'not committed')].join(', ')}`;
}

function moreFilesText(count: number, suffix: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 file ${suffix}` : `${count} files ${suffix}`];
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

await runMain(program, process.argv.slice(2));
