import { type Command, Option } from 'commander';
import { collectValues, command } from './command.js';
import type { InitFlags } from './init/run.js';

const help = `
The files are the settings of the check, an empty baseline, a file for answers
to open questions of the contract, and a job for CI. None of them contains the
key, which comes from DIRECTORY_API_KEY. In a terminal, the command asks for the
settings that the command line does not give.
`;

export function initCommand(): Command {
  return command('init', 'Writes the files that a project needs to check a server.')
    .addHelpText('after', help)
    .option('--base-url <url>', 'address of the server')
    .option('--allow-insecure-host <host>', 'allow plain http for this host; may be repeated', collectValues)
    .option('--contract <file>', 'the OpenAPI document of your own service, a file or an address')
    .addOption(
      new Option('--writes <mode>', 'what the check may write').choices(['none', 'noop', 'roundtrip', 'disposable']),
    )
    .addOption(new Option('--ci <name>', 'the CI that runs the check').choices(['github', 'gitlab', 'none']))
    .option('--yes', 'ask nothing, and use the default of each missing setting')
    .option('--force', 'replace files that exist already, but not the baseline and the answers')
    .action(async (flags: InitFlags) => {
      process.exitCode = await (await import('./init/run.js')).runInit(flags);
    });
}
