import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { generatedFile } from '../generated-file.js';
import { UsageError } from '../text/usage-error.js';
import { command } from './command.js';

export function specCommand(): Command {
  return command('spec', 'Prints the document of the contract, OpenAPI 3.1.')
    .option('--json', 'as JSON instead of YAML')
    .action(async (flags: { json?: boolean }) => printSpec(flags));
}

/**
 * Writes the document of the contract to standard output, whole and byte for byte.
 *
 * @throws UsageError where it was not built yet
 */
export async function printSpec({ json = false }: { json?: boolean }): Promise<void> {
  const name = json ? 'openapi.json' : 'openapi.yaml';
  try {
    await pipeline(createReadStream(generatedFile(name)), process.stdout, { end: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Whoever reads may stop early, as `head` does.
    if (code === 'EPIPE') return;
    if (code === 'ENOENT') throw new UsageError(`There is no generated/${name}. Run "npm run build" first.`);
    throw error;
  }
}
