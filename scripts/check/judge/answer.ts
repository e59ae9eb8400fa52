import type { Case } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import { shown, type Deviation } from '../model/deviation.js';
import { headerOf, type Answer, type Exchange, type Failure } from '../model/exchange.js';
import { isJson, isSameMedia, type CheckedOperation, type CheckedResponse } from '../model/operations.js';
import { judgeBody } from './body.js';
import { judgeHeaders } from './headers.js';
import { inTime, shortBody, type BodyJudgement } from './in-time.js';
import { readJson } from './json-text.js';
import { stackTraceIn } from './leaks.js';
import { judgeStatus, responseFor, weightOf } from './status.js';

/** What an exchange comes to. */
export interface Judgement {
  deviations: readonly Deviation[];
  /** The JSON of the body; undefined where there is none. */
  value?: unknown;
}

export interface JudgeOptions {
  /** A stateless mock is not asked for what only the service can know. */
  isMock: boolean;
  /** Once it is aborted, nothing that may take long is judged. */
  signal?: AbortSignal | undefined;
}

export type Judge = (kase: Case, exchange: Exchange) => Promise<Judgement>;

/**
 * Makes the function that holds exchanges against a contract. It changes nothing, and gives the same for the same. A body is
 * judged for 2 s at most; one that takes longer is a finding.
 *
 * The function rejects with NoVerdict where SIGINT comes while it judges, and where it is asked to judge what may take long after
 * the run was stopped.
 */
export function createJudge(contract: CheckedContract, options: JudgeOptions): Judge {
  const bodies = new Map<string, BodyJudgement>();
  return async (kase, exchange) => {
    const operation = contract.operation(kase.operationId);
    const { answer, failure, holdsKey = false } = exchange;
    if (!operation) return { deviations: [] };
    if (!answer) {
      return failure ? { deviations: [failed(operation, failure)] } : { deviations: [] };
    }
    // Who is told to come back later was told nothing else.
    if (answer.status === 429 || (answer.status === 503 && headerOf(answer, 'retry-after') !== undefined))
      return { deviations: [] };
    const deviations = judgeStatus(operation, kase, answer.status);
    if (wasCompressed(kase, answer)) deviations.push(compressed(operation, answer));
    const response = isOfAnotherOperation(kase) ? undefined : responseFor(operation, answer.status);
    if (kase.request.method === 'HEAD') return { deviations };
    // What is sent by chance is answered otherwise each time; remembering that costs more than it saves.
    const key = kase.kind === 'random' ? undefined : memoKey(operation, response, answer, holdsKey);
    const known = key === undefined ? undefined : bodies.get(key);
    const judged =
      known ??
      (await inTime(() => judgeContent(contract, operation, response, answer, holdsKey && !options.isMock), {
        answer,
        isOfOthers: contract.file !== undefined,
        place: response?.pointer ?? operation.pointer,
        signal: options.signal,
      }));
    if (key !== undefined && !known) remember(bodies, key, judged);
    if (response) deviations.push(...judgeHeaders(contract, operation, response, answer));
    return {
      deviations: judged.deviations.length > 0 ? [...deviations, ...judged.deviations] : deviations,
      value: judged.value,
    };
  };
}

/** What is said of a body follows from the body: the same one again need not be looked at again. */
const remembered = 400;

function memoKey(
  operation: CheckedOperation,
  response: CheckedResponse | undefined,
  answer: Answer,
  holdsKey: boolean,
): string | undefined {
  if (answer.bytes.byteLength > shortBody) return undefined;
  const label = `${answer.status} ${holdsKey} ${String(answer.headers['content-type'] ?? '')}`;
  return `${operation.id} ${response?.status ?? ''} ${label}\n${Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength).toString('latin1')}`;
}

function remember(bodies: Map<string, BodyJudgement>, key: string, judged: BodyJudgement): void {
  if (bodies.size >= remembered) {
    const [oldest] = bodies.keys();
    if (oldest !== undefined) bodies.delete(oldest);
  }
  bodies.set(key, judged);
}

/** For a method or a path that the contract does not have, it says nothing of the answer either. */
function isOfAnotherOperation({ kind }: Case): boolean {
  return kind === 'undeclared-method' || kind === 'spelling' || kind === 'href';
}

function failed(operation: CheckedOperation, { code, message }: Failure): Deviation {
  return {
    rule: code,
    severity: 'violation',
    pointer: '',
    message,
    expected: 'an answer',
    actual: 'none',
    contract: operation.pointer,
  };
}

function wasCompressed(kase: Case, { headers, bytes }: Answer): boolean {
  const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  return coding !== 'identity' && bytes.byteLength > 0 && kase.request.headers['accept-encoding'] === undefined;
}

function compressed(operation: CheckedOperation, { headers }: Answer): Deviation {
  return {
    rule: 'encoding.unasked',
    severity: 'violation',
    pointer: '',
    contract: operation.pointer,
    message: 'The body is compressed though Accept-Encoding forbids it (RFC 9110 §12.5.3).',
    expected: 'no Content-Encoding',
    actual: String(headers['content-encoding']),
  };
}

/** An object with more members is judged, and nothing else is made of it: each look at its names takes long. */
const mostMembers = 10_000;

