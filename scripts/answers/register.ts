import type { OpenApiDocument, OpenQuestion } from '../contract/document.js';
import { eachOperation } from '../contract/operations.js';
import { reachableNodes } from '../contract/references.js';
import { nodesOf } from '../contract/walk.js';
import { onOneLine } from './answer-text.js';
import type { Answer } from './answers.js';
import { answerForm } from './answers-schema.js';
import type { TaughtOwnContract } from './own-contract.js';

/**
 * The state of a question: `answered`, `answered-in-part` if it is still open for some operations or schemas, `open`,
 * or `no-longer-needed` if the contract already says the same as the answer.
 */
export type QuestionState = 'answered' | 'answered-in-part' | 'open' | 'no-longer-needed';

export interface ListedQuestion extends Pick<OpenQuestion, 'id' | 'section' | 'question' | 'assumed'> {
  state: QuestionState;
  answer?: Answer;
}

/** All questions of a contract, in the order of its register. */
export function listQuestions(document: OpenApiDocument, taughtContract?: TaughtOwnContract): ListedQuestion[] {
  const openIds = new Set(
    nodesOf(taughtContract?.document ?? document).flatMap(({ value }) => [value['x-unknown'] ?? []].flat()),
  );
  return (document['x-unknowns'] ?? []).map(({ id, section, question, assumed }) => {
    const answer = taughtContract?.answers.answers[id];
    const isNeedless = taughtContract?.needlessIds.includes(id) === true;
    const state = isNeedless ? 'no-longer-needed' : openIds.has(id) ? 'answered-in-part' : 'answered';
    return { id, section, question, assumed, state: answer ? state : 'open', ...(answer && { answer }) };
  });
}

/** Maximum number of questions in a starter file; more would hide the important questions. */
const maxQuestions = 12;

/**
 * The text of a file in which a team can write its answers. Its comments have the questions on which most operations
 * depend, each with an example of its answer.
 *
 * @param today such as `2026-11-22`
 */
export function starterFile(document: OpenApiDocument, today: string): string {
  const operationCounts = countOperationsByQuestion(document);
  const questions = (document['x-unknowns'] ?? [])
    .filter(({ answer }) => answer !== undefined && answer !== 'text')
    .sort((a, b) => (operationCounts.get(b.id) ?? 0) - (operationCounts.get(a.id) ?? 0))
    .slice(0, maxQuestions);
  return `# Your answers about the service. Most operations depend on the questions below; the command
# "directory-contract answers" lists all of them. To answer one, remove the # before its lines, and replace the example.
answers:
${questions.map((question) => renderQuestion(question, today)).join('\n')}`;
}

function renderQuestion(openQuestion: OpenQuestion, today: string): string {
  const { id, question, assumed } = openQuestion;
  const [example] = answerForm(openQuestion).examples;
  const value = onOneLine(example);
  const from = `{ by: your team, on: ${today}, evidence: your observation }`;
  return [
    `  ## ${question}`,
    `  ## Without an answer: ${assumed.trim()}`,
    `  # ${id}:`,
    `  #   value: ${value}`,
    `  #   from: ${from}\n`,
  ].join('\n');
}

/** Number of operations that depend on each open question, directly, or through their schemas and key. */
export function countOperationsByQuestion(document: OpenApiDocument): Map<string, number> {
  const operationCounts = new Map<string, number>();
  for (const { operation } of eachOperation(document)) {
    const ids = new Set<string>();
    for (const { 'x-unknown': openIds } of reachableNodes(document, document.components['securitySchemes'], operation))
      for (const id of Array.isArray(openIds) ? openIds : []) ids.add(id);
    for (const id of ids) operationCounts.set(id, (operationCounts.get(id) ?? 0) + 1);
  }
  return operationCounts;
}
