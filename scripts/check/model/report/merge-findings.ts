import { groupBy } from '../../../text/group-by.js';
import { type Finding, operationsOf } from '../finding.js';
import { isInFamily, type RuleId } from '../rules/index.js';

/** Maximum findings of one rule at one operation, or of one schema, before they become one. */
const alikeLimit = 8;

/** Makes one finding of all that say the same about one place of the contract, and of many of one rule. */
export function mergeSimilar(findings: readonly Finding[]): Finding[] {
  const bySchema = mergeMany(mergeSamePlace(findings), (finding) =>
    isAboutSchema(finding) ? placeKey(finding) : undefined,
  );
  return mergeMany(bySchema, ({ rule, operationId }) => `${rule}:${operationId}`);
}

/**
 * Makes one finding of all with the same id, and of each field that a schema does not list, for all operations whose
 * responses have the schema. The first one of them stands for the others.
 */
export function mergeSamePlace(findings: readonly Finding[]): Finding[] {
  const groups = groupBy(findings, (finding) =>
    isAboutSchema(finding)
      ? `${placeKey(finding)} ${finding.pointer.slice(finding.pointer.lastIndexOf('/'))}`
      : finding.id,
  );
  return [...groups.values()].map((group) => (group.length === 1 ? group[0] : mergeGroup(group)));
}

/** Whether a finding is about a schema, wherever responses have it. */
function isAboutSchema({ rule }: Finding): boolean {
  return rule === ('field.undeclared' satisfies RuleId);
}

function placeKey({ rule, severity, contract }: Finding): string {
  return `${rule} ${severity} ${contract.pointer}`;
}

type FindingGroup = [Finding, ...Finding[]];

function mergeGroup(group: FindingGroup): Finding {
  const [first] = group;
  const sights = new Map(
    group
      .flatMap(({ operationId, pointer, seenIn = [{ operationId, pointer }] }) => seenIn)
      .map((each) => [JSON.stringify(each), each]),
  );
  const count = group.reduce((sum, finding) => sum + finding.count, 0);
  return { ...first, ...(sights.size > 1 && { seenIn: [...sights.values()] }), count };
}

/** Merges findings with the same key if there are many. */
function mergeMany(findings: readonly Finding[], keyOf: (finding: Finding) => string | undefined): Finding[] {
  return [...groupBy(findings, (finding) => keyOf(finding) ?? finding.id).values()].flatMap((group) => {
    const [first] = group;
    // Each field whose state differs stays a finding of its own.
    if (first.severity === 'observation' || isInFamily(first.rule, 'state') || group.length <= alikeLimit) return group;
    const places = group.map(({ pointer }) => pointer);
    const placesText = `${places.slice(0, 5).join(', ')} and ${places.length - 5} more places`;
    const { count, ...mergedFinding } = mergeGroup(group);
    const ids = operationsOf(mergedFinding);
    // The fields of one object share its place.
    const [parentPointer, ...others] = new Set(
      places.map((pointer) => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))),
    );
    const pointer = isAboutSchema(first) && others.length === 0 ? (parentPointer ?? '') : '';
    return [
      {
        ...first,
        id: `${first.rule}:${first.operationId}:${pointer}`,
        pointer,
        message: `${first.message} The same at ${placesText}.`,
        ...((ids.length > 1 || pointer !== '') && {
          seenIn: ids.map((operationId) => ({ operationId, pointer: '' })),
        }),
        count,
      },
    ];
  });
}