function judgeContent(
  contract: CheckedContract,
  operation: CheckedOperation,
  response: CheckedResponse | undefined,
  answer: Answer,
  repeatsKey: boolean,
): BodyJudgement {
  const type = headerOf(answer, 'content-type');
  const isEmpty = answer.bytes.byteLength === 0;
  const reading =
    isEmpty || (type !== undefined && !isJson(type) && !mayHoldJson(answer)) ? undefined : readJson(answer.bytes);
  const text = reading?.text ?? new TextDecoder().decode(answer.bytes);
  const deviations: Deviation[] = leaksIn(operation, answer, text, repeatsKey);
  const value = reading?.value;
  const learned = (reading?.widest ?? 0) > mostMembers ? undefined : value;
  if (!response) return { deviations, value: learned };
  const severity = answer.status < 400 ? weightOf(operation, 'responses') : 'drift';
  const at = { pointer: '', contract: response.pointer };
  if (!isEmpty) deviations.push(...mistakesInLabel(operation, answer));
  if (response.bodies.length === 0) {
    // A range, or a default, without a body says nothing of one.
    if (!isEmpty && answer.status < 300 && /^\d+$/.test(response.status)) {
      deviations.push({
        ...at,
        rule: 'body.unexpected',
        severity,
        message: 'The contract knows no body here.',
        expected: 'no body',
        actual: `${answer.bytes.byteLength} bytes`,
      });
    }
    return { deviations, value: learned };
  }
  const documented = response.bodies.map(({ media }) => media);
  if (isEmpty) {
    if (answer.status < 300 || contract.hasProvenance === false) {
      deviations.push({
        ...at,
        rule: 'body.empty',
        severity,
        message: 'The answer has no body.',
        expected: `a body of ${documented.join(' or ')}`,
        actual: 'no body',
      });
    }
    return { deviations, value: learned };
  }
  const body = type === undefined ? response.bodies[0] : response.bodies.find(({ media }) => isSameMedia(media, type));
  if (type === undefined) {
    deviations.push({
      ...at,
      rule: 'media-type.missing',
      severity,
      message: 'The answer does not say what its body is.',
      expected: documented.join(' or '),
      actual: 'no Content-Type',
    });
  } else if (!body) {
    deviations.push({
      ...at,
      rule: 'media-type.undeclared',
      severity,
      message: 'The contract does not list this media type here.',
      expected: documented.join(' or '),
      actual: shown(type),
    });
  }
  const judged = body ?? response.bodies.find(({ media }) => isJson(media));
  if (!judged || !(isJson(judged.media) || (judged.media.includes('*') && type !== undefined && isJson(type))))
    return { deviations, value: body ? text : learned };
  const saysJson = type === undefined || isJson(type);
  if (saysJson) {
    for (const problem of reading?.problems ?? []) {
      const isNumber = problem.rule === 'body.number';
      deviations.push({
        ...at,
        rule: problem.rule,
        severity: isNumber ? 'observation' : 'violation',
        pointer: problem.pointer,
        message: problem.message,
        expected: 'JSON (RFC 8259)',
        actual: problem.rule.replace('body.', '').replaceAll('-', ' '),
      });
    }
  }
  if (value !== undefined) deviations.push(...judgeBody(contract, operation, response, judged, value));
  return { deviations, value: learned };
}

/** A label that readers take each in their own way: two of them, or one that most cut off or refuse. */
function mistakesInLabel(operation: CheckedOperation, { headers }: Answer): Deviation[] {
  const labels = [headers['content-type'] ?? []].flat();
  const at = { pointer: '', contract: operation.pointer };
  if (labels.length > 1) {
    return [
      {
        ...at,
        rule: 'media-type.repeated',
        severity: 'violation',
        expected: 'one Content-Type',
        actual: labels.slice(0, 3).map(shown).join(', '),
        message: 'Content-Type comes more than once, so that readers disagree on what the body is (RFC 9110 §8.3).',
      },
    ];
  }
  const [{ length } = ''] = labels;
  if (length <= longestLabel) return [];
  return [
    {
      ...at,
      rule: 'media-type.too-long',
      severity: 'drift',
      expected: `at most ${longestLabel} characters`,
      actual: `${length} characters`,
      message: 'Content-Type is longer than readers take.',
    },
  ];
}

/** Both names of a media type have at most 127 characters (RFC 6838 §4.2); the rest is for parameters. */
const longestLabel = 1000;

/** JSON under another label is read all the same. */
function mayHoldJson({ bytes }: Answer): boolean {
  const [first] = bytes;
  return first === 0x7b || first === 0x5b;
}

function leaksIn(operation: CheckedOperation, answer: Answer, text: string, repeatsKey: boolean): Deviation[] {
  const found: Deviation[] = [];
  const at = { pointer: '', contract: operation.pointer, severity: 'violation' as const };
  if (repeatsKey) {
    found.push({
      ...at,
      rule: 'safety.key-echoed',
      message: 'The answer repeats the key that was sent.',
      expected: 'no part of the key',
      actual: 'the key',
    });
  }
  const language = answer.status >= 400 ? stackTraceIn(text) : undefined;
  if (language) {
    found.push({
      ...at,
      rule: 'safety.stack-trace',
      message: `The answer shows a stack trace (${language}).`,
      expected: 'a refusal without the inside of the server',
      actual: 'a stack trace',
    });
  }
  return found;
}
