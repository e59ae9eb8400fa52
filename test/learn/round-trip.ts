import type { TaughtOwnContract } from '../../scripts/answers/own-contract.js';
import { learn } from '../../scripts/learn/rounds.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { withMany } from '../check/evidence/many-resources.js';
import { isLearnable, pagesByHand } from './learnable.js';
import { allWrites, type Mode } from './learnt-world.js';
import { claimsFor, type Found, wrongClaims } from './wrong-claims.js';

/** Learns from a sandbox that follows the answers of a contract, with enough resources for likely claims. */
export async function learntFrom(taught: TaughtOwnContract, mode: Mode): Promise<Found> {
  const contract = readContract(taught.document, taught.validators);
  const sandbox = buildSandbox(contract);
  sandbox.load(withMany(sandbox.snapshot()));
  const served = await serveSandbox({ sandbox, contract });
  try {
    const { taken } = await learn({
      ...{ file: 'directory.answers.yaml', today: '2026-11-23', baseUrl: served.url, runs: 0 },
      text: pagesByHand(taught.answers.answers),
      ...(mode === 'writes' && allWrites),
      acceptLikely: true,
    });
    return Object.fromEntries(taken.map(({ question, answer }) => [question, answer]));
  } finally {
    await served.close();
  }
}

/** A comparison of the learnt answers with the true ones. */
export interface RoundTrip {
  /** Questions that are answered in the world. */
  answers: string[];
  /** Questions whose answers make a claim that can be learnt in this mode. */
  learnable: string[];
  /** Questions for which all such claims were found. */
  found: string[];
  /** Claims that can be learnt but were not found: question and claim. */
  gaps: string[];
  /** Claims that were learnt but are not true: question and claim. */
  wrong: string[];
}

/** @param untaught the answers that the unchanged contract shows in the same mode */
export function compared(truth: Found, learnt: Found, untaught: Found, mode: Mode): RoundTrip {
  const claimed = Object.keys(truth).map((question) => {
    const claims = claimsFor(question, truth, truth).filter((claim) => isLearnable(question, claim, truth, mode));
    const found = claimsFor(question, learnt, truth);
    return { question, claims, missing: claims.filter((claim) => !found.includes(claim)) };
  });
  const learnable = claimed.filter(({ claims }) => claims.length > 0);
  return {
    answers: Object.keys(truth),
    learnable: learnable.map(({ question }) => question),
    found: learnable.filter(({ missing }) => missing.length === 0).map(({ question }) => question),
    gaps: learnable.flatMap(({ question, missing }) => missing.map((claim) => `${question} ${claim}`)),
    wrong: wrongClaims(truth, learnt, untaught),
  };
}
