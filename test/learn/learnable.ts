import { defaultNext, type Envelope } from '../../scripts/contract/paging/paging.js';
import { withAnswer } from '../../scripts/learn/edit-answers.js';
import type { Mode } from './learnt-world.js';
import type { Found } from './wrong-claims.js';

/** The sources of answers. Writes also show everything that reads show, and recorded traffic shows both. */
export type Source = 'reads' | 'writes' | 'HAR';

/** Whether and from which source the claims of an answer can be learnt, or why not. */
interface Row {
  question: string;
  /** The claims that the row is about, in the form of `claimsOf`; by default all others. */
  claims?: RegExp;
  /** The worlds that the row is about; by default all. */
  when?: (truth: Found) => boolean;
  from?: Source;
  why: string;
}

const said = 'The contract says so already.';
const closing = 'Values that were seen never close a set.';
const few = 'No world has 20 of them.';
const short = 'A person says it in one line, sooner than a run can prove it.';
const people = 'Its answer changes nothing in the contract: it is a text for people.';

const moves =
  (operation: string) =>
  ({ 'operations.paths': paths }: Found): boolean =>
    JSON.stringify(paths?.value ?? {}).includes(`"${operation}"`);

const hasNullIcons = ({ 'resources.fields': fields }: Found): boolean =>
  JSON.stringify(fields?.value ?? '').includes('"nullable":["icon"]');

/** Whether a list has further pages but no response has the address of one, since a run does not try out parameters. */
export function hidesPages({ 'lists.envelope': lists }: Found): boolean {
  const all = [lists?.value, ...Object.values(lists?.except ?? {})] as (Envelope | 'bare' | undefined)[];
  return all.some((each) => {
    if (each === undefined || each === 'bare' || !each.page) return false;
    return each.next === undefined || (each.next !== 'link' && (each.nextIs ?? defaultNext(each)) !== 'address');
  });
}

/** The answer that a person gives before learning: how to ask for pages, if no response shows it. */
export function pagesByHand(truth: Found): string {
  const { value, except } = truth['lists.envelope'] ?? {};
  if (!hidesPages(truth)) return '';
  return withAnswer('', 'lists.envelope', { value, ...(except && { except }), from: { by: 'platform team' } });
}

