import type { CheckedOperation } from './contract/operations.js';
import type { Deviation } from './deviation.js';
import { type Facts, severityOf } from './rules/index.js';

/** A broken rule, with the expected and the actual result as text. */
export type Fault = Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'>;

/** A broken rule, with the expected and the actual value. */
export type ShownFault = Omit<Fault, 'expected' | 'actual'> & { expected: unknown; actual: unknown };

/** The facts that decide the severity of one finding, apart from those of its operation. */
export interface Grounds extends Omit<Facts, 'stated' | 'open' | 'hasProvenance'> {
  /** The question whose answer the contradicted schema rests on. */
  schemaQuestion?: string;
  /** Whether the check knows that nothing is wrong, where the rule provides for it. */
  isEvidence?: boolean;
}

type Known = Pick<CheckedOperation, 'pointer' | 'stated' | 'answered' | 'open' | 'hasProvenance'>;

/** Returns a deviation of an operation; its severity depends on what the contract states of the operation. */
export function faultOf(
  operation: Known,
  fault: Fault & Partial<Pick<Deviation, 'pointer' | 'contract'>>,
  { isEvidence = false, schemaQuestion, ...facts }: Grounds = {},
): Deviation {
  const { stated, open = new Set(), hasProvenance = true, pointer: contract } = operation;
  const all = { ...facts, stated, open, hasProvenance };
  const severity = severityOf(fault.rule, all, isEvidence);
  const question = severity === 'violation' ? questionBehind(fault, all, operation, schemaQuestion) : undefined;
  return { pointer: '', contract, ...fault, severity, ...(question !== undefined && { question }) };
}

/** The question without whose answer the fault would weigh less. */
function questionBehind(
  { rule }: Fault,
  facts: Facts,
  { answered = {} }: Known,
  ofSchema: string | undefined,
): string | undefined {
  const weighsLess = (changed: Partial<Facts>): boolean => severityOf(rule, { ...facts, ...changed }) !== 'violation';
  if (ofSchema !== undefined && weighsLess({ schema: 'inferred' })) return ofSchema;
  return Object.entries(answered).find(([facet]) =>
    weighsLess({ stated: new Set([...facts.stated].filter((each) => each !== facet)) }),
  )?.[1];
}
