import type { Command } from 'commander';
import { again } from '../command.js';
import type { SettingRow } from './setting-kinds.js';
import { flagOf } from './setting-names.js';
import { type SettingName, settingsByName } from './settings.js';

/** The text of a setting in the help. */
export function aboutOf(name: SettingName): string {
  const { about, default: standard }: SettingRow = settingsByName[name];
  return typeof standard === 'number' ? `${about}, ${standard} by default` : about;
}

/** Gives a command the flags of settings of `check`; `own` has texts for those that mean something else there. */
export function addSettings(
  command: Command,
  names: readonly SettingName[],
  own: Readonly<Partial<Record<SettingName, string>>> = {},
): Command {
  for (const name of names) {
    const { value, repeats }: SettingRow = settingsByName[name];
    const flags = `${flagOf(name)}${value === undefined ? '' : ` <${value}>`}`;
    const about = own[name] ?? aboutOf(name);
    if (repeats) command.option(flags, about, again);
    else command.option(flags, about);
  }
  return command;
}
