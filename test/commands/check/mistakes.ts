import type { GivenFlags } from '../../../scripts/commands/check/settings.js';
import { yamlBeside } from '../../yaml-beside.js';

/** Wrong settings of the check, by their source, and the message of each refusal. */
export const mistakes = yamlBeside<{
  flags: [GivenFlags, string][];
  variables: [NodeJS.ProcessEnv, string][];
  headers: [GivenFlags, object | null, string][];
  parameters: [string, string][];
  config: [string, string][];
  run: [GivenFlags, string][];
  addresses: [string | null, string][];
  lines: [string[], string][];
  accepted: [address: string, baseUrl: string, host: string, isLoopback: boolean][];
  insecureHosts: [hosts: string[], isAllowed: boolean][];
}>(import.meta.url, 'mistakes.yaml');
