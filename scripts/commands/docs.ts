import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { contractVersion } from '../../generated/operation-table.js';
import { serveDocs } from '../docs-server/serve.js';
import { generatedFile } from '../generated-file.js';
import { openInBrowser } from '../system/browser.js';
import { toldToStop } from '../system/stop-signals.js';
import { visible } from '../text/escape.js';
import { type AnswersFlags, answersFileOf, withAnswers } from './answers-file.js';
import { command, port } from './command.js';

export interface DocsFlags extends AnswersFlags {
  port: number;
  /** Open them in the default browser. */
  open?: boolean;
}

export function docsCommand(): Command {
  return withAnswers(
    command('docs', 'Serves the docs of the contract. They work without a network.')
      .option('--port <port>', 'port on 127.0.0.1, 0 for any free port', port, 4030)
      .option('--open', 'open them in the default browser'),
  ).action(async (flags: DocsFlags) => {
    const answers = answersFileOf(flags);
    return answers === undefined ? runDocs(flags) : runTaughtDocs(flags, answers);
  });
}

/** Serves the docs of the contract as answers teach it, from a temporary folder. */
async function runTaughtDocs(flags: DocsFlags, answers: string): Promise<void> {
  const { taughtDocs } = await import('./docs/taught.js');
  const folder = await taughtDocs(answers, (line) => process.stderr.write(`${line}\n`));
  try {
    await runDocs(flags, folder, answers);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Serves the docs, by default those of this package, until the process gets a signal. */
export async function runDocs(
  { port, open = false }: DocsFlags,
  folder = fileURLToPath(generatedFile('docs/')),
  answers?: string,
): Promise<void> {
  const server = await serveDocs(folder, port);
  const stopped = toldToStop();
  const taught = answers === undefined ? '' : `, with the answers in ${visible(answers)},`;
  process.stdout.write(
    `Docs of the contract ${contractVersion}${taught} at ${server.url}/\n` +
      'They work without a network. Ctrl-C stops it.\n',
  );
  if (open) openInBrowser(`${server.url}/`);
  await stopped;
  await server.close();
}
