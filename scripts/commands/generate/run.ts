import { resolve } from 'node:path';
import { contract } from '../../../generated/contract.js';
import { teachOwnContract } from '../../answers/own-contract.js';
import { type GeneratedFile, generatedNames, generateFiles } from '../../generate/files.js';
import {
  differencesOf,
  findStaleFiles,
  moduleFormatOf,
  pathIn,
  refuseForeignFiles,
  writeFolder,
} from '../../generate/folder.js';
import { loadTypeTools } from '../../generate/type-tools.js';
import { sanitizeLine } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { formatCount } from '../../text/numbers.js';
import { createProgress, formatDuration } from '../../text/progress.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';

export interface GenerateFlags extends AnswersFlags {
  out: string;
  check?: boolean;
}

/** Streams of the command, and the function that generates the files; tests replace them. */
interface GenerateContext {
  output: Pick<NodeJS.WriteStream, 'write'>;
  errors: NodeJS.WriteStream;
  make: typeof generateFiles;
}

/** Generates files from the contract with the answers, and writes them, or compares them with existing files. */
export async function runGenerate(
  { out, answers, check = false }: GenerateFlags,
  { output, errors, make }: GenerateContext = {
    output: process.stdout,
    errors: process.stderr,
    make: generateFiles,
  },
): Promise<number> {
  const start = performance.now();
  // Look at the folder first: the files take seconds, and a download on a machine without the tools.
  if (!check) refuseForeignFiles(out, generatedNames);
  const answersFile = answersFileOf({ ...(answers !== undefined && { answers }) }, errors);
  const files = await filesOf(answersFile, out, { errors, make });
  const folder = sanitizeLine(pathIn(out, ''));
  if (!check) {
    const writtenFiles = writeFolder(out, files);
    const summary = writtenFiles.length === 0 ? 'nothing changed' : `wrote ${writtenFiles.join(', ')}`;
    output.write(`${folder}: ${summary} (${formatDuration(performance.now() - start)}).\n`);
    for (const name of findStaleFiles(out, files))
      errors.write(`${folder}${sanitizeLine(name)} is no longer generated. Remove it.\n`);
    return exitCodes.done;
  }
  const differences = differencesOf(out, files);
  if (differences.length === 0) {
    output.write(`${folder} is up to date: ${formatCount(files.length, 'file')}.\n`);
    return exitCodes.done;
  }
  const answersFlag = answers === false ? ' --no-answers' : answers === undefined ? '' : ` --answers ${answers}`;
  const command = `directory-contract generate --out ${out}${answersFlag}`;
  errors.write(`${differences.join('\n')}\nRun "npx ${sanitizeLine(command)}", and commit the files that it writes.\n`);
  return exitCodes.violated;
}

async function filesOf(
  answers: string | undefined,
  out: string,
  { errors, make }: Pick<GenerateContext, 'errors' | 'make'>,
): Promise<GeneratedFile[]> {
  const progress = createProgress(errors);
  // The steps take only seconds, so show them on a terminal, but not in a log.
  const isProgressShown = errors.isTTY;
  try {
    const document = answers === undefined ? contract : teachOwnContract(answers).document;
    return await make(document, {
      tools: () => loadTypeTools((line) => progress.print(line)),
      form: moduleFormatOf(resolve(out)),
      watcher: {
        begin: (name) => (isProgressShown ? progress.begin(name) : undefined),
        end: (name) => (isProgressShown ? progress.end(name) : undefined),
      },
    });
  } finally {
    progress.close();
  }
}
