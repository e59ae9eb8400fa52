/**
 * The severity of a finding: a `violation` contradicts a stated fact, a rule of HTTP or plain safety; a `drift`
 * contradicts a fact that the contract infers; an `observation` is evidence, not an error.
 */
export type Severity = 'violation' | 'drift' | 'observation';

export const severities = ['violation', 'drift', 'observation'] as const satisfies readonly Severity[];

/** The facts that decide how much a finding of a rule weighs. */
export interface SeverityFacts {
  /** The facets of the operation that the contract states, or that somebody has answered. */
  readonly statedFacets: ReadonlySet<string>;
  /**
   * Errors that open questions of the operation cover: `*` for every error in a body, `status` for a success status,
   * `envelope` for everything around the items of a list.
   */
  readonly openErrors?: ReadonlySet<string>;
  /** False if the document says nowhere what is stated: then the document itself is the promise. */
  readonly hasProvenance?: boolean;
  /** The contradicted schema: `stated` or answered, inferred, `inline` in the operation, or `open` by a question. */
  readonly schema?: 'stated' | 'inferred' | 'inline' | 'open';
  readonly status?: number;
  /** Whether an RFC says MUST, and not SHOULD, in the sentence that the response contradicts. */
  readonly isMust?: boolean;
  /** Whether the responses of the operation state a 404. */
  readonly statesNotFound?: boolean;
  /** Whether the finding contradicts `x-paging` of the operation. */
  readonly isPaged?: boolean;
  /** Whether the same read succeeded when it was repeated, and no other request of the operation failed. */
  readonly isStall?: boolean;
  /** Whether a successful update left a field unchanged that responses certainly show under the sent name. */
  readonly isUnchanged?: boolean;
}

/** The severities of the findings of a rule. */
export interface Weight {
  /** Each severity that a finding can have, and when: `always`, or a clause that begins with `if`. */
  readonly when: Readonly<Partial<Record<Severity, string>>>;
  /** The severity, unless the check knows that the finding is no more than an observation. */
  severityOf(facts: SeverityFacts): Severity;
}

/** Advice about accepting a finding of each severity for a while. */
export const acceptAdvice: Readonly<Record<Severity, string>> = {
  violation:
    'A violation always fails the run, unless a baseline accepts it: check --baseline baseline.json ' +
    '--update-baseline writes it there, with a reason and a date that you choose. After that date it counts again.',
  drift:
    'A drift fails the run only with --strict, and then a baseline accepts it until a date as well. If the service ' +
    'is right about an open question, answer it in directory.answers.yaml: then the contract says what the service ' +
    'does.',
  observation: 'An observation never fails the run, so there is nothing to accept. --verbose shows it in full.',
};

/** Returns the severities that a weight can give, and the condition of each, in the order of `when`. */
export function severitiesOf({ when }: Weight): { severity: Severity; when: string }[] {
  return Object.entries(when).map(([severity, clause]) => ({ severity: severity as Severity, when: clause }));
}

/** Returns the severities and their conditions as the end of a sentence: `violation if …; drift if not`. */
export function weightText(weight: Weight): string {
  return severitiesOf(weight).map(clauseText).join('; ');
}

/** Returns a severity and its condition: `drift if not`, or only `drift` if it always applies. */
export function clauseText({ severity, when }: { severity: string; when: string }): string {
  return when === 'always' ? severity : `${severity} ${when}`;
}

/** A violation if a condition holds, else a drift. */
function violationIf(condition: string, holds: (facts: SeverityFacts) => boolean, otherwise = 'if not'): Weight {
  return {
    when: { violation: `if ${condition}`, drift: otherwise },
    severityOf: (facts) => (holds(facts) ? 'violation' : 'drift'),
  };
}

function always(severity: Severity): Weight {
  return { when: { [severity]: 'always' }, severityOf: () => severity };
}

