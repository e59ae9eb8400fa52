import type { Command } from 'commander';
import { collectValues, command } from './command.js';

export function mergeReportsCommand(): Command {
  return command('merge-reports', 'Combines the reports of all shards of a check.')
    .argument('<file...>', 'reports written by "check --report json=file"')
    .option('--report <format=file>', 'write the combined report; "-" is standard output', collectValues)
    .option('--verbose', 'also show observations and complete lists')
    .action(async (files: string[], flags: { report?: string[]; verbose?: boolean }) => {
      process.exitCode = (await import('./merge-reports/run.js')).runMergeReports(files, flags);
    });
}
