import type { Finding } from './finding.js';
import { isOfFamily } from './rules/families.js';

/** Findings of one rule at one operation beyond which they are one finding. */
const alikeLimit = 8;

/** Many findings of one rule at one operation say one thing. */
export function together(findings: readonly Finding[]): Finding[] {
  return [...grouped(findings).values()].flatMap((group) => {
    const [first] = group;
    // Each field that is not what it was counts by itself.
    if (!first || first.severity === 'observation' || isOfFamily(first.rule, 'state') || group.length <= alikeLimit)
      return group;
    const places = group.map(({ pointer }) => pointer);
    const shown = `${places.slice(0, 5).join(', ')} and ${places.length - 5} more places`;
    const count = group.reduce((sum, finding) => sum + finding.count, 0);
    return [
      {
        ...first,
        id: `${first.rule}:${first.operationId}:`,
        pointer: '',
        message: `${first.message} So at ${shown}.`,
        count,
      },
    ];
  });
}

function grouped(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.rule}:${finding.operationId}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return groups;
}
