import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { yamlBeside } from '../yaml-beside.js';
import type { Command, Place, Service } from './service.js';

/** The parts of services that are code, by name. */
const code: Readonly<Record<string, Pick<Service, 'key' | 'mend'>>> = {
  apicurio: {
    // The texts of the schemes say that authentication is disabled by default, as it is here.
    mend: ({ components }) => {
      components.securitySchemes = {};
    },
  },
  tiled: {
    key: () => 'secret',
    // The scheme requires a login, which a server with a single user does not have.
    mend: ({ components }) => {
      delete components.securitySchemes['OAuth2PasswordBearer'];
    },
  },
  directus: {
    // The scheme lacks the word before the key, and only two tags require it, although all operations except these do.
    mend: (document) => {
      const open = ['/server/info', '/server/ping', '/utils/random/string', '/utils/hash/generate'];
      document.components.securitySchemes['Auth'] = { type: 'http', scheme: 'bearer' };
      document.security = [{ Auth: [] }];
      for (const operation of open.flatMap((path) => Object.values(document.paths[path] ?? {})))
        operation.security = [];
    },
    key: () => 'key-of-the-first-administrator',
  },
  changedetection: {
    key: ({ data }) => {
      const settings = JSON.parse(readFileSync(join(data, 'changedetection.json'), 'utf8'));
      return settings.settings.application.api_access_token;
    },
  },
  airflow: {
    key: async ({ data, port }) => {
      const passwords = JSON.parse(readFileSync(join(data, 'passwords.json'), 'utf8'));
      const response = await fetch(`http://127.0.0.1:${port}/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: passwords.admin }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    },
  },
};

export const services = yamlBeside<readonly Service[]>(import.meta.url, 'services.yaml').map(
  (service): Service => ({ ...service, ...code[service.name] }),
);

/** Returns the command with the names of this place filled in. */
export function commandAt({ args, environment = {} }: Command, place: Place): Command {
  const { installed, data, port } = place;
  const texts: Record<string, string> = { installed, data, port: String(port), python: join(installed, 'bin/python') };
  const fill = (text: string): string => text.replaceAll(/\$(\w+)/g, (sign, name: string) => texts[name] ?? sign);
  const variables = Object.entries(environment).map(([name, text]) => [name, fill(text)]);
  return { args: args.map(fill), environment: Object.fromEntries(variables) };
}
