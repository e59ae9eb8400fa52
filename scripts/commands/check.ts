import type { Command } from 'commander';
import { UsageError } from '../text/usage-error.js';
import { addSettings } from './check/setting-option.js';
import { type GivenFlags, settings } from './check/settings.js';
import { settingsHelp } from './check/settings-help.js';
import { command } from './command.js';

export function checkCommand(): Command {
  const check = command(
    'check',
    'Checks a live server against the contract. It changes nothing there without --writes.',
  )
    .argument('[address]', 'address of the server, as --base-url')
    .addHelpText('after', settingsHelp)
    .action(async (address: string | undefined, flags: GivenFlags) => {
      if (address !== undefined && flags.baseUrl !== undefined)
        throw new UsageError('Expected one address, found one as an argument and one as --base-url. Leave one out.');
      const given = address === undefined ? flags : { ...flags, baseUrl: address };
      process.exitCode = await (await import('./check/run.js')).runCheck(given);
    });
  for (const { name, heading } of settings) {
    if (heading !== undefined) check.optionsGroup(heading);
    addSettings(check, [name]);
  }
  return check;
}
