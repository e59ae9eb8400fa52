import { sourceOf } from '../check/evidence/questions/index.js';
import { chooseVerb } from '../check/evidence/words.js';
import type { ProposedAnswer } from '../check/model/proposal.js';
import type { CheckReport } from '../check/model/report/report.js';
import type { OpenQuestion } from '../contract/document.js';
import { isObject, type JsonObject } from '../contract/json.js';
import { formatCount } from '../text/numbers.js';
import type { Conflict, Doubts } from './doubts.js';
import { type DraftedAnswers, evidenceText } from './drafted-answers.js';

/** A question without an answer, or with only part of an answer. */
export interface UnansweredQuestion {
  question: string;
  reason: string;
  /** The answers that the responses allow without proving them; empty if they show nothing. */
  possible: ProposedAnswer[];
}

interface LearningRun {
  draft: DraftedAnswers;
  report: CheckReport;
  doubts: Doubts;
  /** Questions whose proposals are listed elsewhere. */
  listedQuestions: ReadonlySet<string>;
}

/**
 * Returns the questions without a proven answer, in the order of the register, each with the reason. Omits questions
 * whose answer is text for the docs, since no response shows such text.
 */
export function unansweredQuestions({ draft, report, doubts, listedQuestions }: LearningRun): UnansweredQuestion[] {
  const { document, answers } = draft.contract;
  return (document['x-unknowns'] ?? []).flatMap((openQuestion): UnansweredQuestion[] => {
    const { id: question } = openQuestion;
    if (draft.isFromPerson(question)) return [];
    const conflict = doubts.conflictOver(question);
    if (conflict) {
      const answerBefore = draft.acceptedOffer(question)?.answer ?? draft.originalAnswer(question);
      const certainValues = doubts.hasValuesByName(question) && isObject(answerBefore?.value) ? answerBefore.value : {};
      return [{ question, reason: whyInDoubt(conflict), possible: possibleAnswers(conflict, certainValues) }];
    }
    const isAnswered = Object.hasOwn(answers.answers, question) || listedQuestions.has(question);
    return isAnswered || openQuestion.answer === 'text'
      ? []
      : [{ question, reason: whyOpen(openQuestion, report), possible: [] }];
  });
}

function whyInDoubt({ readings }: Conflict): string {
  const reason = readings.length === 1 ? 'too few responses' : 'the responses show several answers';
  return `${reason}: ${readings.map(({ support }) => evidenceText(support)).join(', or ')}`;
}

/** @param certainValues the values by name in the answer that the file has or will have */
function possibleAnswers({ readings }: Conflict, certainValues: JsonObject): ProposedAnswer[] {
  return readings.map(({ answer }) =>
    isObject(answer.value) ? { ...answer, value: { ...certainValues, ...answer.value } } : answer,
  );
}

function whyOpen({ id }: OpenQuestion, { evidence, run, target }: CheckReport): string {
  const source = sourceOf(id);
  if (source === undefined) return 'no run can answer it; ask somebody who knows the service';
  const responses = evidence.find(({ unknown }) => unknown === id)?.answers ?? 0;
  if (responses > 0)
    return (
      `${formatCount(responses, 'response')} ${chooseVerb(responses, 'shows', 'show')} nothing beyond what the ` +
      `contract already assumes`
    );
  const isLive = target.kind !== 'recording';
  if (isLive && source === 'traffic') return 'only recorded traffic shows the answer; use --har';
  if (isLive && source === 'writes' && run.writes === 'none')
    return 'only writes show the answer; use --writes with a service that was started for a test, or --har';
  return 'no response helps to answer it';
}
