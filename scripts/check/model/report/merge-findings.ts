import { groupBy } from '../../../text/group-by.js';
import { type Finding, operationsOf } from '../finding.js';
import { isInFamily, type RuleId } from '../rules/index.js';

/** Maximum number of findings of one rule for one operation or schema. More findings are merged into one. */
const similarFindingLimit = 8;

/** Merges findings about the same place of the contract, and findings of one rule if there are many. */
export function mergeSimilarFindings(findings: readonly Finding[]): Finding[] {
  const mergedFindings = mergeIfMany(mergeFindingsOfSamePlace(findings), (finding) =>
    isAboutSchema(finding) ? placeKey(finding) : undefined,
  );
  return mergeIfMany(mergedFindings, ({ rule, operationId }) => `${rule}:${operationId}`);
}

/**
 * Merges findings with the same id. Also merges findings about the same undeclared field of a schema, even if several
 * operations return the schema. The first finding represents the others.
 */
export function mergeFindingsOfSamePlace(findings: readonly Finding[]): Finding[] {
  const groups = groupBy(findings, (finding) =>
    isAboutSchema(finding)
      ? `${placeKey(finding)} ${finding.pointer.slice(finding.pointer.lastIndexOf('/'))}`
      : (causeKey(finding) ?? finding.id),
  );
  return [...groups.values()].map((group) => (group.length === 1 ? group[0] : mergeGroup(group)));
}

/** Rules that a server follows or breaks as a whole, since one part of it handles them for all operations. */
const serverRules: ReadonlySet<string> = new Set<RuleId>(['method.no-allow', 'encoding.unasked', 'http.etag']);

/** Returns the same text for findings of several operations that surely have one cause; undefined for others. */
export function causeKey(finding: Finding): string | undefined {
  const { rule, severity, message, pointer, expected, actual, contract } = finding;
  if (severity === 'observation') return undefined;
  if (serverRules.has(rule)) return `${rule} ${message}`;
  const isOfSharedSchema = isInFamily(rule, 'schema') && contract.pointer.startsWith('/components/schemas/');
  if (isOfSharedSchema) return `${rule} ${severity} ${contract.pointer} ${pointer.slice(pointer.lastIndexOf('/'))}`;
  if (severity !== 'drift') return undefined;
  if (rule === ('envelope.undeclared' satisfies RuleId)) return `${rule} ${message}`;
  if (rule === ('auth.form' satisfies RuleId)) return rule;
  const isOtherSuccess = rule === ('status.undeclared' satisfies RuleId) && /^status 2/.test(actual);
  const hasSingleCause = isOtherSuccess || rule === ('media-type.undeclared' satisfies RuleId);
  return hasSingleCause ? `${rule} ${expected} ${actual}` : undefined;
}

/** Whether a finding is about a schema, so that it does not matter in which responses it occurs. */
function isAboutSchema({ rule }: Finding): boolean {
  return rule === ('field.undeclared' satisfies RuleId);
}

function placeKey({ rule, severity, contract }: Finding): string {
  return `${rule} ${severity} ${contract.pointer}`;
}

type FindingGroup = [Finding, ...Finding[]];

function mergeGroup(group: FindingGroup): Finding {
  const [first] = group;
  const uniquePlaces = new Map(
    group
      .flatMap(({ operationId, pointer, seenIn = [{ operationId, pointer }] }) => seenIn)
      .map((place) => [JSON.stringify(place), place]),
  );
  const count = group.reduce((sum, finding) => sum + finding.count, 0);
  return { ...first, ...(uniquePlaces.size > 1 && { seenIn: [...uniquePlaces.values()] }), count };
}

/** Merges findings with the same key if there are more than `similarFindingLimit`. */
function mergeIfMany(findings: readonly Finding[], keyOf: (finding: Finding) => string | undefined): Finding[] {
  return [...groupBy(findings, (finding) => keyOf(finding) ?? finding.id).values()].flatMap((group) => {
    const [first] = group;
    // A finding about the state of a resource is never merged, so that each differing field is reported.
    if (first.severity === 'observation' || isInFamily(first.rule, 'state') || group.length <= similarFindingLimit)
      return group;
    const places = group.map(({ pointer }) => pointer);
    const placesText = `${places.slice(0, 5).join(', ')} and ${places.length - 5} more places`;
    const { count, ...mergedFinding } = mergeGroup(group);
    const ids = operationsOf(mergedFinding);
    // Determines whether all these fields have the same parent object.
    const [parent = '', other] = new Set(places.map((place) => place.slice(0, Math.max(0, place.lastIndexOf('/')))));
    const pointer = isAboutSchema(first) && other === undefined ? parent : '';
    return [
      {
        ...first,
        id: `${first.rule}:${first.operationId}:${pointer}`,
        pointer,
        message: `${first.message} The same is true at ${placesText}.`,
        ...((ids.length > 1 || pointer !== '') && { seenIn: ids.map((operationId) => ({ operationId, pointer: '' })) }),
        count,
      },
    ];
  });
}
