/** The configuration file that is read where none is named. */
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

/** Whether a variable of the environment is meant for the check, known or not. */
export function isVariable(variable: string): boolean {
  return variable.startsWith(prefix);
}

function words(name: string): string[] {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
}
