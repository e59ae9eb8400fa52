import type { CheckedOperation } from './contract/operations.js';
import type { Deviation } from './deviation.js';
import { type SeverityFacts, severityOf } from './rules/index.js';

/** A broken rule, with the expected and the actual result as text. */
export type RuleBreach = Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'>;

export type UnformattedBreach = Omit<RuleBreach, 'expected' | 'actual'> & { expected: unknown; actual: unknown };

/** The facts that decide the severity of one finding, except the facts about its operation. */
export interface FindingFacts
  extends Omit<SeverityFacts, 'statedFacets' | 'openErrors' | 'hasProvenance' | 'isMediaTypeAnswered'> {
  /** The question whose answer gives the contradicted schema. */
  schemaQuestion?: string;
  /** The question whose answer gives the contradicted media type. */
  answeredMediaType?: string;
  /** The open question about the contradicted part of the contract. */
  openQuestion?: string | undefined;
  /** Whether the server may be right. Then the finding is only an observation, provided that its rule allows that. */
  isEvidence?: boolean;
}

type OperationFacts = Pick<CheckedOperation, 'pointer' | 'statedFacets' | 'answered' | 'openErrors' | 'hasProvenance'>;

/** Returns a deviation of an operation. Its severity depends on what the contract states about the operation. */
export function makeDeviation(
  operation: OperationFacts,
  breach: RuleBreach & Partial<Pick<Deviation, 'pointer' | 'contract'>>,
  { isEvidence = false, schemaQuestion, answeredMediaType, openQuestion, ...facts }: FindingFacts = {},
): Deviation {
  const { statedFacets, openErrors = new Map(), hasProvenance = true, pointer: contract } = operation;
  const isMediaTypeAnswered = answeredMediaType !== undefined;
  const severityFacts = { ...facts, statedFacets, openErrors, hasProvenance, isMediaTypeAnswered };
  const severity = severityOf(breach.rule, severityFacts, isEvidence);
  const answeredQuestion =
    severity === 'violation'
      ? findDecisiveQuestion(breach, severityFacts, operation, answeredMediaType ?? schemaQuestion)
      : undefined;
  return {
    ...{ pointer: '', contract, ...breach, severity },
    ...(answeredQuestion !== undefined && { answeredQuestion }),
    ...(severity === 'drift' && openQuestion !== undefined && { openQuestion }),
  };
}

/** Returns the answered question that makes the fault a violation; without it, the fault would be less severe. */
function findDecisiveQuestion(
  { rule }: RuleBreach,
  facts: SeverityFacts,
  { answered = {} }: OperationFacts,
  partQuestion: string | undefined,
): string | undefined {
  const isLessSevere = (changes: Partial<SeverityFacts>): boolean =>
    severityOf(rule, { ...facts, ...changes }) !== 'violation';
  if (partQuestion !== undefined && isLessSevere({ schema: 'inferred', isMediaTypeAnswered: false }))
    return partQuestion;
  return Object.entries(answered).find(([facet]) =>
    isLessSevere({ statedFacets: new Set([...facts.statedFacets].filter((statedFacet) => statedFacet !== facet)) }),
  )?.[1];
}
