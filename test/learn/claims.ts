import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { contract } from '../../generated/contract.js';
import type { Answer } from '../../scripts/answers/answers.js';
import { isObject } from '../../scripts/contract/json.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { defaultNext, type EnvelopeAnswer, readEnvelope } from '../../scripts/contract/paging/paging.js';

/** Answers by question. */
export type Found = Readonly<Record<string, Answer>>;

/** Each world is learnt in both modes, one after the other. Runs with writes also show everything that reads show. */
export const modes = ['reads', 'writes'] as const;
export type Mode = (typeof modes)[number];

interface Row {
  question: string;
  claims?: string;
  when?: keyof typeof conditions;
  from?: Mode | 'HAR';
}

interface Following {
  question: string;
  claims: string;
  from: string;
  says?: string;
}

/** Returns the rows of a table in this folder. */
export function rowsIn<Item>(name: string): readonly Item[] {
  return parse(readFileSync(join('test/learn', name), 'utf8'));
}

const learnable = rowsIn<Row>('learnable.yaml');
const followingRows = rowsIn<Following>('following.yaml');

const textOf = (truth: Found, question: string): string => JSON.stringify(truth[question]?.value ?? '');

const conditions = {
  'icons are null': (truth: Found): boolean => textOf(truth, 'resources.fields').includes('"nullable":["icon"]'),
  'badges move': (truth: Found): boolean => textOf(truth, 'operations.paths').includes('"getBadge"'),
  'tiers move': (truth: Found): boolean => textOf(truth, 'operations.paths').includes('"listTiers"'),
  'pages are hidden': hidesPages,
};

/** Whether a list has further pages but no response has the address of a page, since a run tries no parameters. */
function hidesPages({ 'lists.envelope': lists }: Found): boolean {
  const all = [lists?.value, ...Object.values(lists?.except ?? {})] as (EnvelopeAnswer | 'bare' | undefined)[];
  return all.some((each) => {
    if (each === undefined || each === 'bare' || !each.page) return false;
    const { nextIs, ...paging } = readEnvelope(each);
    return paging.next === undefined || (paging.next !== 'link' && (nextIs ?? defaultNext(paging)) !== 'address');
  });
}

/** Returns the answer that a person gives before learning: how to request pages, if no response shows it. */
export function pagesByHand(truth: Found): Answer | undefined {
  return hidesPages(truth) ? truth['lists.envelope'] : undefined;
}

/** Whether requests have an envelope. No run sends a body in a guessed form, so runs can create nothing there. */
function wrapsRequests({ 'objects.envelope': objects }: Found): boolean {
  return [objects?.value, ...Object.values(objects?.except ?? {})].some(
    (each) => isObject(each) && (each['request'] ?? 'none') !== 'none',
  );
}

/**
 * Whether a server hides which form of the key it requires: it responds to a wrong key as if nothing existed. Each
 * read gets 404, as at a wrong address, and shows nothing.
 */
function hidesKeyForm({ 'auth.scheme-prefix': prefix, 'auth.refusal-status': refusal }: Found): boolean {
  const wrong = isObject(refusal?.value) ? refusal.value['wrong'] : refusal?.value;
  return (prefix?.value ?? '') !== '' && wrong === 404;
}

/** Whether a claim can be learnt in a mode. */
function isLearnable(question: string, claim: string, truth: Found, mode: Mode): boolean {
  const row = learnable.find(
    ({ question: about, claims = '', when }) =>
      about === question && new RegExp(claims).test(claim) && (when === undefined || conditions[when](truth)),
  );
  if (!row) throw new Error(`No row fits ${question} ${claim}.`);
  return !hidesKeyForm(truth) && (row.from === 'reads' || (row.from === mode && !wrapsRequests(truth)));
}

/**
 * Returns the claims of an answer, as one text for each: `/page/query=page` for a value, `/Tier/required[]=id` for a
 * member of a list, whose order does not matter. A field that the world renames has the name in the contract. Texts
 * of an answer that are only for people are no claims.
 */
function claimsFor(question: string, answers: Found, truth: Found): string[] {
  const answer = answers[question];
  if (!answer) return [];
  const { value, except, closed } = answer;
  const isName = question === 'the-service.name';
  const claims = [
    ...flat(isName && typeof value === 'string' ? { request: value, response: value } : expanded(question, value), ''),
    ...Object.entries(except ?? {}).flatMap(([name, other]) => flat(other, `/except/${name}`)),
    ...(closed === true ? ['closed'] : []),
  ];
  const name = truth['the-service.name']?.value as string | { response: string } | undefined;
  const renamedText = `[]=${typeof name === 'object' ? name.response : name}`;
  return [...new Set(claims)].map((claim) => (!isName && claim === renamedText ? '[]=the service' : claim));
}

