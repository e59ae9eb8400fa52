import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '../../generated/contract.js';
import { readAnswers } from '../../scripts/answers/read-answers.js';
import { type TaughtContract, taughtContract } from '../../scripts/answers/taught.js';
import { UsageError } from '../../scripts/text/usage-error.js';

/** Answers as a file has them, by the id of the question. */
export type Values = Record<string, unknown>;

/** Teaches the contract what a file with this text says. */
export function taughtByText(text: string): TaughtContract {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  try {
    const file = join(folder, 'directory.answers.yaml');
    writeFileSync(file, text);
    return taughtContract(contract, readAnswers(contract, file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Teaches the contract these values. */
export function taught(values: Values): TaughtContract {
  const answers = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { value }]));
  return taughtByText(JSON.stringify({ answers }));
}

/** The message about a file that is refused, from the name of the file on. */
export function refusalOf(text: string): string {
  try {
    taughtByText(text);
  } catch (error) {
    if (error instanceof UsageError) return error.message.replace(/^.*(?=directory\.answers\.yaml)/, '');
    throw error;
  }
  return 'accepted';
}
