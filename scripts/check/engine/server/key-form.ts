import { answerLine } from '../../../answers/answer-text.js';
import { credentialOf, type Security } from '../../../contract/security.js';
import { formatList } from '../../../text/numbers.js';
import { makeDeviation } from '../../model/breach.js';
import type { TestCase } from '../../model/case.js';
import { type CheckedContract, withOperations } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { type Exchange, isSuccess } from '../../model/exchange.js';
import type { KeyRefusal } from '../../model/no-verdict.js';
import { type CheckOptions, defaults } from '../../model/options.js';
import type { Proposal } from '../../model/proposal.js';
import type { Tally } from '../../model/tally.js';
import { readCredentials } from '../../transport/credentials.js';
import { WaitBudget } from '../../transport/pauses.js';
import type { Transport } from '../../transport/transport.js';

export const keyQuestion = 'auth.scheme-prefix';

/** Maximum number of requests in a search for the right form. Each request tries one word before the key. */
const maxRequests = 4;

/** Words that services expect before a key in a header, the most common first. */
const usualSchemes = ['Bearer', 'Token', 'Api-Key', 'ApiKey'];

/** HTTP authentication schemes whose credentials are not just a key: RFC 7617, 7616, 4559 and others. */
const unsuitableSchemePattern = /^(basic|digest|negotiate|ntlm|hoba|mutual|scram-.*|vapid|gnap|dpop|aws4-.*)$/i;

/** A form of the key that a server accepts, although the contract assumes another one. */
export interface KeyForm {
  /** The authentication scheme that the server expects before the key, such as `Bearer`; empty for the key alone. */
  word: string;
  /** The words before the key with which the server refused it. */
  refusedWords: readonly string[];
  testCase: TestCase;
  operation: CheckedOperation;
  exchange: Exchange;
}

/** The result of a search. Without `form`, it found none: the server refused the key after each of `refusedWords`. */
export interface KeySearchResult {
  requests: number;
  form?: KeyForm;
  refusedWords: readonly string[];
}

/**
 * Tries other words before a key that a server has refused: first no word, then those in its `WWW-Authenticate`, then
 * common ones. If the refused request is a read, repeats it with each word, to the same server.
 *
 * @param endsAt when `performance.now()` reaches this time, no more requests are sent
 * @returns undefined if a person has said how the key is sent, or if nothing can be tried
 */
export async function findKeyForm(
  options: CheckOptions,
  contract: CheckedContract,
  { testCase, operation, challenge }: KeyRefusal,
  endsAt = Infinity,
): Promise<KeySearchResult | undefined> {
  // A key command may print each key only once, so it must not run again for a search.
  if (options.auth !== undefined || options.keyCommand !== undefined || options.target === 'mock') return undefined;
  if (!isGuess(contract) || operation.security.kind !== 'header' || testCase.request.method !== 'GET') return undefined;
  const { prefix: firstWord = '', ...bare } = operation.security;
  const transport = await openTransport(options);
  const close = (): void => void transport.close();
  options.signal?.addEventListener('abort', close, { once: true });
  const refusedWords = [firstWord];
  const tryForms = async (): Promise<KeyForm | undefined> => {
    for (const word of schemesToTry(challenge, firstWord).slice(0, maxRequests)) {
      if (options.signal?.aborted || performance.now() > endsAt) return undefined;
      const security: Security = word === '' ? bare : { ...bare, prefix: word };
      const exchange = await transport.send({ ...testCase.request, once: true }, security);
      if (isSuccess(exchange.response)) return { word, refusedWords, testCase, operation, exchange };
      // If no response arrives, or the server is busy or broken, trying further words would show nothing.
      if (!isKeyRefused(exchange)) return undefined;
      refusedWords.push(word);
    }
    return undefined;
  };
  try {
    const form = await tryForms();
    return { requests: transport.countRequests(), refusedWords, ...(form && { form }) };
  } finally {
    options.signal?.removeEventListener('abort', close);
    await transport.close();
  }
}

/** Returns the contract with the accepted word before the key in all operations that send the key in a header. */
export function withKeyForm(contract: CheckedContract, { word }: KeyForm): CheckedContract {
  return withOperations(contract, (operation) => {
    if (operation.security.kind !== 'header') return operation;
    const { prefix: _, ...bare } = operation.security;
    return { ...operation, security: word === '' ? bare : { ...bare, prefix: word } };
  });
}

