import type { TaughtOwnContract } from '../../scripts/answers/own-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { Offer } from '../../scripts/learn/drafted-answers.js';
import type { Learnt } from '../../scripts/learn/learnt.js';
import { learn } from '../../scripts/learn/rounds.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { sandboxOf } from '../../scripts/sandbox/sandbox.js';
import { ServedResponse, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { withMany } from '../check/evidence/many-resources.js';
import { claimsOf, excludes } from './claims.js';
import { isLearnable, type Source, type Truth } from './learnable.js';

export type Mode = 'reads' | 'writes';

/** What can be learnt in each mode. */
export const sourcesOf: Readonly<Record<Mode, readonly Source[]>> = { reads: ['reads'], writes: ['reads', 'writes'] };

const withWrites: Partial<CheckOptions> = {
  writes: 'disposable',
  include: ['named', 'inferred'],
  confirmHost: '127.0.0.1',
};

/** Learns from a sandbox in which the answers of a contract are true, with so many resources as are likely. */
export async function learntFrom(taught: TaughtOwnContract, mode: Mode): Promise<Learnt> {
  const contract = readContract(taught.document, taught.validators);
  const sandbox = sandboxOf(contract, { Response: ServedResponse });
  sandbox.load(withMany(sandbox.snapshot()));
  const served = await serveSandbox({ sandbox, contract });
  try {
    return await learn({
      ...{ file: 'directory.answers.yaml', text: '', today: '2026-11-23', baseUrl: served.url, runs: 0 },
      ...(mode === 'writes' && withWrites),
      acceptLikely: true,
    });
  } finally {
    await served.close();
  }
}

/** What was learnt of a world, beside what is so. */
export interface RoundTrip {
  /** Questions that are answered in the world. */
  answers: string[];
  /** Those whose answers make a claim that can be learnt in this mode. */
  learnable: string[];
  /** Those whose claims that can be learnt were all found. */
  found: string[];
  /** Claims that can be learnt and were not found: question and claim. */
  gaps: string[];
  /** Claims that were learnt and are not so: question and claim. */
  wrong: string[];
}

/** @param untaught what the sandbox of the contract shows in the same mode: it is so as well, unless answers differ */
export function compared(truth: Truth, learnt: Learnt, untaught: Learnt, mode: Mode): RoundTrip {
  const answers = Object.keys(truth);
  const claimed = answers.map((question) => {
    const claims = claimsOf(question, truth[question] as Offer['answer']).filter((claim) =>
      isLearnable(question, claim, truth, sourcesOf[mode]),
    );
    const found = claimsFor(question, learnt);
    return { question, claims, missing: claims.filter((claim) => !found.includes(claim)) };
  });
  const learnable = claimed.filter(({ claims }) => claims.length > 0);
  return {
    answers,
    learnable: learnable.map(({ question }) => question),
    found: learnable.filter(({ missing }) => missing.length === 0).map(({ question }) => question),
    gaps: learnable.flatMap(({ question, missing }) => missing.map((claim) => `${question} ${claim}`)),
    wrong: learnt.taken.flatMap(({ question }) => {
      const claims = claimsFor(question, learnt).map((claim) => inWordsOfContract(claim, truth));
      const so = truth[question] ? claimsOf(question, truth[question] as Offer['answer']) : [];
      const also = claimsFor(question, untaught);
      const isRight = (claim: string): boolean =>
        so.includes(claim) ||
        followsFrom(truth, question, claim) ||
        (also.includes(claim) && !so.some((other) => excludes(claim, other)));
      return claims.filter((claim) => !isRight(claim)).map((claim) => `${question} ${claim}`);
    }),
  };
}

function claimsFor(question: string, { taken }: Learnt): string[] {
  const offer = taken.find((each) => each.question === question);
  return offer ? claimsOf(question, offer.answer) : [];
}

/** A claim about the field that the contract calls `the service`, with that name. */
function inWordsOfContract(claim: string, { 'the-service.name': name }: Truth): string {
  const value = name?.value as string | { response?: string } | undefined;
  const response = typeof value === 'string' ? value : value?.response;
  return response !== undefined && claim === `[]=${response}` ? '[]=the service' : claim;
}

/** Whether another answer of the world makes a claim true. */
function followsFrom(truth: Truth, question: string, claim: string): boolean {
  const textOf = (id: string): string => JSON.stringify(truth[id]?.value ?? '');
  // Two questions are about the same field.
  if (question === 'partner-entry.nullability' && claim === '[]=EntryCallout.name')
    return textOf('resource-items.types').includes('null');
  // A list that has pages refuses a page that cannot be.
  return /^errors\.other-statuses \/list\w+\[\]=400$/.test(`${question} ${claim}`)
    ? textOf('lists.envelope').includes('"page":')
    : false;
}
