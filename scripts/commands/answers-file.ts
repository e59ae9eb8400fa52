import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { usualFile } from '../answers/answers.js';
import { generatedFile } from '../generated-file.js';
import { whole } from '../text/escape.js';

/** The variable of the file with answers, for all commands. */
export const answersVariable = 'DIRECTORY_ANSWERS';

export interface AnswersFlags {
  /** The file of `--answers`; false for `--no-answers`. */
  answers?: string | false;
}

type Errors = Pick<NodeJS.WriteStream, 'write'>;

export function withAnswers(command: Command): Command {
  return command
    .option(
      '--answers <file>',
      `answers to open questions of the contract; by default ${usualFile} of this folder, if it exists`,
    )
    .option('--no-answers', `do not use ${usualFile}`);
}

/**
 * The file with answers that a command uses: that of the option, else of the variable `DIRECTORY_ANSWERS`, else the
 * usual file of the current folder if it exists. A line says which, where the command line does not.
 */
export function answersFileOf({ answers }: AnswersFlags, errors: Errors = process.stderr): string | undefined {
  if (answers === false) return undefined;
  if (answers !== undefined) return answers;
  const named = process.env[answersVariable];
  if (!named) return usualAnswers('', errors);
  errors.write(`Uses the answers in ${whole(named)}, which ${answersVariable} names.\n`);
  return named;
}

/** The folder of this package, or of its repository, whose contract no file may change unnamed. */
const home = fileURLToPath(generatedFile('..'));

/** The usual file of a folder, if it exists; a line says that it is used, since nobody named it. */
export function usualAnswers(folder: string, errors: Errors): string | undefined {
  const file = join(folder, usualFile);
  if (!existsSync(file) || resolve(folder) === resolve(home)) return undefined;
  errors.write(`Uses the answers in ${whole(file)}; --no-answers leaves them out.\n`);
  return file;
}

/** The first line of a file with answers: it names the schema of such files, for editors. */
export function schemaLine(file: string): string {
  const schema = relative(dirname(file), 'node_modules/directory-contract/generated/schemas/answers.schema.json');
  return `# yaml-language-server: $schema=${schema.startsWith('.') ? '' : './'}${schema.replaceAll('\\', '/')}\n`;
}
