import type { CheckResult } from '../../scripts/check/engine/check.js';
import type { World } from '../answers/worlds.js';
import { hidesPages, isLearnable, rowOf } from './learnable.js';
import { type Mode, modes, type Said } from './learnt-world.js';
import { claimsFor, type Found, wrongClaims } from './wrong-claims.js';

/** A comparison of the learnt answers with those of a world. */
export interface Compared {
  /** Questions whose answers were found with all their claims, and with some. */
  whole: string[];
  partly: string[];
  /** Claims that were not found, with the reason. */
  lost: { question: string; claims: string[]; why: string }[];
  /** Claims that were not found although they can be learnt in this mode. */
  gaps: string[];
  wrong: string[];
}

/** Compares the learnt answers with those of the world. */
export function comparedWith({ taught }: World, learnt: Found, untaught: Found, mode: Mode): Compared {
  const truth = taught.answers.answers;
  // The answer that a person gave is not learnt.
  const open = Object.keys(truth).filter((question) => question !== 'lists.envelope' || !hidesPages(truth));
  const found = open.map((question) => {
    const [all, has] = [claimsFor(question, truth, truth), claimsFor(question, learnt, truth)];
    return { question, count: all.length, left: all.filter((each) => !has.includes(each)) };
  });
  const lost = found.flatMap(({ question, left }) => {
    const whyOf = (claim: string): string => rowOf(question, claim, truth).why;
    const reasons = [...new Set(left.map(whyOf))];
    return reasons.map((why) => ({ question, claims: left.filter((claim) => whyOf(claim) === why), why }));
  });
  return {
    whole: found.filter(({ left }) => left.length === 0).map(({ question }) => question),
    partly: found.filter(({ left, count }) => left.length > 0 && left.length < count).map(({ question }) => question),
    lost,
    gaps: found.flatMap(({ question, left }) =>
      left.filter((claim) => isLearnable(question, claim, truth, mode)).map((claim) => `${question} ${claim}`),
    ),
    wrong: wrongClaims(truth, learnt, untaught),
  };
}

/** A report on the learnt answers of a world, for people. */
export function reportOf(
  name: string,
  {
    before,
    after,
    said,
    compared,
  }: {
    before: Record<Mode, CheckResult>;
    after: Record<Mode, CheckResult>;
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