/** Returns a note about the form of the key that the server accepts, with the line to add to the answers file. */
export function keyFormNote({ word }: KeyForm): string {
  return (
    `The server accepts the key in the form "${textOf(word)}", not in the form that the contract assumes (question ` +
    `${keyQuestion}). To use the accepted form in future runs, write below "answers:" in directory.answers.yaml: ` +
    answerLine(keyQuestion, { value: word })
  );
}

/** Returns advice for a user whose key the server has refused in each form that was tried. */
export function refusedFormsAdvice(challenge: string, refusedWords: readonly string[]): string {
  const triedForms = formatList(refusedWords.map(textOf), maxRequests + 1);
  const reply = challenge === '' ? '' : ` The server responded with WWW-Authenticate: ${challenge.slice(0, 200)}.`;
  return (
    `The server refused the key in each of these forms: ${triedForms}.${reply} If the key is right, use ` +
    `--auth to say how to send it, or answer the question ${keyQuestion}.`
  );
}

/** Reports that the server accepts the key in another form than the contract assumes. */
export function reportKeyForm(tally: Tally, { word, testCase, operation, exchange, refusedWords }: KeyForm): void {
  const breach = {
    rule: 'auth.form' as const,
    message: `The server accepts the key in a different form than the contract assumes (question ${keyQuestion}).`,
    expected: textOf(refusedWords[0] ?? ''),
    actual: textOf(word),
  };
  tally.add(testCase, exchange, makeDeviation(operation, breach, { openQuestion: keyQuestion }));
}

/** Returns, as a proposal, the answer to the question about the form of the key, with the evidence for it. */
export function keyFormProposal({ word, operation, exchange, refusedWords }: KeyForm): Proposal {
  const refusedForms = refusedWords.map(formText);
  const { status = 200 } = exchange.response ?? {};
  return {
    question: keyQuestion,
    certainty: 'shown',
    answer: { value: word },
    support: {
      responses: refusedWords.length + 1,
      operations: [operation.id],
      example: { operationId: operation.id, pointer: '', value: `${status} for ${formText(word)}` },
      against: `A success with ${refusedForms.join(' or ')}, which the server refused in this run.`,
    },
  };
}

function textOf(word: string): string {
  return credentialOf(word, '<key>');
}

function formText(word: string): string {
  return word === '' ? 'the key alone' : `the key after ${word}`;
}

/** Whether the form of the key is a guess: the contract asks how the key is sent, and no person has answered. */
function isGuess(contract: CheckedContract): boolean {
  const question = contract.document['x-unknowns']?.find(({ id }) => id === keyQuestion);
  return question !== undefined && (!question.answered || contract.answeredBy(keyQuestion)?.by === 'learn');
}

async function openTransport(options: CheckOptions): Promise<Transport> {
  const { createTransport } = await import('../../transport/transport.js');
  return createTransport({
    baseUrl: options.baseUrl,
    connections: 1,
    timeout: (options.timeout ?? defaults.timeout) * 1000,
    credentials: await readCredentials({ ...options, writes: 'none' }),
    network: options,
    waitBudget: new WaitBudget(options.maxWait ?? defaults.maxWait),
    allowInsecureHosts: options.allowInsecureHosts,
  });
}

/** Whether a server refuses the key. Some servers call a header without the word malformed, and respond with 400. */
function isKeyRefused({ response }: Exchange): boolean {
  return response !== undefined && [400, 401, 403].includes(response.status);
}

/** Returns the words to try, without the word that the server has already refused. */
function schemesToTry(challenge: string, refusedWord: string): string[] {
  const offeredSchemes = schemesIn(challenge).filter((word) => !unsuitableSchemePattern.test(word));
  const words = [...(refusedWord === '' ? [] : ['']), ...offeredSchemes, ...usualSchemes];
  const isNew = (word: string, index: number): boolean =>
    words.findIndex((otherWord) => otherWord.toLowerCase() === word.toLowerCase()) === index;
  return words.filter((word, index) => word !== refusedWord && word.length <= 40 && isNew(word, index));
}

/** Returns the authentication schemes in a `WWW-Authenticate` header (RFC 9110 §11.6.1). */
export function schemesIn(challenge: string): string[] {
  // A quoted parameter may contain commas and words that are not schemes.
  const plainChallenge = challenge.replace(/"(?:[^"\\]|\\.)*"/g, '""').slice(0, 1000);
  return plainChallenge.split(',').flatMap((part) => {
    const [, word = '', rest = ''] = /^\s*([!#$%&'*+.^_`|~\w-]+)(.*)$/.exec(part) ?? [];
    return word === '' || /^\s*=/.test(rest) ? [] : [word];
  });
}
