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
  /** Show them in the browser of the system. */
  open?: boolean;
}

export function docsCommand(): Command {
  return command('docs', 'Serves the docs of the contract, which ask the network for nothing.')
    .option('--port <port>', 'port on 127.0.0.1, 0 for any that is free', port, 4030)
    .option('--open', 'show them in the browser of the system')
    .action(async (flags: DocsFlags) => runDocs(flags));
}

/** Serves the docs, those of this package by default, until it is told to stop. */
export async function runDocs(
  { port, open = false }: DocsFlags,
  folder = fileURLToPath(generatedFile('docs/')),
): Promise<void> {
  const server = await serveDocs(folder, port);
  const stopped = toldToStop();
  process.stdout.write(
    `Docs of the contract ${contractVersion} at ${server.url}/\nThey ask the network for nothing. Ctrl-C stops it.\n`,
  );
  if (open) openInBrowser(`${server.url}/`);
  await stopped;
  await server.close();
}
