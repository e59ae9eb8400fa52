import type { Command } from 'commander';
import { flagOf, settings, settingsHelp, type GivenFlags, type Setting } from './check/settings.js';
import { again, command } from './command.js';

export function checkCommand(): Command {
  const check = command(
    'check',
    'Holds a live server against the contract. It changes nothing there unless it is told to.',
  )
    .addHelpText('after', settingsHelp)
    .action(async (flags: GivenFlags) => {
      process.exitCode = await (await import('./check/run.js')).runCheck(flags);
    });
  for (const { name, value, repeats, about } of settings as readonly Setting[]) {
    const flags = `${flagOf(name)}${value === undefined ? '' : ` <${value}>`}`;
    if (repeats) check.option(flags, about, again);
    else check.option(flags, about);
  }
  return check;
}