/** A row for each question of the contract. If several rows fit a claim, the first one applies. */
export const learnable: readonly Row[] = [
  { question: 'links.leading-slash', why: short },
  { question: 'the-service.name', claims: /request/, from: 'HAR', why: 'Only somebody who knows it sends it.' },
  { question: 'the-service.name', from: 'reads', why: 'One new field has addresses, and the old one is never there.' },
  { question: 'partner-entry.fields', claims: /minimum|maximum/, why: closing },
  { question: 'partner-entry.fields', from: 'reads', why: 'Fields that the contract does not list.' },
  { question: 'partner-entry.required', claims: /EntryMedia|Tier/, why: few },
  { question: 'partner-entry.required', from: 'reads', why: 'Always there, in at least 20 entries.' },
  { question: 'partner-entry.status-values', claims: /=(public|hidden)$/, why: said },
  { question: 'partner-entry.status-values', claims: /closed/, why: closing },
  { question: 'partner-entry.status-values', from: 'reads', why: 'Values of entries.' },
  { question: 'partner-entry.type-values', why: 'No response has it, and no run sends a value that nobody named.' },
  { question: 'media.type-values', claims: /closed/, why: closing },
  { question: 'media.type-values', from: 'reads', why: 'Values of media.' },
  { question: 'partner-entry.nullability', from: 'reads', why: 'Nulls.' },
  { question: 'resource-items.types', why: short },
  { question: 'order.presence', why: short },
  { question: 'certifications.position', why: short },
  { question: 'colour.digits', why: short },
  { question: 'filter.option-shape', claims: /closed/, why: closing },
  { question: 'filter.option-shape', from: 'reads', why: 'Fields of options; always there in at least 20.' },
  { question: 'filter.required', from: 'reads', why: 'Always there, in at least 20 filters.' },
  { question: 'filter.nullability', from: 'reads', why: 'Nulls.' },
  { question: 'filter.type-values', claims: /=user$/, why: said },
  { question: 'filter.type-values', claims: /closed/, why: closing },
  { question: 'filter.type-values', from: 'reads', why: 'Values of filters.' },
  { question: 'resources.fields', claims: /^\/Directory\/required/, why: few },
  { question: 'resources.fields', claims: /icon\/format/, when: hasNullIcons, why: 'Fewer than 20 have it.' },
  { question: 'resources.fields', claims: /^\/Tier\//, when: moves('listTiers'), why: 'The list is at another path.' },
  { question: 'resources.fields', from: 'reads', why: 'Fields of responses; always there in at least 20 resources.' },
  { question: 'service.address', why: 'Whoever learns has given an address, perhaps that of a test system.' },
  { question: 'request.body-required', from: 'HAR', why: 'A run sends no write without a body.' },
  { question: 'partner-entry-update.required', from: 'writes', why: 'An update without the field is refused for it.' },
  {
    question: 'updates.null',
    from: 'writes',
    why: 'An update with null is accepted, and the field is empty after it.',
  },
  { question: 'partner-entry-update.reflection', claims: /externalId=/, why: said },
  { question: 'partner-entry-update.reflection', from: 'writes', why: 'The value that was sent shows there.' },
  { question: 'partner-entry-update.unshown-fields', claims: /null$/, why: said },
  { question: 'partner-entry-update.unshown-fields', from: 'writes', why: 'The value that was sent shows there.' },
  { question: 'partner-entry-update.owner-keys', why: short },
  { question: 'request.extra-fields', why: short },
  { question: 'filter-update.request', claims: /properties/, from: 'HAR', why: 'Only somebody who knows it sends it.' },
  {
    question: 'filter-update.request',
    claims: /without/,
    why: 'That a field changes nothing may be a fault of the service.',
  },
  { question: 'filter-update.request', from: 'writes', why: 'An update with or without the field is refused for it.' },
  { question: 'operations.paths', from: 'HAR', why: 'A run sends nothing to a path that nobody named.' },
  { question: 'operations.parameters', from: 'HAR', why: 'A run sends no parameter that nobody named.' },
  { question: 'operations.payloads', from: 'writes', why: 'Bodies of responses that have one.' },
  { question: 'operations.success-status', claims: /create\w+=201/, why: said },
  { question: 'operations.success-status', from: 'writes', why: 'The status of each response that succeeds.' },
  { question: 'lists.envelope', claims: /bare$/, why: said },
  {
    question: 'lists.envelope',
    when: hidesPages,
    from: 'HAR',
    why: 'No response has the address of the next page, and a run sends no parameter that nobody named.',
  },
  {
    question: 'lists.envelope',
    claims: /size/,
    from: 'HAR',
    why: 'A run sends no parameter that nobody named.',
  },
  { question: 'lists.envelope', from: 'reads', why: 'Lists, and the addresses of their next pages.' },
  { question: 'contact-request-form.active', why: short },
  { question: 'review-export.format', why: short },
  { question: 'auth.scheme-prefix', from: 'reads', why: 'A search for the word, once the bare key is refused.' },
  { question: 'auth.refusal-status', from: 'reads', why: 'Requests without a key and with a wrong one.' },
  { question: 'errors.body', claims: /minItems|const/, why: closing },
  { question: 'errors.body', claims: /format=uuid/, why: 'All refusals of the world have the same one.' },
  { question: 'errors.body', from: 'reads', why: 'Bodies of refusals; always there in at least 20.' },
  { question: 'errors.other-statuses', claims: /\*/, why: 'It is learnt of each operation by its name.' },
  { question: 'errors.other-statuses', claims: /409/, why: 'No run brings a conflict about on purpose.' },
  { question: 'errors.other-statuses', claims: /create|update/, from: 'writes', why: 'Bodies that are refused.' },
  { question: 'errors.other-statuses', from: 'reads', why: 'Refusals of requests for what does not exist.' },
  { question: 'limits.rate', why: short },
  { question: 'limits.field-lengths', why: short },
  { question: 'operation.purpose', why: people },
  { question: 'groups.operations', from: 'HAR', why: 'Traffic to paths that no operation has.' },
  { question: 'matchmaking.scope', why: people },
  { question: 'filter-maps.identity', why: people },
  { question: 'entry.keywords-and-locations', why: people },
  { question: 'order.meaning', why: people },
  { question: 'entry.transitions', why: people },
  { question: 'approval.states', why: people },
  { question: 'updates.partial', why: people },
  { question: 'updates.lists', why: people },
  { question: 'updates.normalised', why: people },
  { question: 'files.upload', why: people },
  { question: 'deletes.cascade', why: people },
  { question: 'auth.key-issuance', why: people },
  { question: 'auth.permissions', why: people },
  { question: 'events', why: people },
  { question: 'errors.filter-400-conditions', why: people },
  { question: 'limits.size', why: people },
  { question: 'limits.counts', why: people },
  { question: 'versioning.policy', why: people },
];

/** Returns the first row that fits a claim of an answer to the question. */
export function rowOf(question: string, claim: string, truth: Found): Row {
  const found = learnable.find(
    (row) =>
      row.question === question && (row.claims?.test(claim) ?? true) && (row.when === undefined || row.when(truth)),
  );
  if (!found) throw new Error(`No row fits ${question} ${claim}.`);
  return found;
}

/** Whether a claim can be learnt in a mode. */
export function isLearnable(question: string, claim: string, truth: Found, mode: Mode): boolean {
  const { from } = rowOf(question, claim, truth);
  return from === 'reads' || from === mode;
}
