import type { Command } from 'commander';
import { flagOf } from './check/setting-names.js';
import { type GivenFlags, settings } from './check/settings.js';
import { settingsHelp } from './check/settings-help.js';
import { again, command } from './command.js';

export function checkCommand(): Command {
  const check = command(
    'check',
    'Checks a live server against the contract. It changes nothing there without --writes.',
  )
    .addHelpText('after', settingsHelp)
    .action(async (flags: GivenFlags) => {
      process.exitCode = await (await import('./check/run.js')).runCheck(flags);
    });
  for (const { name, value, repeats, about } of settings) {
    const flags = `${flagOf(name)}${value === undefined ? '' : ` <${value}>`}`;
    if (repeats) check.option(flags, about, again);
    else check.option(flags, about);
  }
  return check;
}