/** A weight that the check lowers to an observation if a clause holds. */
export function orObservation(weight: Weight, clause: string): Weight {
  return { ...weight, when: { ...weight.when, observation: clause } };
}

/** Plain safety, or a MUST of an RFC. */
export const violation = always('violation');
/** A SHOULD of an RFC, a limit of the check, or a convention that neither the contract nor an RFC demands. */
export const drift = always('drift');
export const observation = always('observation');

export const byMust = violationIf(
  'an RFC says MUST in the contradicted sentence',
  ({ isMust = false }) => isMust,
  'if it says SHOULD',
);

/** Whether the contract states the bodies of responses, and no question of the operation leaves them open. */
function statesBodies({ statedFacets, openErrors }: SeverityFacts): boolean {
  return statedFacets.has('responses') && openErrors?.has('*') !== true;
}

export const byResponses = violationIf('the contract states the responses of the operation', statesBodies);

/** For faults of paging: a contract states it in `x-paging`; by the names of parameters alone it is a convention. */
export const byPaging = violationIf(
  'the contract states the responses of the operation, and says in x-paging how the list is paged',
  ({ statedFacets, openErrors, isPaged = false }) =>
    isPaged && statedFacets.has('responses') && openErrors?.has('envelope') !== true,
);

/** For responses of successes: a contract states neither body nor media type of refusals. */
export const bySuccess = violationIf(
  'the contract states the responses of the operation, and the status is below 400',
  ({ status = 200, ...facts }) => statesBodies(facts) && status < 400,
);

/** For invalid JSON: it contradicts a Content-Type of JSON; without one, it contradicts only a stated response. */
export const byLabel = violationIf(
  'the response is labelled as JSON, or the contract states the responses of the operation',
  ({ isMust = false, ...facts }) => isMust || statesBodies(facts),
);

export const byMethods = violationIf(
  'Allow lists the refused method, or lacks a method that the contract states for the path',
  ({ isMust = false }) => isMust,
);

/** A violation only if the contract states both the operation's responses and the schema. */
export const bySchema = violationIf(
  'the contract states the responses of the operation and the schema, and no open question covers the error',
  ({ statedFacets, schema }) => statedFacets.has('responses') && (schema === 'stated' || schema === 'inline'),
);

/** For a field whose meaning is stated, not only its form. */
export const byField = violationIf(
  'the contract states the responses of the operation and the field',
  ({ schema, hasProvenance = true, ...facts }) => hasProvenance && statesBodies(facts) && schema === 'stated',
);

export const byNotFound = violationIf(
  'the contract states a 404 for the operation',
  ({ statedFacets, statesNotFound = false }) => statesNotFound && statedFacets.has('responses'),
);

/** A document without provenance promises everything that it lists; this package's contract does not. */
export const byPromise = violationIf(
  'the contract has no x-provenance, and so is a promise itself',
  ({ hasProvenance = true }) => !hasProvenance,
);

export const byRepeat = violationIf(
  'a write fails, or a read fails again when it is repeated, or two requests of one operation fail in a run',
  ({ isStall = false }) => !isStall,
  'if only one read fails, and does not fail when it is repeated',
);

export const byUnchanged = violationIf(
  'the contract states request and responses of the operation, the field has the same name in both, no open ' +
    'question covers it, and its value has not changed at all',
  ({ hasProvenance = true, isUnchanged = false, ...facts }) =>
    hasProvenance && isUnchanged && facts.statedFacets.has('request') && statesBodies(facts),
);

export const byStatus: Weight = {
  when: {
    violation: 'if the contract states the responses of the operation, and the status is below 400',
    drift: 'if it infers them, and from 400 on',
    observation: 'if the status is about the connection, the length of the request or the load of the server',
  },
  severityOf: ({ statedFacets, openErrors, status = 200 }) =>
    status < 400 && statedFacets.has('responses') && openErrors?.has('status') !== true ? 'violation' : 'drift',
};
