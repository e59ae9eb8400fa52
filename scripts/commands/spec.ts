import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { generatedFile } from '../generated-file.js';
import { UsageError } from '../text/usage-error.js';
import { command } from './command.js';

export function specCommand(): Command {
  return command('spec', 'Prints the OpenAPI 3.1 document of the contract.')
    .option('--json', 'print JSON instead of YAML')
    .action(async (flags: { json?: boolean }) => printSpec(flags));
}

/**
 * Copies the document of the contract to standard output, byte for byte.
 *
 * @throws UsageError if it was not built yet
 */
export async function printSpec({ json = false }: { json?: boolean }): Promise<void> {
  const name = json ? 'openapi.json' : 'openapi.yaml';
  try {
    await pipeline(createReadStream(generatedFile(name)), process.stdout, { end: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A reader may stop early, as `head` does.
    if (code === 'EPIPE') return;
    if (code === 'ENOENT') throw new UsageError(`generated/${name} does not exist. Run "npm run build" first.`);
    throw error;
  }
}
