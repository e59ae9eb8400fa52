import type { Severity } from '../finding.js';

/** A kind of finding, described for a developer of the server. */
export interface Rule {
  /** How a correct server behaves, in one sentence. */
  title: string;
  /** What goes wrong for clients of a server that breaks the rule. */
  why: string;
  /** Where the rule comes from: a section of an RFC, of the interface description, or a part of the contract. */
  source: string;
  weight: Weight;
  /** What to do about a finding of this kind. */
  advice: string;
}

/**
 * Each severity that a finding of a rule can have, and when: `always`, or a clause that begins with `if`. Without
 * `x-provenance` in a contract, all its facts count as stated.
 */
export type Weight = Readonly<Partial<Record<Severity, string>>>;

export type Rules = Readonly<Record<string, Rule>>;

export const violation: Weight = { violation: 'always' };
export const drift: Weight = { drift: 'always' };
export const observation: Weight = { observation: 'always' };

export const byResponses: Weight = {
  violation: 'if the contract states the responses of the operation',
  drift: 'if it infers them',
};

export const byRequest: Weight = {
  violation: 'if the contract states the request of the operation',
  drift: 'if it infers it',
};

export const bySchema: Weight = {
  violation: 'if the contract states the schema',
  drift: 'if it infers it',
};
