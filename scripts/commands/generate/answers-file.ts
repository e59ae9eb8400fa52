import { existsSync } from 'node:fs';
import { usualFile } from '../../answers/read-answers.js';
import { visible } from '../../text/escape.js';

/**
 * The file with answers that a command uses: the given one, that of DIRECTORY_ANSWERS, or the usual one of the current
 * folder. A line says that a file is used which nobody named on the command line.
 */
export function answersFile(given: string | undefined, errors: Pick<NodeJS.WriteStream, 'write'>): string | undefined {
  if (given !== undefined) return given;
  const named = process.env['DIRECTORY_ANSWERS'] || (existsSync(usualFile) ? usualFile : undefined);
  if (named !== undefined) errors.write(`Answers: ${visible(named)}\n`);
  return named;
}
