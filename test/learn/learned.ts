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
  answers: Record<string, Answer>;
  /** The whole text of both streams. */
  written: string;
}

/** Runs `directory-contract learn` in a folder, by default an empty one. @throws UsageError like the command */
export async function learned(flags: LearnFlags, folder = temporaryFolder()): Promise<Ran> {
  const [output, errors] = [collector(false), collector(false)];
  const code = await runLearn(flags, { output, errors, environment: {}, folder });
  const file = join(folder, 'directory.answers.yaml');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { code, output: output.text(), answers: answersIn(text), written: output.text() + errors.text() + text };
}
