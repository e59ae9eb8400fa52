import { contract } from '../../../generated/contract.js';
import { memberText } from '../../answers/answer-text.js';
import { answerForm } from '../../answers/answers-schema.js';
import { countOperationsByQuestion, type ListedQuestion } from '../../answers/register.js';
import type { OpenQuestion } from '../../contract/document.js';
import { wrapWithLabel } from '../../text/columns.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize, sanitizeLine, sanitizeSentence, toSafeJson } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';

/** An open question of the contract, explained to a person who may know the answer. */
interface QuestionPage extends Omit<ListedQuestion, 'id'> {
  id: string;
  /** Responses or other facts that would prove the answer. */
  evidence: string;
  /** Number of operations that depend on the question. */
  operations: number;
  /** Describes the form of an answer; absent for free text, which changes only the docs. */
  form?: string;
  /** Values that an answer can have. */
  examples: readonly unknown[];
}

/**
 * Returns the output of `directory-contract answers QUESTION`: the question, what the contract assumes, the form of an
 * answer with examples, and the evidence for an answer.
 *
 * @param questions all questions with their state
 * @param columns the width of the terminal
 * @throws UsageError for an id that no open question has
 */
export function explainQuestion(
  id: string,
  questions: readonly ListedQuestion[],
  { columns, json }: { columns: number; json: boolean },
): string {
  const item = questions.find((question) => question.id === id);
  const entry = contract['x-unknowns']?.find((question) => question.id === id);
  if (!item || !entry) {
    const ids = questions.map((question) => question.id);
    throw new UsageError(
      `Expected the id of an open question, found "${sanitize(id, 100)}". ${suggest(id, ids)} "directory-contract ` +
        'answers" lists all questions.',
    );
  }
  const page = pageOf(item, entry, countOperationsByQuestion(contract).get(id) ?? 0);
  return json ? `${toSafeJson(page)}\n` : pageText(page, Math.max(40, Math.min(columns, 100)));
}

function pageOf(item: ListedQuestion, question: OpenQuestion, operations: number): QuestionPage {
  const { description: form, examples } = answerForm(question);
  return { ...item, evidence: question.evidence, operations, ...(form !== undefined && { form }), examples };
}

function pageText(page: QuestionPage, width: number): string {
  const row = (label: string, text: string): string[] =>
    wrapWithLabel(label.padEnd(10), sanitizeSentence(text.trim()), width);
  const { id, question, assumed, evidence, operations, form, examples, section, state, answer } = page;
  const answerBlocks = answer === undefined ? [] : [answerBlock(id, answer.value)];
  return `${[
    id,
    ...wrapWithLabel('', sanitizeSentence(question), width),
    '',
    ...row('Assumed', assumed),
    ...row('Shown by', evidence),
    ...row('Concerns', `${formatCount(operations, 'operation')}; section ${section} of the interface description.`),
    ...row('Answer', form ?? 'Any text. It is shown in the docs, and changes nothing else.'),
    ...row('State', `${state.replaceAll('-', ' ')}${answerBlocks.length > 0 ? ':' : '.'}`),
    ...answerBlocks,
    '',
    ...wrapWithLabel('', 'Examples, for the file directory.answers.yaml:', width),
    ...examples.flatMap((example) => ['', 'answers:', answerBlock(id, example)]),
  ].join('\n')}\n`;
}

/** Returns an answer as lines of an answers file, unwrapped, so that people can copy them. */
function answerBlock(id: string, value: unknown): string {
  return [`  ${id}:`, memberText('value', value, 4)].flatMap((text) => text.split('\n').map(sanitizeLine)).join('\n');
}
