import type { Finding } from '../../scripts/check/model/finding.js';
import type { ClaimSupport, Proposal } from '../../scripts/check/model/proposal.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import type { Json } from '../../scripts/contract/json.js';
import type { Offer } from '../../scripts/learn/drafted-answers.js';

export const support: ClaimSupport = {
  responses: 3,
  operations: ['getPartnerEntry', 'listPartnerEntries'],
  example: { operationId: 'getPartnerEntry', pointer: '/headline', value: 'null' },
  against: 'Nothing.',
};

/** A proposal with invented support. */
export function offer(question: string, value: Json, certainty: Offer['certainty'] = 'shown'): Offer {
  return { question, certainty, answer: { value }, support };
}

/** A conflict: a question to which a service shows several answers. */
export function conflict(question: string, ...values: Json[]): Extract<Proposal, { certainty: 'conflicting' }> {
  return { question, certainty: 'conflicting', readings: values.map((value) => ({ answer: { value }, support })) };
}

/** The report of a check that sent ten requests and has no findings. */
export function reportWith(parts: Partial<CheckReport> = {}): CheckReport {
  return {
    format: 1,
    contract: { title: 'A', version: '1' },
    target: { baseUrl: 'http://127.0.0.1:1', kind: 'server' },
    run: { requests: 10, writes: 'none' } as CheckReport['run'],
    verdict: 'passed',
    why: 'No violation and no drift.',
    exitCode: 0,
    counts: { violation: 0, drift: 0, observation: 0 },
    coverage: { fields: { seen: 3, documented: 142 } } as CheckReport['coverage'],
    operations: [],
    findings: [],
    evidence: [],
    notes: [],
    ...parts,
  };
}

/** A finding that contradicts an answer to the question. */
export function contradicting(question: string, by?: string): Partial<CheckReport> {
  const answeredQuestion = { question, ...(by !== undefined && { by }) };
  const finding: unknown = {
    severity: 'violation',
    operationId: 'getTier',
    message: 'It is null.',
    contract: { answered: answeredQuestion },
  };
  return { findings: [finding as Finding] };
}
