// People's judgements of the findings about real services. They are data, in one file for each service.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type Finding, operationsOf } from '../../scripts/check/model/finding.js';

/**
 * `true`: the service does something that its document forbids. `debatable`: the document can be read in two ways.
 * `false`: the service is right, and the finding is wrong.
 */
export type Judgement = 'true' | 'debatable' | 'false';

export const judgements = ['true', 'debatable', 'false'] as const satisfies readonly Judgement[];

interface Verdict {
  rule: string;
  /** The operations that the verdict is about; by default all operations of the rule that no other verdict names. */
  operations?: string[];
  /** Restricts the verdict to findings at these pointers into a body. */
  pointers?: string[];
  verdict: Judgement;
  /** The words of the document, with their place, and the response of the service. */
  because: string;
}

/** The findings about a service that one verdict covers. */
export interface Judged {
  rule: string;
  /** The verdict; undefined if nobody has judged these findings yet. */
  verdict?: Judgement;
  operations: string[];
  findings: number;
}

function verdictsOf(service: string): Verdict[] {
  const file = fileURLToPath(new URL(`verdicts/${service}.yaml`, import.meta.url));
  // All values are read as texts, so that `true` is not a boolean.
  return existsSync(file) ? (parse(readFileSync(file, 'utf8'), { schema: 'failsafe' }) as Verdict[]) : [];
}

/** Returns the verdict on a finding of an operation. If several apply, the most specific verdict counts. */
function verdictOf(verdicts: readonly Verdict[], { rule, pointer }: Finding, operation: string): Verdict | undefined {
  const fits = verdicts.filter(
    (verdict) =>
      verdict.rule === rule &&
      (verdict.operations?.includes(operation) ?? true) &&
      (verdict.pointers?.includes(pointer) ?? true),
  );
  const countNamed = ({ operations, pointers }: Verdict): number => Number(!!operations) + Number(!!pointers);
  return fits.sort((a, b) => countNamed(b) - countNamed(a))[0];
}

/** Groups the findings of all runs of a service by verdict. Observations are left out, since they accuse nobody. */
export function judge(service: string, findings: readonly Finding[]): Judged[] {
  const verdicts = verdictsOf(service);
  const groups = new Map<Verdict | string, { judgement: Judged; ids: Set<string> }>();
  for (const finding of findings.filter(({ severity }) => severity !== 'observation')) {
    for (const operation of operationsOf(finding)) {
      const verdict = verdictOf(verdicts, finding, operation);
      const key = verdict ?? finding.rule;
      const group = groups.get(key) ?? {
        judgement: { rule: finding.rule, operations: [], findings: 0 },
        ids: new Set(),
      };
      groups.set(key, group);
      const { judgement, ids } = group;
      if (verdict !== undefined) judgement.verdict = verdict.verdict;
      if (!judgement.operations.includes(operation)) judgement.operations.push(operation);
      judgement.findings = ids.add(finding.id).size;
    }
  }
  return [...groups.values()].map(({ judgement }) => judgement);
}
