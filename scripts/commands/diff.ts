import type { Command } from 'commander';
import { addAnswersFlags } from './answers-file.js';
import { collectValues, command, parseOneOf } from './command.js';
import type { DiffFlags } from './diff/run.js';
import { failureReasons } from './diff/used-by.js';

export function diffCommand(): Command {
  return addAnswersFlags(
    command(
      'diff',
      'Lists the changes between two versions of the contract, what they break, and the next version number.',
    )
      .argument(
        '[old]',
        'a file, a version such as 0.1.0, or a revision of git such as main:openapi.yaml; by default the last release',
      )
      .argument(
        '[new]',
        'the same; by default the contract of this package, or for a revision the same file of the work tree',
      )
      .option(
        '--format <format>',
        'text, json or markdown',
        (text: string) => parseOneOf(['text', 'json', 'markdown'])(text)[0],
      )
      .option(
        '--check-version',
        'fail if the new version number is too low, or a deprecated name was removed too early',
      )
      .option(
        '--used-by <files>',
        "say which changes touch this code, such as 'src/**/*.ts'; repeatable, or with commas",
        collectValues,
      )
      .option(
        '--fail-on <what>',
        'fail if a change is breaking; or if one touches the code of --used-by: touching, or may',
        parseOneOf(failureReasons),
      )
      .option('--baseline <file>', 'changes to accept until a date; by default that of the configuration file')
      .option(
        '--report <format=file>',
        'write a report: github, markdown, comment; "-" is standard output',
        collectValues,
      )
      .option('--changelog <file>', 'write the changes to "## Unreleased", "### Contract" in this file'),
  ).action(async (oldSource: string | undefined, newSource: string | undefined, flags: DiffFlags) => {
    process.exitCode = await (await import('./diff/run.js')).runDiff(oldSource, newSource, flags);
  });
}
