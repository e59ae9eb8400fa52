import { join, resolve } from 'node:path';
import { contract } from '../../../generated/contract.js';
import { taughtOwnContract } from '../../answers/own-contract.js';
import { type GeneratedFile, generatedFiles } from '../../generate/files.js';
import { differencesOf, leftIn, moduleForm, writeFolder } from '../../generate/folder.js';
import { typeTools } from '../../generate/type-tools.js';
import { whole } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import { duration, progressOn } from '../../text/progress.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';

export interface GenerateFlags extends AnswersFlags {
  out: string;
  check?: boolean;
}

/** The surroundings of the command, which a test replaces. */
interface GenerateSurroundings {
  output: Pick<NodeJS.WriteStream, 'write'>;
  errors: NodeJS.WriteStream;
  make: typeof generatedFiles;
}

/** Writes the files of the taught contract, or compares them with those in the folder. Returns the exit code. */
export async function runGenerate(
  { out, answers, check = false }: GenerateFlags,
  { output, errors, make }: GenerateSurroundings = {
    output: process.stdout,
    errors: process.stderr,
    make: generatedFiles,
  },
): Promise<number> {
  const start = performance.now();
  const file = answersFileOf({ ...(answers !== undefined && { answers }) }, errors);
  const files = await filesOf(file, out, { errors, make });
  const folder = whole(join(out, '/'));
  if (!check) {
    const written = writeFolder(out, files);
    const list = written.length === 0 ? 'nothing changed' : `wrote ${written.join(', ')}`;
    output.write(`${folder}: ${list} (${duration(performance.now() - start)}).\n`);
    for (const name of leftIn(out, files)) errors.write(`${folder}${whole(name)} is not made any more. Remove it.\n`);
    return exitCodes.done;
  }
  const differences = differencesOf(out, files);
  if (differences.length === 0) {
    output.write(`${folder} is up to date: ${counted(files.length, 'file')}.\n`);
    return exitCodes.done;
  }
  const taught = answers === false ? ' --no-answers' : answers === undefined ? '' : ` --answers ${answers}`;
  const again = `directory-contract generate --out ${out}${taught}`;
  errors.write(`${differences.join('\n')}\nRun "npx ${whole(again)}", and commit what it writes.\n`);
  return exitCodes.violated;
}

async function filesOf(
  answers: string | undefined,
  out: string,
  { errors, make }: Pick<GenerateSurroundings, 'errors' | 'make'>,
): Promise<GeneratedFile[]> {
  const progress = progressOn(errors);
  // A log needs no line for each step of a few seconds.
  const isShown = errors.isTTY;
  try {
    const document = answers === undefined ? contract : taughtOwnContract(answers).document;
    return await make(document, {
      tools: () => typeTools((line) => progress.print(line)),
      form: moduleForm(resolve(out)),
      watcher: {
        begin: (name) => (isShown ? progress.begin(name) : undefined),
        end: (name) => (isShown ? progress.end(name) : undefined),
      },
    });
  } finally {
    progress.close();
  }
}
