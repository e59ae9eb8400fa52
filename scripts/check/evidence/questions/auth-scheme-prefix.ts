import { headerOf } from '../../model/exchange.js';
import { ClaimGrounds, type Claims, GroundsMap } from '../proposals.js';
import type { QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { countText, verb } from '../words.js';

class Keys {
  /** The word before the right key in requests of the check. */
  word = '';
  readonly rightSuccesses = new ClaimGrounds();
  wrongSuccesses = 0;
  /** Refusals of a wrong key. */
  refusals = 0;
  /** Statuses of the right key with another word than the contract's, or without one. */
  readonly otherwise = new Set<number>();
  readonly accepting = new Set<string>();
  /** Operations that refuse the right key, with the word that the refusal asks for. */
  readonly refusing = new Map<string, string>();
  /** Operations that refused the key before another one accepted it, so that the key was not revoked. */
  readonly doubtful = new Map<string, string>();
  /** Successes in a recording, by the word before the key. */
  readonly recorded = new GroundsMap<string>();
}

export function authSchemePrefix(): QuestionWatch {
  const keys = new Keys();
  return {
    see: (view) => see(keys, view) && keys.word === '' && view.case.kind !== 'recorded',
    sentences: () => (keys.word === '' ? sentences(keys) : []),
    claims: () => (keys.rightSuccesses.isSeen ? claims(keys) : recordedClaims(keys)),
  };
}

function see(keys: Keys, view: ResponseView): boolean {
  const { case: testCase, operation, exchange, status, isSuccess } = view;
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
  if (isRefused) keys.refusals += 1;
  if (request.key === 'right') seeRight(keys, view);
  if (isSuccess && request.key === 'wrong') keys.wrongSuccesses += 1;
  return isRefused || (isSuccess && request.key === 'right');
}

function seeRight(keys: Keys, { operation: { id }, status, isSuccess, response }: ResponseView): void {
  if (isSuccess) {
    keys.rightSuccesses.add(id, '', status);
    keys.accepting.add(id);
    for (const [other, word] of keys.refusing) keys.doubtful.set(other, word);
    keys.refusing.clear();
  } else if (status === 401) {
    const [word = ''] = /^[a-z][a-z0-9-]{0,40}(?=\s|$)/i.exec(headerOf(response, 'www-authenticate') ?? '') ?? [];
    keys.refusing.set(id, Buffer.from(word).toString());
  }
}

/** Whether the server checks keys: if it accepted any key, it would also accept one with a scheme. */
function isProven({ rightSuccesses, refusals, wrongSuccesses }: Keys): boolean {
  return rightSuccesses.responses > 0 && refusals > 0 && wrongSuccesses === 0;
}

function sentences(keys: Keys): Sentences {
  if (!isProven(keys)) return [];
  const { responses } = keys.rightSuccesses;
  return [
    `The bare key is enough: ${countText(responses, 'request')} with it ${verb(responses, 'was', 'were')} accepted, ` +
      `and ${countText(keys.refusals, 'request')} with a wrong key ${verb(keys.refusals, 'was', 'were')} refused.`,
    keys.otherwise.size > 0 && `Requests with the same key after "Bearer" returned ${[...keys.otherwise].join(', ')}.`,
  ];
}

/** Before the run, a search finds a word that the server needs, and teaches it. So here only a bare key can be news. */
function claims(keys: Keys): Claims {
  if (!isProven(keys) || keys.word !== '') return {};
  const against = 'A success with a wrong key, or a refusal of the bare key.';
  const bare = { value: '', rests: keys.rightSuccesses.rests(against) };
  const refusing = [...keys.doubtful].filter(([id]) => !keys.accepting.has(id));
  if (refusing.length === 0) return { shown: bare };
  // Some operations refuse the key that others accept; the word that they ask for may be right only there.
  const [[, value = ''] = []] = refusing.filter(([, word]) => word !== '');
  if (value === '') return {};
  const grounds = new ClaimGrounds();
  for (const [id, prefix] of refusing) if (prefix === value) grounds.add(id, '', 401);
  return { readings: [bare, { value, rests: grounds.rests('Other operations accept the bare key.') }] };
}

/** A recording does not show that another form of the key is refused. */
function recordedClaims({ recorded }: Keys): Claims {
  const readings = [...recorded].map(([value, grounds]) => {
    return { value, rests: grounds.rests('A request that succeeds with the key in another form.') };
  });
  return readings.length > 1 ? { readings } : { likely: readings[0] };
}
