import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contract } from '../../../generated/contract.js';
import { type Answer, defaultFile, digestOf } from '../../answers/answers.js';
import { type TaughtOwnContract, teachOwnContract } from '../../answers/own-contract.js';
import { type ListedQuestion, listQuestions, type QuestionState, starterFile } from '../../answers/register.js';
import { withoutKey } from '../../check/transport/key.js';
import { toYaml } from '../../contract/parse-yaml.js';
import { writeAllFiles, writeFileAtomically } from '../../files/whole-file.js';
import { generatedFile } from '../../generated-file.js';
import { wrap, wrapWithLabel } from '../../text/columns.js';
import { sanitize, sanitizeLine, toSafeJson } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf, answersVariable, schemaLine } from '../answers-file.js';
import { explainQuestion } from './explain-question.js';

export interface AnswersCommandFlags extends AnswersFlags {
  json?: boolean;
  /** Print the changes that the answers make to the contract, as an overlay. */
  overlay?: boolean;
  init?: boolean;
  /** The folder for sample files with the answers of plausible services. */
  worlds?: string;
  question?: string;
}

/**
 * `directory-contract answers`: lists the open questions and the answers to them, explains a question, prints the
 * overlay of the answers, or writes a first answers file, or writes sample files.
 *
 * @throws UsageError for a mistake in the file, or if there is nothing to print or write
 */
export function runAnswers({
  json = false,
  overlay = false,
  init = false,
  worlds: samplesFolder,
  question,
  ...flags
}: AnswersCommandFlags): void {
  const width = process.stdout.columns ?? 80;
  if (question !== undefined && (samplesFolder !== undefined || init || overlay))
    throw new UsageError(
      'Expected either a question to explain, or one of --init, --overlay and --worlds, found both. Remove one of ' +
        'them.',
    );
  if (samplesFolder !== undefined) {
    process.stdout.write(withoutKey(writeSamples(samplesFolder, width)));
    return;
  }
  if (init) {
    writeStarterFile(flags.answers || process.env[answersVariable] || defaultFile);
    return;
  }
  const file = answersFileOf(flags);
  const contractWithAnswers = file === undefined ? undefined : teachOwnContract(file);
  const text =
    question !== undefined
      ? explainQuestion(question, listQuestions(contract, contractWithAnswers), { columns: width, json })
      : overlay
        ? overlayText(contractWithAnswers, json)
        : json
          ? `${toSafeJson(toListing(file, contractWithAnswers))}\n`
          : questionsText(listQuestions(contract, contractWithAnswers), {
              title: `${contract.info.title} ${contract.info.version}`,
              file,
              overlays: contractWithAnswers?.answers.corrections.map((correction) => correction.file) ?? [],
              width,
              isColoured: process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
            });
  process.stdout.write(withoutKey(text));
}

function toListing(file: string | undefined, taughtContract: TaughtOwnContract | undefined): object {
  const questions = listQuestions(contract, taughtContract);
  return {
    format: 1,
    contract: { title: contract.info.title, version: contract.info.version },
    ...(taughtContract && {
      answers: {
        file,
        sha256: digestOf(taughtContract.answers),
        overlays: taughtContract.answers.corrections.map((correction) => correction.file),
      },
    }),
    counts: countByState(questions),
    questions,
  };
}

function overlayText(taughtContract: TaughtOwnContract | undefined, json: boolean): string {
  if (!taughtContract)
    throw new UsageError(
      `There is no ${defaultFile} here, so there is no overlay. Choose a file with --answers, or create one with ` +
        `--init.`,
    );
  if (taughtContract.overlay.actions.length === 0)
    throw new UsageError('The file has no answers, so there is no overlay. Answer a question first.');
  return json ? `${toSafeJson(taughtContract.overlay)}\n` : toYaml(taughtContract.overlay);
}

export function starterText(file: string): string {
  const today = new Date().toISOString().slice(0, 10);
  return `${schemaLine(file)}\n${starterFile(contract, today)}`;
}

function writeStarterFile(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new UsageError(`${sanitize(file)} exists already, and was not changed. Choose another file with --answers.`);
  try {
    // Fail if the folder does not exist, because its name may be misspelt: do not create it.
    statSync(dirname(file));
    writeFileAtomically(file, starterText(file));
  } catch (error) {
    throw new UsageError(
      `${sanitize(file)} cannot be written: ${reasonOf(error)}. Choose another file with --answers.`,
    );
  }
  process.stdout.write(
    `Wrote the most important questions to ${sanitize(file)}, with example answers. Answer those that you can.\n`,
  );
}

/** A sample answers file from this package, for a plausible service. */
interface SampleAnswers {
  /** The path of the file in the user's folder. */
  path: string;
  text: string;
  /** The comment in the first line of the file. */
  comment: string;
}

/**
 * Writes the sample answers files into a folder, all files or none. Existing files stay.
 *
 * @returns text for a terminal, which lists each file with its first comment
 * @throws UsageError if a file exists with other contents, or cannot be written
 */
export function writeSamples(folder: string, width: number): string {
  const samples = readSamples(folder);
  const missingSamples = samples.filter(({ path }) => textOf(path) === undefined);
  const conflicts = samples.filter(({ path, text }) => ![undefined, text].includes(textOf(path)));
  if (conflicts.length > 0) {
    const names = conflicts.map(({ path }) => sanitizeLine(path)).join(', ');
    throw new UsageError(
      `${names} ${conflicts.length === 1 ? 'exists' : 'exist'} already with other contents. No file was written. ` +
        `Choose another folder with --worlds, or remove ${conflicts.length === 1 ? 'this file' : 'these files'}.`,
    );
  }
  writeAllFiles(missingSamples, 'Choose another folder with --worlds.');
  return samplesText(samples, { folder, writtenCount: missingSamples.length, width });
}

