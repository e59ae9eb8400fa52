import { type Finding, severities } from '../check/model/finding.js';
import type { CheckReport } from '../check/model/report/report.js';
import { learner } from './drafted-answers.js';

/** An answer that the service contradicts. */
export interface Contradiction {
  question: string;
  /** Who answered; undefined if the file does not say. */
  by?: string;
  /** Whether a person answered, or this program. */
  isOfPerson: boolean;
  /** What the service does instead, one sentence for each finding. */
  findings: string[];
}

/** The answers of a file that a report contradicts, in the order of their questions. */
export function contradictionsIn({ findings }: CheckReport): Contradiction[] {
  const found = new Map<string, Contradiction>();
  const failing = findings.filter((finding) => finding.severity !== severities[2] && !isAnotherQuestion(finding));
  for (const { contract, operationId, message } of failing) {
    const { question, by } = contract.answered ?? {};
    if (question === undefined) continue;
    const known = found.get(question);
    const said = `${operationId}: ${message}`;
    if (known) known.findings.push(said);
    else
      found.set(question, {
        question,
        ...(by !== undefined && { by }),
        isOfPerson: by !== learner,
        findings: [said],
      });
  }
  return [...found.values()];
}

/** Whether a field that has the name that was answered is null: what can be null is another question. */
function isAnotherQuestion({ rule, actual, contract }: Finding): boolean {
  return contract.answered?.question === 'the-service.name' && rule === 'schema.type' && actual === 'null';
}
