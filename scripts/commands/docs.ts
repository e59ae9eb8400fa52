import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { contractVersion } from '../../generated/operation-table.js';
import { serveDocs } from '../docs-server/serve.js';
import { generatedFile } from '../generated-file.js';
import { openInBrowser } from '../system/browser.js';
import { toldToStop } from '../system/stop-signals.js';
import { command, port } from './command.js';

export interface DocsFlags {
  port: number;
  /** Open them in the default browser. */
  open?: boolean;
}

export function docsCommand(): Command {
  return command('docs', 'Serves the docs of the contract. They work without a network.')
    .option('--port <port>', 'port on 127.0.0.1, 0 for any free port', port, 4030)
    .option('--open', 'open them in the default browser')
    .action(async (flags: DocsFlags) => runDocs(flags));
}

/** Serves the docs, by default those of this package, until the process gets a signal. */
export async function runDocs(
  { port, open = false }: DocsFlags,
  folder = fileURLToPath(generatedFile('docs/')),
): Promise<void> {
  const server = await serveDocs(folder, port);
  const stopped = toldToStop();
  process.stdout.write(
    `Docs of the contract ${contractVersion} at ${server.url}/\nThey work without a network. Ctrl-C stops it.\n`,
  );
  if (open) openInBrowser(`${server.url}/`);
  await stopped;
  await server.close();
}
