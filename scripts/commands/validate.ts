import type { Command } from 'commander';
import { formatExitCodes } from '../text/exit-codes.js';
import { addAnswersFlags } from './answers-file.js';
import { command } from './command.js';
import type { ValidateFlags } from './validate/run.js';

const help = `
Examples:
  directory-contract validate 'test/**/*.json'
  directory-contract validate hidden.json --as PartnerEntry

The schema of a file is the one given with --as, or the one that its name or
folder names: partner-entry.hidden.json, filters.json, getPartnerEntry.json,
PartnerEntry/hidden.json. For other files, it is guessed from their fields.
In a list, each item is judged; in { status, headers, body }, the body.

Exit codes:
${formatExitCodes({
  done: 'no file has a problem',
  violated: 'a file has a problem, is not JSON, or its schema is not clear',
  usage: 'a file is missing or cannot be read, or an option is wrong',
})}`;

export function validateCommand(): Command {
  return addAnswersFlags(
    command(
      'validate',
      'Compares JSON files, such as fixtures and recorded responses, with the schemas of the contract.',
    )
      .argument('<file...>', 'files, folders, or patterns with * and **')
      .addHelpText('after', help)
      .option('--as <name>', 'the schema of all files, such as PartnerEntry, or the operation that returns them')
      .option('--json', 'print JSON'),
  ).action(async (sources: string[], flags: ValidateFlags) => {
    process.exitCode = (await import('./validate/run.js')).runValidate(sources, flags);
  });
}
