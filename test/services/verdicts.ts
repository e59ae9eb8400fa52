// The judgement of people about what the check finds in real services. It is kept as data: one file a service.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type Finding, operationsOf } from '../../scripts/check/model/finding.js';

/**
 * `true`: the service does what its document does not allow. `debatable`: one may read the document either way.
 * `false`: the service is right, and the check is not.
 */
export type Judgement = 'true' | 'debatable' | 'false';

export const judgements = ['true', 'debatable', 'false'] as const satisfies readonly Judgement[];

interface Verdict {
  rule: string;
  /** The operations that it is about; all those of the rule that no other verdict names, if it has none. */
  operations?: string[];
  /** Only the findings at these places of a body. */
  pointers?: string[];
  verdict: Judgement;
  /** What the document says, with its place in the document, and what the service sent. */
  because: string;
}

/** The findings of a service that one verdict is about. */
export interface Judged {
  rule: string;
  /** None if nobody has judged them yet. */
  verdict?: Judgement;
  operations: string[];
  findings: number;
}

function verdictsOf(service: string): Verdict[] {
  const file = fileURLToPath(new URL(`verdicts/${service}.yaml`, import.meta.url));
  // Texts only: a verdict is not a Boolean.
  return existsSync(file) ? (parse(readFileSync(file, 'utf8'), { schema: 'failsafe' }) as Verdict[]) : [];
}

/** The verdict about a finding of an operation: the one that names most. */
function verdictOf(verdicts: readonly Verdict[], { rule, pointer }: Finding, operation: string): Verdict | undefined {
  const fits = verdicts.filter(
    (each) =>
      each.rule === rule &&
      (each.operations?.includes(operation) ?? true) &&
      (each.pointers?.includes(pointer) ?? true),
  );
  const named = ({ operations, pointers }: Verdict): number => Number(!!operations) + Number(!!pointers);
  return fits.sort((one, other) => named(other) - named(one))[0];
}

/** Groups what the runs of one service found by the verdict about it. An observation accuses nobody. */
export function judge(service: string, findings: readonly Finding[]): Judged[] {
  const verdicts = verdictsOf(service);
  const groups = new Map<Verdict | string, { judged: Judged; seen: Set<string> }>();
  for (const finding of findings.filter(({ severity }) => severity !== 'observation')) {
    for (const operation of operationsOf(finding)) {
      const found = verdictOf(verdicts, finding, operation);
      const key = found ?? finding.rule;
      const group = groups.get(key) ?? { judged: { rule: finding.rule, operations: [], findings: 0 }, seen: new Set() };
      groups.set(key, group);
      const { judged, seen } = group;
      if (found !== undefined) judged.verdict = found.verdict;
      if (!judged.operations.includes(operation)) judged.operations.push(operation);
      judged.findings = seen.add(finding.id).size;
    }
  }
  return [...groups.values()].map(({ judged }) => judged);
}
