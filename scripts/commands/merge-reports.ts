import type { Command } from 'commander';
import { again, command } from './command.js';

export function mergeReportsCommand(): Command {
  return command('merge-reports', 'Puts the reports of all shards of a check together.')
    .argument('<file...>', 'reports that "check --report json=file" wrote')
    .option('--report <format=file>', 'write a report of the whole; "-" is standard output', again)
    .option('--verbose', 'show observations and whole lists, too')
    .action(async (files: string[], flags: { report?: string[]; verbose?: boolean }) => {
      process.exitCode = (await import('./merge-reports/run.js')).runMergeReports(files, flags);
    });
}
