import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contract } from '../../../generated/contract.js';
import { type Answer, digestOf, usualFile } from '../../answers/answers.js';
import { type TaughtOwnContract, taughtOwnContract } from '../../answers/own-contract.js';
import { firstFile, type ListedQuestion, listedQuestions, type QuestionState } from '../../answers/register.js';
import { withoutKey } from '../../check/transport/key.js';
import { yamlText } from '../../contract/parse-yaml.js';
import { writeAllWhole, writeWhole } from '../../files/whole-file.js';
import { generatedFile } from '../../generated-file.js';
import { hanging, wrap } from '../../text/columns.js';
import { inertJson, visible, whole } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf, answersVariable, schemaLine } from '../answers-file.js';

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

/** An answers file of this package, about a plausible service. */
interface World {
  /** The place in the user's folder. */
  path: string;
  text: string;
  /** The comment in its first line. */
  about: string;
}

/**
 * Writes the answers of plausible services into a folder, all files or none; those that are there already stay.
 *
 * @returns the files with their first comment, for a terminal
 * @throws UsageError if a file is there with other contents, or if one cannot be written
 */
export function writeWorlds(folder: string, width: number): string {
  const worlds = worldsFor(folder);
  const missing = worlds.filter(({ path }) => textOf(path) === undefined);
  const others = worlds.filter(({ path, text }) => ![undefined, text].includes(textOf(path)));
  if (others.length > 0) {
    const names = others.map(({ path }) => whole(path)).join(', ');
    throw new UsageError(
      `There are other contents in ${names}. No file was written. Name another folder with --worlds, or remove ` +
        `${others.length === 1 ? 'this file' : 'these files'}.`,
    );
  }
  writeAllWhole(missing, 'Name another folder with --worlds.');
  return listed(worlds, { folder, written: missing.length, width });
}

function worldsFor(folder: string): World[] {
  const source = generatedFile('../recipes/worlds/');
  return readdirSync(source)
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, source), 'utf8');
      const path = join(folder, name);
      return { path, text: schemaLine(path) + text, about: text.slice(0, text.indexOf('\n')).replace(/^# */, '') };
    });
}

/** @throws UsageError if it is there and cannot be read */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(
      `${visible(path)} cannot be read: ${reasonOf(error)}. No file was written. Name another folder with --worlds.`,
    );
  }
}

function listed(
  worlds: readonly World[],
  { folder, written, width }: { folder: string; written: number; width: number },
): string {
  const columns = Math.max(40, width);
  const at = whole(join(folder || '.', '/'));
  const head =
    written === 0
      ? `${at} has all ${counted(worlds.length, 'file')} already; nothing was written.`
      : `Wrote ${counted(written, 'file')} into ${at}. Each has the answers of a plausible service.`;
  const rows = worlds.flatMap(({ path, about }) => [`  ${whole(path)}`, ...hanging('    ', about, columns)]);
  const [{ path } = { path: '' }] = worlds;
  // A command to copy stays on one line.
  const next = ['To see one at work:', `  npx directory-contract sandbox --answers ${whole(path)}`];
  return `${[wrap(head, columns), rows, next].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

interface ListOptions {
  title: string;
  file: string | undefined;
  /** The overlays that it names. */
  overlays: readonly string[];
  /** Columns. */
  width: number;
  isColoured: boolean;
}

/** The longest value that the list shows, in characters. */
const longest = 60;

const states = ['answered', 'answered-in-part', 'open', 'no-longer-needed'] as const satisfies readonly QuestionState[];

const colours: Readonly<Record<QuestionState, number>> = {
  answered: 32,
  'answered-in-part': 33,
  open: 2,
  'no-longer-needed': 36,
};

export function countsOf(questions: readonly ListedQuestion[]): Record<QuestionState, number> {
  return Object.fromEntries(
    states.map((state) => [state, questions.filter((each) => each.state === state).length]),
  ) as Record<QuestionState, number>;
}

/** The questions for a terminal or a log, by the section of the interface description that leaves them open. */
export function questionsText(questions: readonly ListedQuestion[], options: ListOptions): string {
  const { title, file, overlays, isColoured } = options;
  const width = Math.max(40, options.width);
  const paint = (text: string, code: number): string => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const sections = [...new Set(questions.map(({ section }) => section))];
  const blocks = sections.map((section) => [
    paint(`Section ${visible(section)}`, 1),
    ...questions.filter((each) => each.section === section).flatMap((each) => questionLines(each, width, paint)),
  ]);
  const head = file === undefined ? title : `${title} with the answers in ${visible(file)}`;
  const last = [
    totals(questions),
    ...(overlays.length > 0 ? [`Applied last: ${overlays.map((each) => visible(each)).join(', ')}.`] : []),
    ...(file === undefined
      ? ['There are no answers yet: "directory-contract answers --init" writes a first file.']
      : []),
  ].flatMap((line) => wrap(line, width));
  return `${[wrap(head, width), ...blocks, last].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function questionLines(
  { id, question, state, answer }: ListedQuestion,
  width: number,
  paint: (text: string, code: number) => string,
): string[] {
  const words = wordsOf(state);
  const [first = '', ...others] = wrap(`${id}: ${words}${answer ? `, ${answerText(answer)}` : ''}`, width - 4);
  const head = first.replace(`: ${words}`, `: ${paint(words, colours[state])}`);
  return [`  ${head}`, ...others.map((line) => `    ${line}`), ...hanging('    ', visible(question), width)];
}

/** The value, cut short, and its source: `"Bearer", by platform team, on 2026-11-22`. */
function answerText({ value, except = {}, from = {} }: Answer): string {
  const names = Object.keys(except);
  return [
    short(JSON.stringify(value)),
    ...(names.length > 0 ? [`except ${short(names.join(', '))}`] : []),
    ...(from.by === undefined ? [] : [`by ${visible(from.by)}`]),
    ...(from.on === undefined ? [] : [`on ${visible(from.on)}`]),
  ].join(', ');
}

function wordsOf(state: QuestionState): string {
  return state.replaceAll('-', ' ');
}

function short(text: string): string {
  const characters = [...text.slice(0, 2 * longest)];
  return visible(characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text);
}

function totals(questions: readonly ListedQuestion[]): string {
  const counts = countsOf(questions);
  const parts = states.filter((state) => counts[state] > 0).map((state) => `${counts[state]} ${wordsOf(state)}`);
  return `${counted(questions.length, 'question')}: ${parts.join(', ')}.`;
}
