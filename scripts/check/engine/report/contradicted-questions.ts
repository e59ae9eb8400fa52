import { answerLine } from '../../../answers/answer-text.js';
import { groupBy } from '../../../text/group-by.js';
import { type Finding, operationsOf } from '../../model/finding.js';
import type { Proposal } from '../../model/proposal.js';
import type { ContradictedQuestion } from '../../model/report/report.js';

/** Returns the open questions that findings help to answer, in their order, with the answer if responses show one. */
export function findContradictedQuestions(
  findings: readonly Finding[],
  proposals: readonly Proposal[],
): ContradictedQuestion[] {
  const answers = new Map(
    proposals.flatMap((each) =>
      each.certainty === 'shown' ? [[each.question, answerLine(each.question, each.answer)] as const] : [],
    ),
  );
  return [...groupBy(findings, ({ question }) => question ?? '')]
    .filter(([question]) => question !== '')
    .map(([question, group]) => {
      const answer = answers.get(question);
      const operations = [...new Set(group.flatMap(operationsOf))];
      return { question, operations, ...(answer !== undefined && { answer }) };
    });
}

/** Merges the questions of the shards of one run. An answer stays only if no other shard contradicts it. */
export function mergeContradictedQuestions(allQuestions: readonly ContradictedQuestion[]): ContradictedQuestion[] {
  return [...groupBy(allQuestions, ({ question }) => question)].map(([question, group]) => {
    const [answer, secondAnswer] = new Set(group.flatMap((question) => question.answer ?? []));
    const operations = [...new Set(group.flatMap((question) => question.operations))];
    return { question, operations, ...(answer !== undefined && secondAnswer === undefined && { answer }) };
  });
}
