import type { Command } from 'commander';
import { command } from './command.js';

const help = `
It sends nothing, and needs no key.

Exit codes: 0 nothing is left, 6 a journal is damaged, 7 something is left to
undo, or is being written to.
`;

export function statusCommand(): Command {
  return command('status', 'Says which servers are being written to, and what is left to undo.')
    .addHelpText('after', help)
    .option('--base-url <url>', 'only this server')
    .action(async (flags: { baseUrl?: string }) => {
      process.exitCode = (await import('./undo/status.js')).runStatus(flags);
    });
}
