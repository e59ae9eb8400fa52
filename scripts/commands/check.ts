import type { Command } from 'commander';
import { baseUrlVariable } from '../check/transport/target.js';
import { formatExitCodes, signalHelp } from '../text/exit-codes.js';
import { UsageError } from '../text/usage-error.js';
import { answersVariable } from './answers-file.js';
import { addSettings, configFile, type GivenFlags, settings, variableOf } from './check/settings.js';
import { command } from './command.js';

export function checkCommand(): Command {
  const check = command(
    'check',
    'Checks a live server against the contract. It changes nothing on the server unless --writes allows it.',
  )
    .argument('[address]', 'address of the server, instead of --base-url')
    .addHelpText('after', settingsHelp)
    .action(async (address: string | undefined, flags: GivenFlags) => {
      if (address !== undefined && flags.baseUrl !== undefined)
        throw new UsageError('Expected one address, found an argument and --base-url. Remove one of them.');
      const flagsWithAddress = address === undefined ? flags : { ...flags, baseUrl: address };
      process.exitCode = await (await import('./check/run.js')).runCheck(flagsWithAddress);
    });
  for (const { name, heading } of settings) {
    if (heading !== undefined) check.optionsGroup(heading);
    addSettings(check, [name]);
  }
  return check;
}

const settingsHelp = `
Examples:
  directory-contract check http://127.0.0.1:4020
  directory-contract check https://directory.example.com --report junit=out.xml
  directory-contract check http://127.0.0.1:4020 --writes disposable

The API key comes only from DIRECTORY_API_KEY, or from what --key-command
prints.

Each setting can also be given as an environment variable, and most as an entry
in ${configFile} in the current folder. For example,
--max-time can be given as ${variableOf('maxTime')} or as "maxTime".
${baseUrlVariable} also sets the address, and ${answersVariable} the file with
answers. In a variable, separate values with commas, and write true or false for
a flag without a value. A flag overrides a variable, and a variable overrides
the file, but --report adds to the reports of the file. Paths in the file are
relative to its folder, and must not lead out of it.

Exit codes; if several apply, the first one counts:
${formatExitCodes({
  keyInReport: 'a report contained the key, and was not written',
  notRestored: 'a resource was not restored, or may not have been: run "undo"',
  journalDamaged: 'the journal of an earlier run is damaged',
  changedByOthers: 'somebody else changed a resource during the run; that change was kept',
  inUse: 'another run is writing, or has left changes to undo: run "status"',
  usage: 'the command line, a file or the contract is wrong, or this machine has a problem, such as a full disk',
  SIGHUP: signalHelp,
  violated: 'the server violates the contract',
  noVerdict: 'no verdict: server unreachable or busy, key refused, out of time, or a bug in this program',
  tooLittleTested: 'less was tested than --min-coverage or --min-fields requires',
  done: 'none of these',
})}`;
