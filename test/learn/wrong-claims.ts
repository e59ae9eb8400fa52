import type { Answer } from '../../scripts/answers/answers.js';
import { claimsOf, excludes } from './claims.js';

/** Answers by question. */
export type Found = Readonly<Record<string, Answer>>;

/** Claims that are true in a world because they follow from its answers to other questions. */
interface Following {
  question: string;
  claims: RegExp;
  from: string;
  /** A pattern for the answer, if not every answer has this consequence. */
  says?: RegExp;
  why: string;
}

const following: readonly Following[] = [
  {
    question: 'errors.other-statuses',
    claims: /^\/list\w+\[\]=400$/,
    from: 'lists.envelope',
    says: /"page":/,
    why: 'A list with pages refuses wrong pages.',
  },
  {
    question: 'errors.other-statuses',
    claims: /^\/approvePartnerEntryReview\[\]=409$/,
    from: 'partner-entry-update.required',
    why: 'After an edit that is refused, there is nothing to approve.',
  },
  {
    question: 'errors.other-statuses',
    claims: /^\/bulkUpsertPartnerEntries\[\]=409$/,
    from: 'lists.envelope',
    says: /"page":/,
    why: 'With few directories on a page, the run writes into its own; the sandbox moves no entry of another into it.',
  },
  {
    question: 'partner-entry.required',
    claims: /^\[\]=(title|headline)$/,
    from: 'partner-entry-update.required',
    why: 'An entry has what must be sent.',
  },
  {
    question: 'filter.required',
    claims: /^\[\]=name$/,
    from: 'filter-update.request',
    why: 'A filter has what must be sent.',
  },
  {
    question: 'operations.payloads',
    claims: /^\/delete\w+\/response\/type\[\]=object$/,
    from: 'operations.success-status',
    why: 'A deletion with the status 200 has a body.',
  },
  {
    question: 'operations.success-status',
    claims: /^\/delete\w+=200$/,
    from: 'operations.payloads',
    says: /"delete\w+":/,
    why: 'A deletion with a body has the status 200.',
  },
  {
    question: 'resources.fields',
    claims: /^\/AppEntry\/properties\/callouts\/items\/properties\/name\//,
    from: 'resource-items.types',
    why: 'The entry of an app has the callouts of an entry.',
  },
  {
    question: 'resources.fields',
    claims: /^\/Directory\/required\[\]=id$/,
    from: 'operations.success-status',
    says: /"createDirectory":/,
    why: 'To learn that status takes another run, which makes directories: enough to say what all of them have.',
  },
  {
    question: 'partner-entry.nullability',
    claims: /^\[\]=EntryCallout\.name$/,
    from: 'resource-items.types',
    says: /"null"/,
    why: 'Both questions are about this field.',
  },
  {
    question: 'errors.body',
    claims: /\/status\/type\[\]=string$/,
    from: 'errors.body',
    says: /"const":/,
    why: 'A constant has a type.',
  },
  {
    question: 'errors.body',
    claims: /^\/properties\/errors\/items\/required\[\]=(pointer|message)$/,
    from: 'errors.other-statuses',
    why: 'The sandbox sends both in each item; refusals with a second status are enough to say so.',
  },
];

/** Returns the claims of an answer, with the contract's own name for a field that the world names otherwise. */
export function claimsFor(question: string, answers: Found, truth: Found): string[] {
  const answer = answers[question];
  if (!answer) return [];
  const name = truth['the-service.name']?.value as string | { response: string } | undefined;
  const response = typeof name === 'object' ? name.response : name;
  return claimsOf(question, answer).map((claim) =>
    question !== 'the-service.name' && response !== undefined && claim === `[]=${response}` ? '[]=the service' : claim,
  );
}

/**
 * Returns the learnt claims that are not true, each after its question.
 *
 * @param truth the answers of the world
 * @param untaught the answers that the unchanged contract shows in the same mode: also true, unless the world differs
 */
export function wrongClaims(truth: Found, learnt: Found, untaught: Found): string[] {
  return Object.keys(learnt).flatMap((question) => {
    const so = claimsFor(question, truth, truth);
    const also = claimsFor(question, untaught, truth).filter((claim) => !so.some((other) => excludes(claim, other)));
    // A claim about all operations also holds for each of them.
    const ofAll = (claim: string): boolean => so.includes(claim.replace(/^\/\w+(?=\[\]=)/, '/*'));
    const follows = (claim: string): boolean =>
      following.some(
        ({ from, says, ...each }) =>
          each.question === question &&
          each.claims.test(claim) &&
          truth[from] !== undefined &&
          (says?.test(JSON.stringify(truth[from])) ?? true),
      );
    return claimsFor(question, learnt, truth)
      .filter((claim) => !so.includes(claim) && !also.includes(claim) && !ofAll(claim) && !follows(claim))
      .map((claim) => `${question} ${claim}`);
  });
}
