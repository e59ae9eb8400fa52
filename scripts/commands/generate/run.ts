import { join, resolve } from 'node:path';
import { contract } from '../../../generated/contract.js';
import { taughtOwnContract } from '../../answers/own-contract.js';
import { generatedFiles } from '../../generate/files.js';
import { differencesOf, leftIn, writeFolder } from '../../generate/folder.js';
import { moduleForm } from '../../generate/module-form.js';
import { typeTools } from '../../generate/type-tools.js';
import { whole } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import { duration, progressOn } from '../../text/progress.js';
import { answersFile } from './answers-file.js';

export interface GenerateFlags {
  /** Folder for the files. */
  out: string;
  /** File with answers. */
  answers?: string;
  /** Only compare. */
  check?: boolean;
}

/** Writes the files of the taught contract, or compares them with those in the folder. Returns the exit code. */
export async function runGenerate({ out, answers, check = false }: GenerateFlags): Promise<number> {
  const start = performance.now();
  const progress = progressOn(process.stderr);
  // A log needs no line for each step of a few seconds.
  const begin = (step: string): void => (process.stderr.isTTY ? progress.begin(step) : undefined);
  try {
    const file = answersFile(answers);
    const document = file === undefined ? contract : taughtOwnContract(file).document;
    begin('openapi-typescript');
    const tools = await typeTools((line) => progress.print(line));
    const files = await generatedFiles(document, { tools, form: moduleForm(resolve(out)), begin });
    progress.close();
    const folder = whole(join(out, '/'));
    if (check) {
      const differences = differencesOf(out, files);
      if (differences.length === 0) {
        process.stdout.write(`${folder} is what the answers say: ${counted(files.length, 'file')}.\n`);
        return exitCodes.done;
      }
      const again = `directory-contract generate --out ${out}${answers === undefined ? '' : ` --answers ${answers}`}`;
      process.stderr.write(`${differences.join('\n')}\nRun "npx ${whole(again)}" and commit what it writes.\n`);
      return exitCodes.violated;
    }
    const written = writeFolder(out, files);
    const list = written.length === 0 ? 'nothing changed' : `wrote ${written.join(', ')}`;
    process.stdout.write(`${folder}: ${list} (${duration(performance.now() - start)}).\n`);
    for (const name of leftIn(out, files)) process.stderr.write(`${folder}${whole(name)} is not needed any more. Remove it.\n`);
    return exitCodes.done;
  } finally {
    progress.close();
  }
}
