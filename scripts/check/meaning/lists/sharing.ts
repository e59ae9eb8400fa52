import type { Json } from '../../../contract/json.js';
import { caseOfRepeatedRead } from '../../cases/reads.js';
import { idCases, keyCases, plainBody } from '../../cases/refusals.js';
import type { CaseSource } from '../../cases/source.js';
import { brokenBodyCases, wrongBodyCases } from '../../cases/wrong-bodies.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { prefixesOf } from '../../model/contract/resources.js';
import type { Parameters } from '../../model/request.js';
import { findDocumentedIds } from '../../session/discover.js';
import { fieldOf } from '../../session/resource.js';
import { readWholeList } from '../../session/whole-list.js';
import type { TestTarget } from '../harness.js';

/** Maximum number of other parents to check. */
const parentLimit = 3;

/**
 * Returns a source of test cases without other parents that also contain the resource. For example, a track may be in
 * two playlists, so that requests below both of them are right.
 */
export async function withoutSharedParents(target: TestTarget): Promise<CaseSource> {
  const { session, source, operation, parameters } = target;
  const prefixes = prefixesOf(operation.path);
  const resourceType = session.contract.resources.find(({ prefix }) => prefix === prefixes.at(-1));
  const list = resourceType?.list;
  const id = resourceType && parameters[resourceType.parameter]?.toLowerCase();
  // A number that counts within its parent, such as a page of a book, also exists below other parents. The same applies
  // to an id with an enum.
  const isNumber = /^-?\d{1,3}$/.test(id ?? '');
  const hasDocumentedIds = (): boolean =>
    resourceType !== undefined && findDocumentedIds(session.contract, resourceType).certainIds.length > 0;
  if (!list && (isNumber || hasDocumentedIds())) return { ...source, others: () => [] };
  if (!list || id === undefined || prefixes.length < 2) return source;
  const separateParents = await findSeparateParents(target, { list, idField: resourceType.idField, id });
  return {
    ...source,
    others: (prefix, parentParameters) => separateParents.get(prefix) ?? source.others(prefix, parentParameters),
  };
}

/** Returns parents that do not contain the resource, by the prefix of the parent's type. */
async function findSeparateParents(
  { session, source, operation, parameters }: TestTarget,
  { list, idField, id }: { list: CheckedOperation; idField: string; id: string },
): Promise<ReadonlyMap<string, readonly Parameters[]>> {
  const prefixes = prefixesOf(operation.path);
  const separateParents = new Map<string, readonly Parameters[]>();
  for (const prefix of prefixes.slice(0, -1)) {
    separateParents.set(prefix, []);
    for (const [index, otherParameters] of source.others(prefix, parameters).slice(0, parentLimit).entries()) {
      const detail = `beside ${operation.id} ${prefixes.indexOf(prefix)} ${index}`;
      const testCase = caseOfRepeatedRead(list, { ...parameters, ...otherParameters }, detail);
      const read = await session.send({ ...testCase, expect: 'any' }, 'counted');
      const hasId = (item: unknown): boolean => fieldOf(item, idField)?.toLowerCase() === id;
      const wholeList = await readWholeList(session, read, { use: 'counted', until: hasId });
      // The resource may be on a page that was not read.
      if (wholeList && (!wholeList.isComplete || wholeList.items.some(hasId))) continue;
      const areIdsMissing = wholeList?.items.every((item) => fieldOf(item, idField) === undefined);
      if (/^-?\d{1,3}$/.test(id) && areIdsMissing) continue;
      separateParents.set(prefix, [otherParameters]);
      break;
    }
  }
  return separateParents;
}

/** Returns requests with ids that do not exist, are invalid, or belong to parents other than the path names. */
export async function wrongIdCases(target: TestTarget, body?: Json): Promise<TestCase[]> {
  return idCases(await withoutSharedParents(target), target.operation, target.parameters, { body });
}

/** Returns requests for the resource below existing parents to which it does not belong. */
export async function otherParentCases(target: TestTarget, body?: Json): Promise<TestCase[]> {
  return (await wrongIdCases(target, body)).filter(({ kind }) => kind === 'other-parent');
}

/**
 * Returns requests that the server must refuse: without the right key, with other ids, and with invalid bodies.
 *
 * @param isSubjectPath whether the path names the tested resource; if so, unknown ids are left to other tests
 * @param maxWrongBodies maximum number of bodies that do not match the schema
 */
export async function refusalCases(
  target: TestTarget,
  { isSubjectPath = false, maxWrongBodies = Infinity }: { isSubjectPath?: boolean; maxWrongBodies?: number },
): Promise<TestCase[]> {
  const { source, operation, parameters } = target;
  return [
    ...keyCases(source, operation, parameters),
    ...(await (isSubjectPath ? otherParentCases(target) : wrongIdCases(target))),
    ...brokenBodyCases(operation, parameters, plainBody(source, operation, parameters)),
    ...wrongBodyCases(source, operation, parameters).slice(0, maxWrongBodies),
  ];
}
