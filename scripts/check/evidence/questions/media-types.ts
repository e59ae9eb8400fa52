import { isJson } from '../../../contract/json-success.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { headerOf } from '../../model/exchange.js';
import { proofMinimum } from '../../model/proposal.js';
import { type OperationOutcome, Outcomes } from '../outcomes.js';
import { answeredObject, type Claim, type ClaimGrounds, type Claims, GroundsMap, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { tallyText, WordTally } from '../words.js';

/** The media types of the JSON bodies of an operation, each with the evidence for it. */
type MediaTypeOutcome = OperationOutcome<string>;

/** Maximum number of types of an operation, since a server may send any number of them. */
const maxTypes = 10;

export function operationsMediaTypes(subject: QuestionSubject): QuestionWatch {
  const tallies = { success: new WordTally(), refusal: new WordTally() };
  const outcomes = { success: new Outcomes<string>(), refusal: new Outcomes<string>() };
  return {
    see({ operation, response, status, value, isSuccess }) {
      if (response.bytes.length === 0 || (status >= 300 && status < 400)) return false;
      const type = mediaTypeOf(headerOf(response, 'content-type'));
      const kind = isSuccess ? 'success' : 'refusal';
      tallies[kind].add(type);
      if (value === undefined || !isJson(type)) return true;
      // An answer can name the media type of a response only if the contract lists no other type for it.
      const isAsked = subject.marks.operations.has(operation.id) && operation.success?.bodies.length === 1;
      if (isSuccess && !isAsked) return true;
      const { grounds } = outcomes[kind].of(operation);
      if (grounds.has(type) || grounds.size < maxTypes) grounds.of(type).add(operation.id, '', type);
      return true;
    },
    sentences: () => [
      tallies.success.total > 0 && `Media types of successes: ${tallyText(tallies.success.entries())}.`,
      tallies.refusal.total > 0 && `Media types of refusals: ${tallyText(tallies.refusal.entries())}.`,
    ],
    claims: () => {
      const successes = claimAboutSuccesses([...outcomes.success.values()], subject);
      return joinClaims([successes, claimAboutRefusals([...outcomes.refusal.values()])], subject);
    },
  };
}

/** A media type without parameters (RFC 9110 §8.3.1). */
const mediaTypePattern = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** Removes the parameters of a type. Any other text stays whole: half a secret would not be recognised as one. */
function mediaTypeOf(header: string | undefined): string {
  if (!header) return 'no Content-Type';
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  const isWellFormed =
    mediaTypePattern.test(type) && parameters.every((part) => part === '' || /^[\w.-]+=\S+$/.test(part));
  return isWellFormed ? type.toLowerCase() : header;
}

type Value = Record<string, string>;

function joinClaims(parts: readonly PartialClaim[], subject: QuestionSubject): Claims {
  const value: Value = Object.assign({}, answeredObject(subject), ...parts.map((part) => part.value));
  const grounds = parts.flatMap((part) => part.grounds);
  const readings = parts.flatMap((part) => part.readings);
  const claim = grounds.length > 0 ? { value, support: supportOf(grounds) } : undefined;
  return { shown: claim, readings };
}

function supportOf(grounds: readonly ClaimGrounds[]): Claim['support'] {
  return joinGrounds(grounds).toSupport('A JSON response with another media type.');
}

interface PartialClaim {
  value: Value;
  grounds: ClaimGrounds[];
  readings: Claim[];
}

/** Claims a media type for refusals only if all of them have it, since an answer has no exceptions for refusals. */
function claimAboutRefusals(all: readonly MediaTypeOutcome[]): PartialClaim {
  const groundsByType = new GroundsMap<string>();
  for (const { grounds } of all) for (const [type, typeGrounds] of grounds) groundsByType.of(type).join(typeGrounds);
  const [[type, grounds] = [], secondType] = groundsByType;
  const isKnown = all.every(({ operation }) => documentedTypesOf(operation, /^[^123]/).includes(type));
  if (!secondType) {
    const isClaimable = type !== undefined && grounds?.isEnough && !isKnown;
    return { value: isClaimable ? { errors: type } : {}, grounds: isClaimable ? [grounds] : [], readings: [] };
  }
  const readings = [...groundsByType].map(([errors, each]) => ({ value: { errors }, support: supportOf([each]) }));
  return { value: {}, grounds: [], readings };
}

/** Claims the media type of most operations for all of them; other media types become exceptions. */
function claimAboutSuccesses(all: readonly MediaTypeOutcome[], subject: QuestionSubject): PartialClaim {
  const steadyTypes = all.flatMap(({ operation, grounds }) => {
    const [[type, typeGrounds] = [], secondType] = grounds;
    return type !== undefined && typeGrounds && !secondType ? [{ operation, type, grounds: typeGrounds }] : [];
  });
  const newTypes = steadyTypes.filter(({ operation, type }) => !documentedTypesOf(operation, /^2/).includes(type));
  const counts = new WordTally();
  for (const { type } of steadyTypes) counts.add(type);
  const [[commonText, count] = ['', 0]] = counts.entries();
  const hasCommonType =
    count >= proofMinimum.responses && count > all.length / 2 && newTypes.some(({ type }) => type === commonText);
  const usualType = hasCommonType ? commonText : String(answeredObject(subject)['success'] ?? 'application/json');
  const exceptions = (hasCommonType ? steadyTypes : newTypes).filter(
    ({ type, grounds }) => type !== usualType && grounds.isEnough,
  );
  const value = {
    ...(hasCommonType && { success: commonText }),
    ...Object.fromEntries(exceptions.map(({ operation, type }) => [operation.id, type])),
  };
  const newCommonTypes = hasCommonType ? newTypes.filter(({ type }) => type === commonText) : [];
  const varyingOutcomes = all.filter(({ grounds }) => grounds.size > 1);
  return {
    value,
    grounds: [...newCommonTypes, ...exceptions].map(({ grounds }) => grounds),
    readings: varyingOutcomes.length > 0 ? [0, 1].map((rank) => claimOfRank(varyingOutcomes, rank)) : [],
  };
}

function claimOfRank(varyingOutcomes: readonly MediaTypeOutcome[], rank: number): Claim {
  const rankedTypes = varyingOutcomes.flatMap(({ operation: { id }, grounds }) => {
    const each = [...grounds].sort(([, a], [, b]) => b.responses - a.responses)[rank];
    return each ? [{ id, type: each[0], grounds: each[1] }] : [];
  });
  const value = Object.fromEntries(rankedTypes.map(({ id, type }) => [id, type]));
  return { value, support: supportOf(rankedTypes.map(({ grounds }) => grounds)) };
}

/** The media types that the contract has for the responses with these statuses. */
function documentedTypesOf({ responses }: CheckedOperation, status: RegExp): (string | undefined)[] {
  return responses.filter((each) => status.test(each.status)).flatMap(({ bodies }) => bodies.map(({ media }) => media));
}
