import { existsSync } from 'node:fs';
import { usualFile } from '../../answers/read-answers.js';

/**
 * The file with answers that a command uses: the given one, that of DIRECTORY_ANSWERS, or the usual one of the current
 * folder. A line on stderr says that a file is used which nobody named on the command line.
 */
export function answersFile(given: string | undefined): string | undefined {
  if (given !== undefined) return given;
  const named = process.env['DIRECTORY_ANSWERS'] || (existsSync(usualFile) ? usualFile : undefined);
  if (named !== undefined) process.stderr.write(`Answers: ${named}\n`);
  return named;
}
