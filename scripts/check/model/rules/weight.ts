/**
 * The severity of a finding: a `violation` contradicts a stated fact, a rule of HTTP or basic safety; a `drift`
 * contradicts a fact that the contract infers; an `observation` is evidence, not an error.
 */
export type Severity = 'violation' | 'drift' | 'observation';

export const severities = ['violation', 'drift', 'observation'] as const satisfies readonly Severity[];

/** The facts that decide the severity of a finding. */
export interface SeverityFacts {
  /** The facets of the operation that the contract, or an answer to an open question, states. */
  readonly statedFacets: ReadonlySet<string>;
  /**
   * Kinds of error that open questions of the operation leave undecided: `*` for every error in a body, `status` for a
   * success status, `media-type` for another media type, `envelope` for everything around the items of a list.
   */
  readonly openErrors?: Pick<ReadonlySet<string>, 'has'>;
  /** Whether the document marks what its source states (`x-provenance`). If not, all of it counts as stated. */
  readonly hasProvenance?: boolean;
  /**
   * The contradicted schema: `stated` by the source or by a user's answer, `inferred`, `inline` in the operation, or
   * `open`, if an open question leaves it undecided.
   */
  readonly schema?: 'stated' | 'inferred' | 'inline' | 'open';
  readonly status?: number;
  /** Whether an answer gives the media type of the response. */
  readonly isMediaTypeAnswered?: boolean;
  /** Whether the response has a JSON media type other than the documented one, and an open question covers that. */
  readonly isMediaTypeOpen?: boolean;
  /** Whether the contradicted sentence of an RFC says MUST; if not, it says SHOULD. */
  readonly isMandatory?: boolean;
  /** Whether the contract lists a 404 among the responses of the operation. */
  readonly statesNotFound?: boolean;
  /** Whether the contract lists a 403 or a 404 among the responses of the operation. */
  readonly statesDenial?: boolean;
  /** Whether the finding contradicts `x-paging` of the operation. */
  readonly isPaged?: boolean;
  /** Whether the same read succeeded when it was repeated, and no other request of the operation failed. */
  readonly isTransientFailure?: boolean;
  /** Whether a successful update did not change a field that responses certainly show under the sent name. */
  readonly isUnchanged?: boolean;
}

/** The severities of the findings of a rule. */
export interface Weight {
  /** Each severity that a finding can have, with its condition: `always`, or a clause that begins with `if`. */
  readonly when: Readonly<Partial<Record<Severity, string>>>;
  /** Returns the severity, which the check may still lower to an observation. */
  severityOf(facts: SeverityFacts): Severity;
}

/** Advice about accepting a finding of each severity for a while. */
export const acceptanceAdvice: Readonly<Record<Severity, string>> = {
  violation:
    'A violation fails the run, unless a baseline accepts it. "check --baseline baseline.json ' +
    '--update-baseline" adds it to the baseline, with a reason and a date that you choose. After that date it ' +
    'counts again.',
  drift:
    'A drift fails the run only with --strict. A baseline can accept it until a date that you choose. If the ' +
    'service is right and the finding depends on an open question, answer the question in ' +
    'directory.answers.yaml: then the contract says what the service does.',
  observation: 'An observation never fails the run, so there is nothing to accept. --verbose shows it in full.',
};

/** Returns the severities that a weight can give, and the condition of each, in the order of `when`. */
export function severitiesOf({ when }: Weight): { severity: Severity; when: string }[] {
  return Object.entries(when).map(([severity, clause]) => ({ severity: severity as Severity, when: clause }));
}

/** Returns the severities and their conditions as the end of a sentence: `violation if …; drift if not`. */
export function severityText(weight: Weight): string {
  return severitiesOf(weight).map(clauseText).join('; ');
}

/** Returns a severity with its condition, such as `drift if the status is open`, or alone if it always applies. */
export function clauseText({ severity, when }: { severity: string; when: string }): string {
  return when === 'always' ? severity : `${severity} ${when}`;
}

/** Returns a weight: a violation if a condition holds, else a drift. */
function violationIf(condition: string, isMet: (facts: SeverityFacts) => boolean, driftCondition = 'if not'): Weight {
  return {
    when: { violation: `if ${condition}`, drift: driftCondition },
    severityOf: (facts) => (isMet(facts) ? 'violation' : 'drift'),
  };
}

function constantSeverity(severity: Severity): Weight {
  return { when: { [severity]: 'always' }, severityOf: () => severity };
}

/** Adds a severity to a weight: a finding for which the clause is true becomes an observation. */
export function withObservation(weight: Weight, clause: string): Weight {
  return { ...weight, when: { ...weight.when, observation: clause } };
}