function readSamples(folder: string): SampleAnswers[] {
  const source = generatedFile('../recipes/worlds/');
  return readdirSync(source)
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, source), 'utf8');
      const path = join(folder, name);
      return { path, text: schemaLine(path) + text, comment: text.slice(0, text.indexOf('\n')).replace(/^# */, '') };
    });
}

/** The text of a file; undefined if the file does not exist. @throws UsageError if it cannot be read */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(
      `${sanitize(path)} cannot be read: ${reasonOf(error)}. No file was written. Choose another folder with --worlds.`,
    );
  }
}

function samplesText(
  samples: readonly SampleAnswers[],
  { folder, writtenCount, width }: { folder: string; writtenCount: number; width: number },
): string {
  const columns = Math.max(40, width);
  const folderText = sanitizeLine(join(folder || '.', '/'));
  const summary =
    writtenCount === 0
      ? `${folderText} already contains all ${formatCount(samples.length, 'file')}; nothing was written.`
      : `Wrote ${formatCount(writtenCount, 'file')} into ${folderText}. Each file has the answers for one example ` +
        `service.`;
  const rows = samples.flatMap(({ path, comment }) => [
    `  ${sanitizeLine(path)}`,
    ...wrapWithLabel('    ', comment, columns),
  ]);
  const [{ path } = { path: '' }] = samples;
  // Do not wrap a command that people will copy.
  const nextStepLines = [
    'To start a sandbox with the first file:',
    `  npx directory-contract sandbox --answers ${sanitizeLine(path)}`,
  ];
  return `${[wrap(summary, columns), rows, nextStepLines].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

interface ListOptions {
  title: string;
  file: string | undefined;
  /** The overlays that the answers file lists. */
  overlays: readonly string[];
  width: number;
  isColoured: boolean;
}

/** The maximum length of a value in the list, in characters. */
const maxValueLength = 60;

const states = ['answered', 'answered-in-part', 'open', 'no-longer-needed'] as const satisfies readonly QuestionState[];

const colours: Readonly<Record<QuestionState, number>> = {
  answered: 32,
  'answered-in-part': 33,
  open: 2,
  'no-longer-needed': 36,
};

export function countByState(questions: readonly ListedQuestion[]): Record<QuestionState, number> {
  return Object.fromEntries(
    states.map((state) => [state, questions.filter((question) => question.state === state).length]),
  ) as Record<QuestionState, number>;
}

/** Lists the questions for a terminal or a log, grouped by section of the interface description. */
export function questionsText(questions: readonly ListedQuestion[], options: ListOptions): string {
  const { title, file, overlays, isColoured } = options;
  const width = Math.max(40, options.width);
  const paint = (text: string, code: number): string => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const sections = [...new Set(questions.map(({ section }) => section))];
  const blocks = sections.map((section) => [
    paint(`Section ${sanitize(section)}`, 1),
    ...questions.filter((each) => each.section === section).flatMap((each) => questionLines(each, width, paint)),
  ]);
  const head = file === undefined ? title : `${title}, as changed by the answers in ${sanitize(file)}`;
  const footer = [
    totalsText(questions),
    ...(overlays.length > 0
      ? [`Overlays, applied after the answers: ${overlays.map((overlay) => sanitize(overlay)).join(', ')}.`]
      : []),
    ...(file === undefined ? ['There are no answers yet. To begin, run "directory-contract answers --init".'] : []),
  ].flatMap((line) => wrap(line, width));
  return `${[wrap(head, width), ...blocks, footer].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function questionLines(
  { id, question, state, answer }: ListedQuestion,
  width: number,
  paint: (text: string, code: number) => string,
): string[] {
  const stateText = stateLabelOf(state);
  const [first = '', ...others] = wrap(`${id}: ${stateText}${answer ? `, ${answerText(answer)}` : ''}`, width - 4);
  const head = first.replace(`: ${stateText}`, `: ${paint(stateText, colours[state])}`);
  return [`  ${head}`, ...others.map((line) => `    ${line}`), ...wrapWithLabel('    ', sanitize(question), width)];
}

/** The shortened value of an answer, and its source: `"Bearer", by platform team, on 2026-11-22`. */
function answerText({ value, except = {}, from = {} }: Answer): string {
  const names = Object.keys(except);
  return [
    shorten(JSON.stringify(value)),
    ...(names.length > 0 ? [`except ${shorten(names.join(', '))}`] : []),
    ...(from.by === undefined ? [] : [`by ${sanitize(from.by)}`]),
    ...(from.on === undefined ? [] : [`on ${sanitize(from.on)}`]),
  ].join(', ');
}

function stateLabelOf(state: QuestionState): string {
  return state.replaceAll('-', ' ');
}

function shorten(text: string): string {
  const characters = [...text.slice(0, 2 * maxValueLength)];
  return sanitize(characters.length > maxValueLength ? `${characters.slice(0, maxValueLength - 1).join('')}…` : text);
}

function totalsText(questions: readonly ListedQuestion[]): string {
  const counts = countByState(questions);
  const parts = states.filter((state) => counts[state] > 0).map((state) => `${counts[state]} ${stateLabelOf(state)}`);
  return `${formatCount(questions.length, 'question')}: ${parts.join(', ')}.`;
}
