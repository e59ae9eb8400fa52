import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { GivenFlags } from '../../../scripts/commands/check/settings.js';

/** Wrong settings of the check, by the place where they stand, and what the refusal says. */
export const mistakes = parse(readFileSync(new URL('mistakes.yaml', import.meta.url), 'utf8')) as {
  flags: [GivenFlags, string][];
  variables: [NodeJS.ProcessEnv, string][];
  headers: [GivenFlags, object | null, string][];
  parameters: [string, string][];
  config: [string, string][];
  run: [GivenFlags, string][];
  addresses: [string | null, string][];
};
