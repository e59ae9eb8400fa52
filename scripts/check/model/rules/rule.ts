import type { Severity } from '../finding.js';

/** What is said of one kind of finding, for a developer of the server that has it. */
export interface Rule {
  /** What a right server does, in one sentence. */
  title: string;
  /** What goes wrong for whoever uses a server that does otherwise. */
  why: string;
  /** Where it is written: a section of an RFC, of the interface description, or a part of the contract. */
  source: string;
  weight: Weight;
  /** What to do about a finding of this kind. */
  advice: string;
}

/**
 * Each severity that a finding of a rule can have, and when: `always`, or a clause that begins with `where`. Where a
 * contract has no `x-provenance`, all that it says counts as stated.
 */
export type Weight = Readonly<Partial<Record<Severity, string>>>;

export type Rules = Readonly<Record<string, Rule>>;

export const violation: Weight = { violation: 'always' };
export const drift: Weight = { drift: 'always' };
export const observation: Weight = { observation: 'always' };

export const byResponses: Weight = {
  violation: 'where the contract states the responses of the operation',
  drift: 'where it infers them',
};

export const byRequest: Weight = {
  violation: 'where the contract states the request of the operation',
  drift: 'where it infers it',
};

export const bySchema: Weight = {
  violation: 'where the contract states the schema',
  drift: 'where it infers it',
};
