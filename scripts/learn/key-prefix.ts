import { caseOfRead } from '../check/cases/reads.js';
import type { CheckedContract } from '../check/model/contract/contract.js';
import type { CheckedOperation } from '../check/model/contract/operations.js';
import { type Exchange, headerOf } from '../check/model/exchange.js';
import { type CheckOptions, defaults } from '../check/model/options.js';
import type { Parameters } from '../check/model/request.js';
import { scopeOf } from '../check/model/scope.js';
import { readCredentials } from '../check/transport/credentials.js';
import { WaitBudget } from '../check/transport/pauses.js';
import type { Transport } from '../check/transport/transport.js';
import { keyPrefixOf, type Security } from '../contract/security.js';
import type { Offer } from './drafted-answers.js';

export const keyQuestion = 'auth.scheme-prefix';

/** Maximum number of requests of a search: one with the bare key, and then one for each word. */
const maxRequests = 8;

/** Words that services want before a key, the most usual first. */
const usualWords = ['Bearer', 'Token', 'Api-Key', 'ApiKey', 'Key', 'ApiToken', 'X-Api-Key'];

/** Schemes of HTTP whose credentials are no key: RFC 7617, 7616, 4559 and others. */
const notForKeys = /^(basic|digest|negotiate|ntlm|hoba|mutual|scram-.*|vapid|gnap|dpop|aws4-.*)$/i;

export interface KeySearchResult {
  requests: number;
  /** The answer to `auth.scheme-prefix`; undefined if the server refuses the key with every word that was tried. */
  proposal?: Offer;
}

/**
 * Tries words before a key that a server has refused: first those that its `WWW-Authenticate` names. Each request is a
 * read in the scope of the run, to the same origin, and is sent once.
 */
export async function searchKeyPrefix(options: CheckOptions, contract: CheckedContract): Promise<KeySearchResult> {
  // The user has said how the key is sent.
  if (options.auth !== undefined) return { requests: 0 };
  const { operation, parameters } = findRead(contract, options) ?? {};
  if (!operation || !parameters || operation.security.kind !== 'header') return { requests: 0 };
  const transport = await transportOf(options);
  const { prefix: _, ...bare } = operation.security;
  const { request } = caseOfRead(operation, parameters);
  const ask = async (word: string): Promise<Exchange> => {
    const security: Security = word === '' ? bare : { ...bare, prefix: word };
    return transport.send({ ...request, once: true }, security);
  };
  try {
    const first = await ask('');
    if (isAccepted(first)) return { requests: 1, proposal: proposalOf(operation, '', first, []) };
    if (!isRefused(first)) return { requests: 1 };
    const refusedWords = [''];
    for (const word of wordsFor(first, keyPrefixOf(operation.security))) {
      if (options.signal?.aborted || refusedWords.length >= maxRequests) break;
      const exchange = await ask(word);
      if (isAccepted(exchange))
        return { requests: refusedWords.length + 1, proposal: proposalOf(operation, word, exchange, refusedWords) };
      refusedWords.push(word);
      // Without a response, or with one of a server that is busy or broken, further words would show nothing.
      if (!isRefused(exchange)) break;
    }
    return { requests: refusedWords.length };
  } finally {
    await transport.close();
  }
}

async function transportOf(options: CheckOptions): Promise<Transport> {
  const { createTransport } = await import('../check/transport/transport.js');
  return createTransport({
    baseUrl: options.baseUrl,
    connections: 1,
    timeout: (options.timeout ?? defaults.timeout) * 1000,
    credentials: await readCredentials(options),
    waitBudget: new WaitBudget(options.maxWait ?? defaults.maxWait),
    ...(options.allowInsecureHosts && { allowInsecureHosts: options.allowInsecureHosts }),
  });
}

/** A read that the run may send and whose ids are known. */
function findRead(
  contract: CheckedContract,
  options: CheckOptions,
): { operation: CheckedOperation; parameters: Parameters } | undefined {
  const { operations } = contract;
  const scope = scopeOf({ ...options, operations });
  const values = options.parameters ?? {};
  for (const operation of operations) {
    if (operation.method !== 'get' || operation.security.kind !== 'header' || !scope.has(operation)) continue;
    const ids = operation.pathParameters.map(
      (name) => [name, values[`${operation.id}.${name}`] ?? values[name]] as const,
    );
    if (ids.every((entry): entry is [string, string] => entry[1] !== undefined))
      return { operation, parameters: Object.fromEntries(ids) };
  }
  return undefined;
}

function isAccepted({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Whether a server refuses the key. Some servers call a header without the word malformed, and respond with 400. */
function isRefused({ response }: Exchange): boolean {
  return response !== undefined && [400, 401, 403].includes(response.status);
}

/** The words to try, without the word that the server has refused already. */
function wordsFor({ response }: Exchange, refusedWord: string): string[] {
  const challenge = (response && headerOf(response, 'www-authenticate')) ?? '';
  const serverWords = schemesIn(challenge).filter((word) => !notForKeys.test(word));
  const words = [...serverWords, ...usualWords];
  const isNew = (word: string, index: number): boolean =>
    words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === index;
  return words.filter((word, index) => word !== refusedWord && word.length <= 40 && isNew(word, index));
}

/** The schemes of a `WWW-Authenticate` (RFC 9110 §11.6.1): the words that begin a challenge. */
export function schemesIn(challenge: string): string[] {
  // A quoted text may contain commas and words.
  const plain = challenge.replace(/"(?:[^"\\]|\\.)*"/g, '""').slice(0, 1000);
  return plain.split(',').flatMap((part) => {
    const [, word = '', rest = ''] = /^\s*([!#$%&'*+.^_`|~\w-]+)(.*)$/.exec(part) ?? [];
    return word === '' || /^\s*=/.test(rest) ? [] : [word];
  });
}

function proposalOf(
  operation: CheckedOperation,
  word: string,
  { response }: Exchange,
  refusedWords: readonly string[],
): Offer {
  const others = refusedWords.map((each) => (each === '' ? 'the key alone' : `the key after ${each}`));
  const status = response?.status ?? 200;
  return {
    question: keyQuestion,
    certainty: 'shown',
    answer: { value: word },
    rests: {
      responses: refusedWords.length + 1,
      operations: [operation.id],
      example: {
        operationId: operation.id,
        pointer: '',
        value: `${status} for ${word === '' ? 'the key alone' : `the key after ${word}`}`,
      },
      against:
        others.length > 0
          ? `A success with ${others.join(' or ')}, which the server refuses.`
          : 'A refusal of the key alone.',
    },
  };
}
