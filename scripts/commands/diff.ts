import type { Command } from 'commander';
import { command, oneOf } from './command.js';
import type { DiffFlags } from './diff/run.js';

export function diffCommand(): Command {
  return command(
    'diff',
    'Says what changed between two versions of the contract, how much it breaks, and what the next version must be.',
  )
    .argument('[old]', 'a file, or a version such as 0.1.0; the contract of the last release by default')
    .argument('[new]', 'a file or a version; the contract of this package by default')
    .option(
      '--format <format>',
      'text, json or markdown',
      (text: string) => oneOf(['text', 'json', 'markdown'])(text)[0],
    )
    .option('--check-version', 'fail where the version was raised by too little, or an old name is gone too early')
    .option('--changelog <file>', 'write the changes below "## Unreleased", "### Contract" of this file')
    .action(async (old: string | undefined, now: string | undefined, flags: DiffFlags) => {
      process.exitCode = await (await import('./diff/run.js')).runDiff(old, now, flags);
    });
}
