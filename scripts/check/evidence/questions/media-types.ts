import { isJson } from '../../../contract/json-success.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { headerOf } from '../../model/exchange.js';
import { proofMinimum } from '../../model/proposal.js';
import { type OperationOutcome, Outcomes } from '../outcomes.js';
import { answeredObject, type Claim, type ClaimGrounds, type Claims, GroundsMap, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { tallyText, WordTally } from '../words.js';

/** The media types of the JSON bodies of an operation, with the responses that have each. */
type OperationTypes = OperationOutcome<string>;

/** Maximum number of types of an operation, since a server may send any number of them. */
const maxTypes = 10;

export function operationsMediaTypes(subject: QuestionSubject): QuestionWatch {
  const tallies = { success: new WordTally(), refusal: new WordTally() };
  const seen = { success: new Outcomes<string>(), refusal: new Outcomes<string>() };
  return {
    see({ operation, response, status, value, isSuccess }) {
      if (response.bytes.length === 0 || (status >= 300 && status < 400)) return false;
      const type = mediaTypeOf(headerOf(response, 'content-type'));
      const kind = isSuccess ? 'success' : 'refusal';
      tallies[kind].add(type);
      if (value === undefined || !isJson(type)) return true;
      // An answer names the only media type of a response, and no other of several.
      const isAsked = subject.marks.operations.has(operation.id) && operation.success?.bodies.length === 1;
      if (isSuccess && !isAsked) return true;
      const { grounds } = seen[kind].of(operation);
      if (grounds.has(type) || grounds.size < maxTypes) grounds.of(type).add(operation.id, '', type);
      return true;
    },
    sentences: () => [
      tallies.success.total > 0 && `Media types of successes: ${tallyText(tallies.success.entries())}.`,
      tallies.refusal.total > 0 && `Media types of refusals: ${tallyText(tallies.refusal.entries())}.`,
    ],
    claims: () => {
      const successes = claimAboutSuccesses([...seen.success.values()], subject);
      return joinClaims([successes, claimAboutRefusals([...seen.refusal.values()])], subject);
    },
  };
}

/** A media type without parameters (RFC 9110 §8.3.1). */
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** Removes the parameters of a type. Any other text stays whole: half a secret would not be recognised as one. */
function mediaTypeOf(header: string | undefined): string {
  if (!header) return 'no Content-Type';
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  const isWellFormed = mediaType.test(type) && parameters.every((part) => part === '' || /^[\w.-]+=\S+$/.test(part));
  return isWellFormed ? type.toLowerCase() : header;
}

type Value = Record<string, string>;

function joinClaims(parts: readonly PartialClaim[], subject: QuestionSubject): Claims {
  const value: Value = Object.assign({}, answeredObject(subject), ...parts.map((part) => part.value));
  const grounds = parts.flatMap((part) => part.grounds);
  const readings = parts.flatMap((part) => part.readings);
  const shown = grounds.length > 0 ? { value, rests: restsOf(grounds) } : undefined;
  return { shown, readings };
}

function restsOf(grounds: readonly ClaimGrounds[]): Claim['rests'] {
  return joinGrounds(grounds).rests('A JSON response with another media type.');
}

interface PartialClaim {
  value: Value;
  grounds: ClaimGrounds[];
  readings: Claim[];
}

/** A service has one type for all refusals, since an answer has no exceptions for them. */
function claimAboutRefusals(all: readonly OperationTypes[]): PartialClaim {
  const byType = new GroundsMap<string>();
  for (const { grounds } of all) for (const [type, each] of grounds) byType.of(type).join(each);
  const [[type, grounds] = [], other] = byType;
  const isKnown = all.every(({ operation }) => documentedTypes(operation, /^[^123]/).includes(type));
  if (!other) {
    const isClaim = type !== undefined && grounds?.isEnough && !isKnown;
    return { value: isClaim ? { errors: type } : {}, grounds: isClaim ? [grounds] : [], readings: [] };
  }
  const readings = [...byType].map(([errors, each]) => ({ value: { errors }, rests: restsOf([each]) }));
  return { value: {}, grounds: [], readings };
}

/** The type of most operations is that of all; the others are exceptions. */
function claimAboutSuccesses(all: readonly OperationTypes[], subject: QuestionSubject): PartialClaim {
  const steady = all.flatMap(({ operation, grounds }) => {
    const [[type, each] = [], other] = grounds;
    return type !== undefined && each && !other ? [{ operation, type, grounds: each }] : [];
  });
  const news = steady.filter(({ operation, type }) => !documentedTypes(operation, /^2/).includes(type));
  const counts = new WordTally();
  for (const { type } of steady) counts.add(type);
  const [[common, count] = ['', 0]] = counts.entries();
  const isOfAll = count >= proofMinimum.responses && count > all.length / 2 && news.some(({ type }) => type === common);
  const known = isOfAll ? common : String(answeredObject(subject)['success'] ?? 'application/json');
  const exceptions = (isOfAll ? steady : news).filter(({ type, grounds }) => type !== known && grounds.isEnough);
  const value = {
    ...(isOfAll && { success: common }),
    ...Object.fromEntries(exceptions.map(({ operation, type }) => [operation.id, type])),
  };
  const chosen = isOfAll ? news.filter(({ type }) => type === common) : [];
  const varying = all.filter(({ grounds }) => grounds.size > 1);
  return {
    value,
    grounds: [...chosen, ...exceptions].map(({ grounds }) => grounds),
    readings: varying.length > 0 ? [0, 1].map((rank) => reading(varying, rank)) : [],
  };
}

function reading(varying: readonly OperationTypes[], rank: number): Claim {
  const ranked = varying.flatMap(({ operation: { id }, grounds }) => {
    const each = [...grounds].sort(([, one], [, other]) => other.responses - one.responses)[rank];
    return each ? [{ id, type: each[0], grounds: each[1] }] : [];
  });
  const value = Object.fromEntries(ranked.map(({ id, type }) => [id, type]));
  return { value, rests: restsOf(ranked.map(({ grounds }) => grounds)) };
}

/** The media types that the contract has for the responses with these statuses. */
function documentedTypes({ responses }: CheckedOperation, status: RegExp): (string | undefined)[] {
  return responses.filter((each) => status.test(each.status)).flatMap(({ bodies }) => bodies.map(({ media }) => media));
}
