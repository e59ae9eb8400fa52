import { headerOf } from '../../model/exchange.js';
import { ClaimGrounds, type Claims, GroundsMap } from '../proposals.js';
import type { QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { chooseVerb, countText } from '../words.js';

class KeyStats {
  /** The word before the right key in requests of the check. */
  word = '';
  readonly rightSuccesses = new ClaimGrounds();
  wrongSuccessCount = 0;
  /** Refusals of a wrong key. */
  refusals = 0;
  /** Statuses of requests with the right key after another word than the contract's, or after no word. */
  readonly otherFormStatuses = new Set<number>();
  readonly acceptingIds = new Set<string>();
  /** Operations that refuse the right key, with the word that the refusal asks for. */
  readonly refusalWords = new Map<string, string>();
  /** Operations that refused the key before another operation accepted it. So the key was not revoked. */
  readonly doubtfulWords = new Map<string, string>();
  /** Successes in a recording, by the word before the key. */
  readonly recordedGrounds = new GroundsMap<string>();
}

export function authSchemePrefix(): QuestionWatch {
  const keys = new KeyStats();
  return {
    see: (view) => see(keys, view) && keys.word === '' && view.case.kind !== 'recorded',
    sentences: () => (keys.word === '' ? sentences(keys) : []),
    claims: () => (keys.rightSuccesses.isSeen ? findClaims(keys) : recordedClaims(keys)),
  };
}

function see(keys: KeyStats, view: ResponseView): boolean {
  const { status, isSuccess } = view;
  const { kind } = view.case;
  const { request } = view.exchange;
  const { id, security } = view.operation;
  if (security.kind !== 'header' || security.name.toLowerCase() !== 'authorization') return false;
  if (kind === 'recorded') {
    if (isSuccess && request.scheme !== undefined) keys.recordedGrounds.of(request.scheme).add(id, '', status);
    return false;
  }
  keys.word = security.prefix ?? '';
  if (kind === 'scheme-prefix') {
    keys.otherFormStatuses.add(status);
    return true;
  }
  const isRefused = kind === 'wrong-key' && status >= 400 && status < 500;
  if (isRefused) keys.refusals += 1;
  if (request.key === 'right') seeRightKey(keys, view);
  if (isSuccess && request.key === 'wrong') keys.wrongSuccessCount += 1;
  return isRefused || (isSuccess && request.key === 'right');
}

function seeRightKey(keys: KeyStats, { operation: { id }, status, isSuccess, response }: ResponseView): void {
  if (isSuccess) {
    keys.rightSuccesses.add(id, '', status);
    keys.acceptingIds.add(id);
    for (const [operationId, word] of keys.refusalWords) keys.doubtfulWords.set(operationId, word);
    keys.refusalWords.clear();
  } else if (status === 401) {
    const [word = ''] = /^[a-z][a-z0-9-]{0,40}(?=\s|$)/i.exec(headerOf(response, 'www-authenticate') ?? '') ?? [];
    keys.refusalWords.set(id, Buffer.from(word).toString());
  }
}

/** Whether the server checks keys: a server that accepts any key would also accept a key after a scheme. */
function isProven({ rightSuccesses, refusals, wrongSuccessCount }: KeyStats): boolean {
  return rightSuccesses.responses > 0 && refusals > 0 && wrongSuccessCount === 0;
}

function sentences(keys: KeyStats): Sentences {
  if (!isProven(keys)) return [];
  const subjectText = (count: number, key: string): string =>
    `${countText(count, 'request')} with ${key} ${chooseVerb(count, 'was', 'were')}`;
  return [
    `The bare key is enough: ${subjectText(keys.rightSuccesses.responses, 'it')} accepted, and ` +
      `${subjectText(keys.refusals, 'a wrong key')} refused.`,
    keys.otherFormStatuses.size > 0 &&
      `Requests with the same key after "Bearer" returned ${[...keys.otherFormStatuses].join(', ')}.`,
  ];
}

/** The check already searches for a needed word before the run, so only a key sent alone leads to claims here. */
function findClaims(keys: KeyStats): Claims {
  if (!isProven(keys) || keys.word !== '') return {};
  const counterexample = 'A success with a wrong key, or a refusal of the bare key.';
  const bareClaim = { value: '', support: keys.rightSuccesses.toSupport(counterexample) };
  const doubtfulEntries = [...keys.doubtfulWords].filter(([id]) => !keys.acceptingIds.has(id));
  if (doubtfulEntries.length === 0) return { shown: bareClaim };
  // Some operations refuse the key that others accept; the word that they ask for may be right only there.
  const [[, value = ''] = []] = doubtfulEntries.filter(([, word]) => word !== '');
  if (value === '') return {};
  const grounds = new ClaimGrounds();
  for (const [id, prefix] of doubtfulEntries) if (prefix === value) grounds.add(id, '', 401);
  return { readings: [bareClaim, { value, support: grounds.toSupport('Other operations accept the bare key.') }] };
}

/** Claims from a recording: they have no counterexample, because nobody sent the key in another form. */
function recordedClaims({ recordedGrounds }: KeyStats): Claims {
  const counterexample = 'A request that succeeds with the key in another form.';
  const readings = [...recordedGrounds].map(([value, each]) => ({ value, support: each.toSupport(counterexample) }));
  return readings.length > 1 ? { readings } : { likely: readings[0] };
}
