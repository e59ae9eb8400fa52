import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../../scripts/answers/answers.js';
import { type LearnFlags, runLearn } from '../../scripts/commands/learn/run.js';
import { answersIn } from '../../scripts/learn/edit-answers.js';
import { collector } from '../commands/check/fixture.js';
import { temporaryFolder } from '../temporary-folder.js';

export interface Ran {
  code: number;
  /** The text on standard output. */
  output: string;
  /** The text of both streams. */
  text: string;
  /** The text of both streams on one line. */
  said: string;
  /** The text of the answers file; empty if there is none. */
  file: string;
  answers: Record<string, Answer>;
}

/** Runs `directory-contract learn` in a folder, by default an empty folder. @throws UsageError like the command */
export async function learnFrom(flags: LearnFlags, folder = temporaryFolder()): Promise<Ran> {
  const [output, errors] = [collector(false), collector(false)];
  const code = await runLearn(flags, { output, errors, environment: {}, folder });
  const path = join(folder, 'directory.answers.yaml');
  const file = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const text = output.text() + errors.text();
  return { code, output: output.text(), text, said: text.replace(/\s+/g, ' '), file, answers: answersIn(file) };
}
