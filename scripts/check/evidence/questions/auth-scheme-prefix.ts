import { headerOf } from '../../model/exchange.js';
import type { Proposal, Support } from '../../model/proposal.js';
import { Grounds, GroundsBy } from '../proposals.js';
import type { Rule, Sight, Subject } from '../rule.js';
import { count, verb } from '../words.js';

const question = 'auth.scheme-prefix';

interface Keys {
  /** The word before the right key in requests of the check. */
  word: string;
  /** Responses to the right key and to a wrong one that are successes. */
  right: Grounds;
  wrong: number;
  /** Refusals of a wrong key. */
  refused: number;
  /** Statuses of the right key with another word than the contract's, or without one. */
  otherwise: Set<number>;
  /** Operations that accept the right key. */
  accepting: Set<string>;
  /** Operations that refuse the right key, with the word that the refusal asks for. */
  refusing: Map<string, string>;
  /** Those after whose refusal another operation has accepted the key, so that it was not revoked. */
  doubtful: Map<string, string>;
  /** Successes in a recording, by the word before the key. */
  recorded: GroundsBy<string>;
}

/** The word before the key in the header Authorization. */
export const authSchemePrefix: Rule = {
  unknown: question,
  watch(subject) {
    const keys: Keys = {
      word: '',
      right: new Grounds(),
      wrong: 0,
      refused: 0,
      accepting: new Set(),
      refusing: new Map(),
      doubtful: new Map(),
      otherwise: new Set(),
      recorded: new GroundsBy(),
    };
    return {
      see: (sight) => see(keys, sight) && keys.word === '' && sight.case.kind !== 'recorded',
      sentences: () => (keys.word === '' ? sentences(keys) : []),
      proposals: () => [...proposals(keys, subject), ...recordedProposals(keys, subject)],
    };
  },
};

/** Returns whether a response bears on the question. */
function see(keys: Keys, sight: Sight): boolean {
  const { case: testCase, operation, exchange, status, isSuccess } = sight;
  const { kind } = testCase;
  const { request } = exchange;
  const { id, security } = operation;
  if (security.kind !== 'header' || security.name.toLowerCase() !== 'authorization') return false;
  if (kind === 'recorded') {
    if (isSuccess && request.scheme !== undefined) keys.recorded.of(request.scheme).add(id, '', status);
    return false;
  }
  keys.word = security.prefix ?? '';
  if (kind === 'scheme-prefix') {
    keys.otherwise.add(status);
    return true;
  }
  const isRefused = kind === 'wrong-key' && status >= 400 && status < 500;
  if (isRefused) keys.refused += 1;
  if (request.key === 'right') seeRight(keys, sight);
  if (isSuccess && request.key === 'wrong') keys.wrong += 1;
  return isRefused || (isSuccess && request.key === 'right');
}

function seeRight(keys: Keys, { operation: { id }, status, isSuccess, response }: Sight): void {
  if (isSuccess) {
    keys.right.add(id, '', status);
    keys.accepting.add(id);
    for (const [other, word] of keys.refusing) keys.doubtful.set(other, word);
    keys.refusing.clear();
  } else if (status === 401) {
    const [word = ''] = /^[a-z][a-z0-9-]{0,40}(?=\s|$)/i.exec(headerOf(response, 'www-authenticate') ?? '') ?? [];
    keys.refusing.set(id, Buffer.from(word).toString());
  }
}

/** Whether the key counts: a server that accepts any key would also accept one with a scheme. */
function isProven({ right, refused, wrong }: Keys): boolean {
  return right.responses > 0 && refused > 0 && wrong === 0;
}

function sentences(keys: Keys): string[] {
  if (!isProven(keys)) return [];
  const { responses } = keys.right;
  return [
    `The bare key is enough: ${count(responses, 'request')} with it ${verb(responses, 'was', 'were')} accepted, and ` +
      `${count(keys.refused, 'request')} with a wrong key ${verb(keys.refused, 'was', 'were')} refused.`,
    ...(keys.otherwise.size > 0
      ? [`The same key after the scheme Bearer returned ${[...keys.otherwise].join(', ')}.`]
      : []),
  ];
}

/** A word before the key is found by the search for the key, and taught by then: here it can only be missing. */
function proposals(keys: Keys, { answered }: Subject): Proposal[] {
  if (!isProven(keys) || keys.word !== '' || answered?.value === '') return [];
  const rests = keys.right.rests('A wrong key that is accepted, or the bare key refused.');
  const refusing = [...keys.doubtful].filter(([id]) => !keys.accepting.has(id));
  if (refusing.length > 0) return asksForWord(refusing, rests);
  return [{ question, certainty: 'shown', answer: { value: '' }, rests }];
}

/** Some operations refuse the key that others accept; what they ask for may hold only there. */
function asksForWord(refusing: readonly [id: string, word: string][], rests: Support): Proposal[] {
  const [[, word = ''] = []] = refusing.filter((each) => each[1] !== '');
  if (word === '') return [];
  const grounds = new Grounds();
  for (const [id, asked] of refusing) if (asked === word) grounds.add(id, '', 401);
  const other = { answer: { value: word }, rests: grounds.rests('The bare key, which other operations accept.') };
  return [{ question, certainty: 'conflicting', readings: [{ answer: { value: '' }, rests }, other] }];
}

/** A recording does not show that another form of the key is refused. */
function recordedProposals({ recorded, right }: Keys, { answered }: Subject): Proposal[] {
  const [only, ...others] = [...recorded].map(([value, grounds]) => ({
    answer: { value },
    rests: grounds.rests('A request that succeeds with the key in another form.'),
  }));
  if (!only || right.responses > 0) return [];
  if (others.length > 0) return [{ question, certainty: 'conflicting', readings: [only, ...others] }];
  return answered?.value === only.answer.value ? [] : [{ question, certainty: 'likely', ...only }];
}
