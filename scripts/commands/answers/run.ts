import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { contract } from '../../../generated/contract.js';
import { digestOf, usualFile } from '../../answers/answers.js';
import { type TaughtOwnContract, taughtOwnContract } from '../../answers/own-contract.js';
import { firstFile, listedQuestions } from '../../answers/register.js';
import { withoutKey } from '../../check/transport/key.js';
import { yamlText } from '../../contract/parse-yaml.js';
import { writeWhole } from '../../files/whole-file.js';
import { inertJson, visible } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf, answersVariable, schemaLine } from '../answers-file.js';
import { countsOf, questionsText } from './text.js';
import { writeWorlds } from './worlds.js';

export interface AnswersCommandFlags extends AnswersFlags {
  json?: boolean;
  /** Print what the answers change. */
  overlay?: boolean;
  init?: boolean;
  /** A folder to write the answers of plausible services into. */
  worlds?: string;
}

/**
 * `directory-contract answers`: lists the open questions and the answers to them, prints the overlay of the answers, or
 * writes a first file or those of plausible services.
 *
 * @throws UsageError for a mistake in the file, or if there is nothing to print or write
 */
export function runAnswers({
  json = false,
  overlay = false,
  init = false,
  worlds,
  ...flags
}: AnswersCommandFlags): void {
  const width = process.stdout.columns ?? 80;
  if (worlds !== undefined) {
    process.stdout.write(withoutKey(writeWorlds(worlds, width)));
    return;
  }
  if (init) {
    writeFirstFile(flags.answers || process.env[answersVariable] || usualFile);
    return;
  }
  const file = answersFileOf(flags);
  const taught = file === undefined ? undefined : taughtOwnContract(file);
  const text = overlay
    ? overlayText(taught, json)
    : json
      ? `${inertJson(listing(file, taught))}\n`
      : questionsText(listedQuestions(contract, taught), {
          title: `${contract.info.title} ${contract.info.version}`,
          file,
          overlays: taught?.answers.corrections.map((each) => each.file) ?? [],
          width,
          isColoured: process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
        });
  process.stdout.write(withoutKey(text));
}

function listing(file: string | undefined, taught: TaughtOwnContract | undefined): object {
  const questions = listedQuestions(contract, taught);
  return {
    format: 1,
    contract: { title: contract.info.title, version: contract.info.version },
    ...(taught && {
      answers: {
        file,
        sha256: digestOf(taught.answers),
        overlays: taught.answers.corrections.map((each) => each.file),
      },
    }),
    counts: countsOf(questions),
    questions,
  };
}

function overlayText(taught: TaughtOwnContract | undefined, json: boolean): string {
  if (!taught)
    throw new UsageError(
      `There is no ${usualFile} here, so there is no overlay. Name a file with --answers, or write one with --init.`,
    );
  if (taught.overlay.actions.length === 0)
    throw new UsageError('The file has no answers, so there is no overlay. Answer a question first.');
  return json ? `${inertJson(taught.overlay)}\n` : yamlText(taught.overlay);
}

export function firstText(file: string): string {
  const today = new Date().toISOString().slice(0, 10);
  return `${schemaLine(file)}\n${firstFile(contract, today)}`;
}

function writeFirstFile(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new UsageError(`${visible(file)} exists already, and was not changed. Name another file with --answers.`);
  try {
    // A folder whose name is misspelt is not made.
    statSync(dirname(file));
    writeWhole(file, firstText(file));
  } catch (error) {
    throw new UsageError(`${visible(file)} cannot be written: ${reasonOf(error)}. Name another file with --answers.`);
  }
  process.stdout.write(
    `${visible(file)} has the most important questions, with examples. Answer those that you know.\n`,
  );
}
