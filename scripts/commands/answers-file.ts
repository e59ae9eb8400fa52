import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { defaultFile } from '../answers/answers.js';
import { generatedFile } from '../generated-file.js';
import { sanitizeLine } from '../text/escape.js';

/** The environment variable that names the file with answers, for all commands. */
export const answersVariable = 'DIRECTORY_ANSWERS';

export interface AnswersFlags {
  /** The file of `--answers`; false for `--no-answers`. */
  answers?: string | false;
}

type ErrorStream = Pick<NodeJS.WriteStream, 'write'>;

export function addAnswersFlags(command: Command): Command {
  return command
    .option(
      '--answers <file>',
      `answers to open questions of the contract; by default ${defaultFile} of this folder, if it exists`,
    )
    .option('--no-answers', `do not use ${defaultFile}`);
}

/**
 * The file with answers that a command uses: that of the option, else of the variable `DIRECTORY_ANSWERS`, else the
 * default file of the current folder if it exists. If the command line does not name the file, a message is printed
 * that names it.
 */
export function answersFileOf({ answers }: AnswersFlags, errors: ErrorStream = process.stderr): string | undefined {
  if (answers === false) return undefined;
  if (answers !== undefined) return answers;
  const fileFromVariable = process.env[answersVariable];
  if (!fileFromVariable) return findDefaultAnswers('', errors);
  errors.write(`Using the answers in ${sanitizeLine(fileFromVariable)}, the file set with ${answersVariable}.\n`);
  return fileFromVariable;
}

/** The folder of this package, or of its repository. A file with answers there is used only if the user names it. */
const packageFolder = fileURLToPath(generatedFile('..'));

/** The default file of a folder, if it exists. A message says that it is used, because the user has not named it. */
export function findDefaultAnswers(folder: string, errors: ErrorStream): string | undefined {
  const file = join(folder, defaultFile);
  if (!existsSync(file) || resolve(folder) === resolve(packageFolder)) return undefined;
  errors.write(`Using the answers in ${sanitizeLine(file)}. Add --no-answers to ignore them.\n`);
  return file;
}

/** The first line of a file with answers: it names the schema of such files, for editors. */
export function schemaLine(file: string): string {
  const schema = relative(dirname(file), 'node_modules/directory-contract/generated/schemas/answers.schema.json');
  return `# yaml-language-server: $schema=${schema.startsWith('.') ? '' : './'}${schema.replaceAll('\\', '/')}\n`;
}