/** For rules about basic safety, or about a MUST of an RFC. */
export const alwaysViolation = constantSeverity('violation');
/** For rules about a SHOULD of an RFC, a limit of the check, or a convention that no contract or RFC demands. */
export const drift = constantSeverity('drift');
export const alwaysObservation = constantSeverity('observation');

export const rfcMustSeverity = violationIf(
  'the contradicted sentence of an RFC says MUST',
  ({ isMandatory = false }) => isMandatory,
  'if the sentence says SHOULD',
);

/** Whether the contract states the bodies of responses, and no open question of the operation leaves them undecided. */
function statesBodies({ statedFacets, openErrors }: SeverityFacts): boolean {
  return statedFacets.has('responses') && openErrors?.has('*') !== true;
}

export const responsesSeverity = violationIf('the contract states the responses of the operation', statesBodies);

/** For faults of paging. Without `x-paging`, only names suggest paging, so a fault contradicts only a convention. */
export const pagingSeverity = violationIf(
  'the contract states the responses of the operation, and says in x-paging how the list is paged',
  ({ statedFacets, openErrors, isPaged = false }) =>
    isPaged && statedFacets.has('responses') && openErrors?.has('envelope') !== true,
);

/** For success responses only: a contract states neither the body nor the media type of an error response. */
export const successSeverity = violationIf(
  'the contract states the responses of the operation, and the status is below 400',
  ({ status = 200, ...facts }) => statesBodies(facts) && status < 400,
);

export const mediaTypeSeverity = violationIf(
  'an answer gives the media type, or the contract states the responses of the operation, the status is below 400, ' +
    'and no open question covers the type of JSON',
  ({ isMediaTypeAnswered = false, isMediaTypeOpen = false, ...facts }) =>
    isMediaTypeAnswered || (!isMediaTypeOpen && successSeverity.severityOf(facts) === 'violation'),
);

/** For invalid JSON. It contradicts a JSON Content-Type or, without one, only a response that the contract states. */
export const jsonLabelSeverity = violationIf(
  'the response is labelled as JSON, or the contract states the responses of the operation',
  ({ isMandatory = false, ...facts }) => isMandatory || statesBodies(facts),
);

export const allowHeaderSeverity = violationIf(
  'the header Allow lists the refused method, or lacks a method that the contract states for the path',
  ({ isMandatory = false }) => isMandatory,
);

/** For rules about schemas: a violation only if the contract states both the operation's responses and the schema. */
export const schemaSeverity = violationIf(
  'the contract states the responses of the operation and the schema, and no open question covers the error',
  ({ statedFacets, schema, hasProvenance = true }) =>
    statedFacets.has('responses') &&
    (schema === 'stated' || schema === 'inline' || (schema === 'inferred' && !hasProvenance)),
);

/** For rules about a field whose meaning is stated, and not only its data type. */
export const fieldSeverity = violationIf(
  'the contract states the responses of the operation and the field',
  ({ schema, hasProvenance = true, ...facts }) => hasProvenance && statesBodies(facts) && schema === 'stated',
);

export const notFoundSeverity = violationIf(
  'the contract states a 404 for the operation',
  ({ statedFacets, statesNotFound = false }) => statesNotFound && statedFacets.has('responses'),
);

/** For access with the key of another identity. A contract without such a status says nothing about identities. */
export const denialSeverity = violationIf(
  'the contract states a 403 or a 404 for the operation',
  ({ statedFacets, statesDenial = false }) => statesDenial && statedFacets.has('responses'),
);

/** For documents without `x-provenance`: they promise all that they list. This package's contract infers some facts. */
export const noProvenanceSeverity = violationIf(
  'the contract has no x-provenance, so that all of it counts as stated',
  ({ hasProvenance = true }) => !hasProvenance,
);

export const repeatedFailureSeverity = violationIf(
  'a write fails, or a read fails again when it is repeated, or two requests of one operation fail in a run',
  ({ isTransientFailure = false }) => !isTransientFailure,
  'if only one read fails, and does not fail when it is repeated',
);

export const unchangedFieldSeverity = violationIf(
  'the contract states request and responses of the operation, the field has the same name in both, no open ' +
    'question covers it, and its value has not changed at all',
  ({ hasProvenance = true, isUnchanged = false, ...facts }) =>
    hasProvenance && isUnchanged && facts.statedFacets.has('request') && statesBodies(facts),
);

export const statusSeverity: Weight = {
  when: {
    violation: 'if the contract states the responses of the operation, and the status is below 400',
    drift: 'if the contract infers them, or the status is 400 or higher',
    observation: 'if the status is about the connection, the length of the request or the load of the server',
  },
  severityOf: ({ statedFacets, openErrors, status = 200 }) =>
    status < 400 && statedFacets.has('responses') && openErrors?.has('status') !== true ? 'violation' : 'drift',
};
