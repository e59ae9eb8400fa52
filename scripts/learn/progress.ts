import type { TaughtOwnContract } from '../answers/own-contract.js';
import type { CheckReport } from '../check/model/report/report.js';

/** How well the contract is known. */
export interface Progress {
  /** Documented response fields, and how many of them the run saw. */
  fields: { seen: number; documented: number };
  violations: number;
  drifts: number;
  /** Questions of the register, and how many of them have an answer. */
  questions: { answered: number; all: number };
}

/** Measures a run of the check with a contract. */
export function progressOf({ document, answers }: TaughtOwnContract): (report: CheckReport) => Progress {
  const questions = {
    answered: Object.keys(answers.answers).length,
    all: document['x-unknowns']?.length ?? 0,
  };
  return ({ coverage, counts }) => ({
    fields: coverage.fields,
    violations: counts.violation,
    drifts: counts.drift,
    questions,
  });
}

/** `fields seen 1 → 139 of 143, drifts 35 → 0, questions answered 14 of 52`. */
export function progressLine(before: Progress, after: Progress): string {
  const { fields, questions } = after;
  const violations = Math.max(before.violations, after.violations);
  return [
    `fields seen ${change(before.fields.seen, fields.seen)} of ${fields.documented}`,
    ...(violations > 0 ? [`violations ${change(before.violations, after.violations)}`] : []),
    `drifts ${change(before.drifts, after.drifts)}`,
    `questions answered ${questions.answered} of ${questions.all}`,
  ].join(', ');
}

function change(before: number, after: number): string {
  return before === after ? String(after) : `${before} → ${after}`;
}
