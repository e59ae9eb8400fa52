import fc from 'fast-check';
import { yamlBeside } from '../yaml-beside.js';

const candidates = yamlBeside<Readonly<Record<string, readonly unknown[]>>>(import.meta.url, 'possible-answers.yaml');

export const answeredQuestions = Object.keys(candidates);

export type AnswerValues = Record<string, { value: unknown; closed?: boolean }>;

/** An answer to one question. A set of values may be closed only if it has more than one value. */
function answerTo(id: string): fc.Arbitrary<AnswerValues[string]> {
  const value = fc.constantFrom(...(candidates[id] ?? []));
  if (!id.endsWith('-values')) return fc.record({ value });
  return fc.record({ value, closed: fc.boolean() }).map(({ value: givenValue, closed }) => ({
    value: givenValue,
    closed: closed && (givenValue as unknown[]).length > 1,
  }));
}

/** Random sets of answers to a few questions or to many. */
export const randomAnswers: fc.Arbitrary<AnswerValues> = fc
  .subarray(answeredQuestions, { minLength: 1 })
  .chain((ids) => fc.record(Object.fromEntries(ids.map((id) => [id, answerTo(id)]))));