/** Returns an answer with ids instead of patterns, and with the usual status separate from other statuses. */
function expanded(question: string, value: unknown): unknown {
  if (!isObject(value) || !['operations.success-status', 'operations.media-types'].includes(question)) return value;
  const keys = Object.keys(value).sort((a, b) => a.length - b.length);
  const asking = [...eachOperation(contract)].filter(({ operation }) => operation['x-unknown']?.includes(question));
  const entries = keys.flatMap((key) => {
    const fits = new RegExp(`^${key.replaceAll('*', '.*')}$`);
    const ids = key.includes('*') ? asking.map(({ id }) => id).filter((id) => fits.test(id)) : [key];
    return ids.flatMap((id) => {
      const [usual, ...others] = [value[key]].flat();
      return [[id, usual], ...others.map((other) => [`${id}/also/${other}`, other])] as [string, unknown][];
    });
  });
  return Object.fromEntries(entries);
}

function flat(value: unknown, pointer: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => flat(each, `${pointer}[]`));
  if (!isObject(value)) return [`${pointer}=${String(value)}`];
  const { properties, nullable } = value;
  return Object.entries(value).flatMap(([name, each]) => {
    if (name === 'description' || name === 'title') return [];
    // A type is a list of types, mostly with one member.
    if (name === 'type' && typeof each === 'string') return [`${pointer}/type[]=${each}`];
    // An answer can say in two ways that a new field may be null.
    if (name === 'nullable' && Array.isArray(nullable) && isObject(properties))
      return nullable.map((field) =>
        Object.hasOwn(properties, String(field))
          ? `${pointer}/properties/${field}/type[]=null`
          : `${pointer}/nullable[]=${field}`,
      );
    return flat(each, `${pointer}/${name}`);
  });
}

/** Whether two claims exclude each other: other values at one place, or members where the other claim has a value. */
function excludes(a: string, b: string): boolean {
  const [[first], [second]] = [a, b].map((claim) => claim.split('=')) as [[string], [string]];
  if (first.includes('[]') || second.includes('[]')) return false;
  return (first === second && a !== b) || first.startsWith(`${second}/`) || second.startsWith(`${first}/`);
}

/** A comparison of the learnt answers with the true ones. */
export interface RoundTrip {
  /** Questions whose answers make a claim that runs can learn in this mode. */
  learnable: string[];
  /** Questions for which all these claims were learnt. */
  matches: string[];
  /** Claims that could be learnt but were not: question and claim. */
  gaps: string[];
  /** Claims that were learnt but are not true: question and claim. */
  wrong: string[];
}

/**
 * Compares learnt answers with the answers of the world.
 *
 * @param untaught answers learnt from the unchanged contract, which are also true unless the world differs
 */
export function compared(truth: Found, learnt: Found, untaught: readonly Found[], mode: Mode): RoundTrip {
  const claimed = Object.keys(truth).flatMap((question) => {
    const claims = claimsFor(question, truth, truth).filter((claim) => isLearnable(question, claim, truth, mode));
    const foundClaims = claimsFor(question, learnt, truth);
    const missingClaims = claims.filter((claim) => !foundClaims.includes(claim));
    return claims.length > 0 ? [{ question, missing: missingClaims }] : [];
  });
  return {
    learnable: claimed.map(({ question }) => question),
    matches: claimed.filter(({ missing }) => missing.length === 0).map(({ question }) => question),
    gaps: claimed.flatMap(({ question, missing }) => missing.map((claim) => `${question} ${claim}`)),
    wrong: Object.keys(learnt).flatMap((question) => wrongClaims(question, truth, learnt, untaught)),
  };
}

/** Returns the learnt claims that are not true, each after its question. */
function wrongClaims(question: string, truth: Found, learnt: Found, untaught: readonly Found[]): string[] {
  const so = claimsFor(question, truth, truth);
  const also = untaught
    .flatMap((each) => claimsFor(question, each, truth))
    .filter((claim) => !so.some((otherText) => excludes(claim, otherText)));
  // A claim about all operations also holds for each operation.
  const ofAll = (claim: string): boolean => so.includes(claim.replace(/^\/\w+(?=\[\]=)/, '/*'));
  const follows = (claim: string): boolean =>
    followingRows.some(
      ({ question: about, claims, from, says = '' }) =>
        about === question &&
        new RegExp(claims).test(claim) &&
        truth[from] !== undefined &&
        new RegExp(says).test(JSON.stringify(truth[from])),
    );
  return claimsFor(question, learnt, truth)
    .filter((claim) => !so.includes(claim) && !also.includes(claim) && !ofAll(claim) && !follows(claim))
    .map((claim) => `${question} ${claim}`);
}
