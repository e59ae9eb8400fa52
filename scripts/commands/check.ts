import type { Command } from 'commander';
import { UsageError } from '../text/usage-error.js';
import { flagOf } from './check/setting-names.js';
import { type GivenFlags, settings } from './check/settings.js';
import { headings, settingsHelp } from './check/settings-help.js';
import { again, command } from './command.js';

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
  for (const { name, value, repeats, about } of settings) {
    if (headings[name] !== undefined) check.optionsGroup(headings[name]);
    const flags = `${flagOf(name)}${value === undefined ? '' : ` <${value}>`}`;
    if (repeats) check.option(flags, about, again);
    else check.option(flags, about);
  }
  return check;
}
