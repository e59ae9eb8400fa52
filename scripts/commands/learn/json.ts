import type { Learnt } from '../../learn/learnt.js';

/** What was learnt, for programs. */
export function jsonOf(learnt: Learnt, file: string, isWritten: boolean): object {
  const { taken, likely, conflicting, kept, refused, contradictions, before, after, rounds, requests, report } = learnt;
  return {
    format: 1,
    contract: report.contract,
    target: report.target,
    answers: { file, isWritten },
    taken,
    likely,
    conflicting,
    kept,
    refused,
    contradictions,
    before,
    after,
    rounds,
    requests,
    ...(report.stopped && { stopped: report.stopped }),
    why: report.why,
    notes: report.notes,
  };
}
