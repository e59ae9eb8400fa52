import type { Answer } from '../../scripts/answers/answers.js';
import type { GatheredReport } from '../../scripts/check/engine/check.js';
import type { World } from '../answers/worlds.js';
import { byHand, following, unlearnt } from './by-hand.js';
import { claimsOf } from './claims.js';
import { learnable } from './learnable.js';
import { type Mode, modes, type Said } from './learnt-world.js';

/** Answers by question. */
export type Found = Readonly<Record<string, Answer>>;

/** What was learnt of a world. */
export interface Compared {
  /** The questions whose answers were found with all their claims, or with some. */
  whole: string[];
  partly: string[];
  /** The claims that were not found, with the reason. */
  lost: { question: string; claims: string[]; why: string }[];
  /** Those without a reason. */
  unexplained: string[];
  /** Claims that are neither true in the world nor learnt from the contract as it is. */
  wrong: string[];
}

/** Compares what was learnt with what is true in the world. */
export function comparedWith(world: World, learnt: Found, untaught: Found): Compared {
  const truth = world.taught.answers.answers;
  const claims = (answers: Found, question: string): string[] =>
    answers[question] ? claimsOf(question, answers[question]).map((each) => inContract(world, question, each)) : [];
  const found = Object.keys(truth).map((question) => {
    const [all, has] = [claims(truth, question), claims(learnt, question)];
    return { question, count: all.length, lost: all.filter((each) => !has.includes(each)) };
  });
  const lost = found.flatMap(({ question, lost: left }) => {
    const reasons = new Set(left.map((claim) => reasonOf(question, claim)));
    return [...reasons].map((why) => ({
      question,
      claims: left.filter((claim) => reasonOf(question, claim) === why),
      why: why ?? '',
    }));
  });
  return {
    whole: found.filter((each) => each.lost.length === 0).map(({ question }) => question),
    partly: found
      .filter((each) => each.lost.length > 0 && each.lost.length < each.count)
      .map(({ question }) => question),
    lost,
    unexplained: lost
      .filter(({ why }) => why === '')
      .flatMap((each) => each.claims.map((one) => `${each.question} ${one}`)),
    wrong: Object.keys(learnt).flatMap((question) => {
      const known = [...claims(truth, question), ...claims(untaught, question)];
      // What is true of all operations is true of each.
      const ofAll = (claim: string): boolean => known.includes(claim.replace(/^\/\w+=/, '/*='));
      const follows = (claim: string): boolean =>
        following.some(
          (each) => each.question === question && each.claims.test(claim) && truth[each.from] !== undefined,
        );
      return claims(learnt, question)
        .filter((each) => !known.includes(each) && !ofAll(each) && !follows(each))
        .map((each) => `${question} ${each}`);
    }),
  };
}

/** A claim with the contract's own name of the field that a world calls otherwise in responses. */
function inContract({ taught }: World, question: string, claim: string): string {
  const name = taught.answers.answers['the-service.name']?.value as string | { response: string } | undefined;
  const response = typeof name === 'object' ? name.response : name;
  return question !== 'the-service.name' && claim === `=${response}` ? '=the service' : claim;
}

/** Why a claim is not learnt by reads or writes. */
function reasonOf(question: string, claim: string): string | undefined {
  const fits = (each: { question: string; claims?: RegExp }): boolean =>
    each.question === question && (each.claims?.test(claim) ?? true);
  const row = unlearnt.find(fits) ?? byHand.find(fits);
  if (row) return row.why;
  const known = learnable.find(fits);
  return known && (known.from === undefined || known.from === 'HAR') ? known.why : undefined;
}

/** What was learnt of a world, for people. */
export function reportOf(
  name: string,
  {
    before,
    after,
    said,
    compared,
  }: {
    before: Record<Mode, GatheredReport>;
    after: Record<Mode, GatheredReport>;
    said: Record<Mode, Said>;
    compared: Record<Mode, Compared>;
  },
): string[] {
  const sides = modes.map((mode) => {
    const [one, other] = [before[mode]?.report, after[mode]?.report];
    if (!one || !other || !said[mode]) return `${mode}: not learnt`;
    const { fields } = other.coverage;
    return (
      `${mode}: fields seen ${one.coverage.fields.seen} → ${fields.seen} of ${fields.documented}, ` +
      `drifts ${one.counts.drift} → ${other.counts.drift}, success ${one.coverage.successTested} → ` +
      `${other.coverage.successTested}`
    );
  });
  const { whole = [], partly = [], lost = [], wrong = [] } = compared.writes ?? {};
  const all = new Set([...whole, ...lost.map(({ question }) => question)]).size;
  return [
    `${name}: ${sides.join('; ')}; of ${all} answers ${whole.length} whole, ${partly.length} partly, ` +
      `${all - whole.length - partly.length} not; ${wrong.length} wrong`,
    ...lost.map(({ question, claims, why }) => `  ${question} ${claims.join(' ').slice(0, 120)}: ${why}`),
  ];
}
