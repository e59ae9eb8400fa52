import { yamlBeside } from '../yaml-beside.js';
import { key } from './fixture.js';

/** Right and wrong inputs of the client, and the result of each. */
export const inputs = yamlBeside<{
  baseUrls: Record<'accepted' | 'rejected', string[]>;
  apiKeys: Record<string, string>;
  options: [given: object, message: string][];
  insecureHosts: [hosts: string[], isAllowed: boolean][];
  arguments: [given: object, message: string][];
  ids: Record<string, string>;
  hostile: string[];
  refused: string[];
  queries: [query: object, extraQuery: object, sent: string][];
  bodies: Record<string, [value: unknown, body: string]>;
}>(import.meta.url, 'inputs.yaml', { key });
