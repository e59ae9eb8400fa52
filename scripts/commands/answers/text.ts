import type { Answer } from '../../answers/answers.js';
import type { ListedQuestion, QuestionState } from '../../answers/register.js';
import { hanging, wrap } from '../../text/columns.js';
import { visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';

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
