/** The default configuration file. */
export const configFile = 'directory-contract.config.json';

const prefix = 'DIRECTORY_CHECK_';

/** `--base-url`. */
export function flagOf(name: string): string {
  return `--${words(name).join('-')}`;
}

/** `DIRECTORY_CHECK_BASE_URL`. */
export function variableOf(name: string): string {
  return prefix + words(name).join('_').toUpperCase();
}

/** The name of a setting in the configuration file. */
export function entryOf({ name, entry = name }: { name: string; entry?: string }): string {
  return entry;
}

/** Whether an environment variable has the prefix of the check's settings. */
export function isVariable(variable: string): boolean {
  return variable.startsWith(prefix);
}

function words(name: string): string[] {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
}
