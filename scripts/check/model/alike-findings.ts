import type { Finding } from './finding.js';
import { isOfFamily } from './rules/families.js';

/** Maximum findings of one rule at one operation before they become one. */
const alikeLimit = 8;

/** Merges many findings of one rule at one operation into one. */
export function mergedAlike(findings: readonly Finding[]): Finding[] {
  return [...grouped(findings).values()].flatMap((group) => {
    const [first] = group;
    // Each field whose state differs stays a finding of its own.
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
        message: `${first.message} The same at ${shown}.`,
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
