import { quoteForShell } from '../../text/escape.js';
import { learnSettings } from './learn-settings.js';
import { flagOf, type GivenFlags } from './settings.js';

/** Returns a shell command for `learn` with the flags of a check. Both commands read the same variables and files. */
export function learnCommandLine(flags: GivenFlags): string {
  const words = [...learnSettings, 'har' as const].flatMap((name) => {
    const value = flags[name];
    if (value === undefined || value === false) return [];
    if (value === true) return flagOf(name);
    return [value].flat().flatMap((text) => [flagOf(name), /^[\w.,:/=@-]+$/.test(text) ? text : quoteForShell(text)]);
  });
  return ['directory-contract learn', ...words].join(' ');
}
