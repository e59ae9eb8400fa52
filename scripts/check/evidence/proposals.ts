import { type Json, sameJson } from '../../contract/json.js';
import type { Proposal, Support } from '../model/proposal.js';
import type { Subject } from './rule.js';

/** A value of an answer, and what it rests on. */
export interface Claim {
  value: Json;
  rests: Support;
}

/**
 * The answers to one question that say more than what is answered already.
 *
 * @param likely contains what is shown
 */
export function proposalsOf(
  question: string,
  { answered }: Pick<Subject, 'answered'>,
  { shown, likely }: { shown?: Claim | undefined; likely?: Claim | undefined },
): Proposal[] {
  const isNew = (value: Json): boolean => !sameJson(value, answered?.value);
  const first = shown && isNew(shown.value) ? shown : undefined;
  const second = likely && isNew(likely.value) && !sameJson(likely.value, first?.value) ? likely : undefined;
  return [
    ...(first ? [proposal(question, 'shown', first)] : []),
    ...(second ? [proposal(question, 'likely', second)] : []),
  ];
}

function proposal(question: string, certainty: 'shown' | 'likely', { value, rests }: Claim): Proposal {
  return { question, certainty, answer: { value }, rests };
}

/** The readings of traffic that allows several; nothing is proposed. */
export function conflicting(question: string, readings: readonly Claim[]): Proposal {
  const all = readings.map(({ value, rests }) => ({ answer: { value }, rests }));
  return { question, certainty: 'conflicting', readings: all };
}

/** The texts of an answer that is a list. */
export function answeredTexts({ answered }: Pick<Subject, 'answered'>): string[] {
  const value: unknown = answered?.value;
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The list of an answer, with what is new in it. */
export function joined(before: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...before, ...more])];
}
