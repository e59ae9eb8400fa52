import type { Command } from 'commander';
import { addAnswersFlags } from './answers-file.js';
import { command, parseOneOf } from './command.js';
import type { DiffFlags } from './diff/run.js';

export function diffCommand(): Command {
  return addAnswersFlags(
    command(
      'diff',
      'Lists the changes between two versions of the contract, what they break, and the next version number.',
    )
      .argument('[old]', 'a file, or a version such as 0.1.0; by default the contract of the last release')
      .argument('[new]', 'a file or a version; by default the contract of this package')
      .option(
        '--format <format>',
        'text, json or markdown',
        (text: string) => parseOneOf(['text', 'json', 'markdown'])(text)[0],
      )
      .option(
        '--check-version',
        'fail if the new version number is too low, or a deprecated name was removed too early',
      )
      .option('--changelog <file>', 'write the changes to "## Unreleased", "### Contract" in this file'),
  ).action(async (oldSource: string | undefined, newSource: string | undefined, flags: DiffFlags) => {
    process.exitCode = await (await import('./diff/run.js')).runDiff(oldSource, newSource, flags);
  });
}
