import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { defaultFile } from '../answers/answers.js';
import { generatedFile } from '../generated-file.js';
import { sanitizeLine } from '../text/escape.js';

/** The environment variable with the path of the answers file. All commands read it. */
export const answersVariable = 'DIRECTORY_ANSWERS';

export interface AnswersFlags {
  /** The path given with `--answers`; false for `--no-answers`. */
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
 * The answers file that a command uses: from `--answers`, else from the variable `DIRECTORY_ANSWERS`, else the default
 * file in the current folder, if it exists. A message names the file unless the command line does.
 */
export function answersFileOf({ answers }: AnswersFlags, errors: ErrorStream = process.stderr): string | undefined {
  if (answers === false) return undefined;
  if (answers !== undefined) return answers;
  const fileFromVariable = process.env[answersVariable];
  if (!fileFromVariable) return findDefaultAnswers('', errors);
  errors.write(`Using the answers in ${sanitizeLine(fileFromVariable)}, the file set with ${answersVariable}.\n`);
  return fileFromVariable;
}

/** The folder of this package, or of its repository. An answers file there is used only if the user names it. */
const packageFolder = fileURLToPath(generatedFile('..'));

/** The answers file of a folder with the default name, if it exists. A message names the file. */
export function findDefaultAnswers(folder: string, errors: ErrorStream): string | undefined {
  const file = join(folder, defaultFile);
  if (!existsSync(file) || resolve(folder) === resolve(packageFolder)) return undefined;
  if (!hasNoAnswers(file))
    errors.write(`Using the answers in ${sanitizeLine(file)}. Add --no-answers to ignore them.\n`);
  return file;
}

/** Whether a file contains nothing but comments and an empty `answers:`, like a file that `init` has written. */
function hasNoAnswers(file: string): boolean {
  const content = statSync(file).isFile() ? readFileSync(file, 'utf8') : '?';
  return content.split('\n').every((line) => /^\s*(?:answers:\s*(?:\{\s*\})?\s*)?(?:#.*)?$/.test(line));
}

/** The first line of an answers file, a comment that tells editors the schema of the file. */
export function schemaLine(file: string): string {
  const schema = relative(dirname(file), 'node_modules/directory-contract/generated/schemas/answers.schema.json');
  return `# yaml-language-server: $schema=${schema.startsWith('.') ? '' : './'}${schema.replaceAll('\\', '/')}\n`;
}
