import type { Command } from 'commander';
import { command } from './command.js';

const help = `
It sends no requests and needs no key.

Exit codes: 0 nothing to undo, 2 other users can write to the folder for
journals, 6 a journal is damaged, 7 a run is writing, or something must be
undone.
`;

export function statusCommand(): Command {
  return command('status', 'Lists servers to which a check is writing, and changes that are left to undo.')
    .addHelpText('after', help)
    .option('--base-url <url>', 'only this server')
    .action(async (flags: { baseUrl?: string }) => {
      process.exitCode = await (await import('./undo/run.js')).runStatus(flags);
    });
}
