import { randomUUID } from 'node:crypto';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { listShape, prefixesOf, type ResourceType } from '../../model/contract/resources.js';
import { NoVerdict } from '../../model/no-verdict.js';
import { type Parameters, pathOf } from '../../model/request.js';
import type { Outcome } from '../../session/outcome.js';
import type { Resource } from '../../session/resource.js';
import { readWholeList } from '../../session/whole-list.js';
import { tokensIn } from '../../values/token.js';
import { createResource } from '../create-resource.js';
import { type Harness, longestPageQuery, readResource } from '../harness.js';
import { isMarked, isUniqueId, OtherIdentity, type OwnResource, readCase, textOf } from './other-identity.js';
import { checkChange, checkDeletion } from './writes.js';

/** Maximum number of paths at which an operation is read to find a resource of the run. */
const pathLimit = 3;

/**
 * Tests whether another identity has access to what the run has created. With the other key, these resources must not
 * be read, listed, changed or deleted, unless `shared` names the operation. Reads with the right key, before and after,
 * prove each finding. Deletions come last, children before parents.
 *
 * @param shared values of `--shared`
 * @returns why the run is incomplete, if the server refused the other key everywhere
 */
export async function checkOtherIdentity(
  runHarness: Harness,
  shared: readonly string[],
): Promise<NoVerdict | undefined> {
  // With random values, no resource of an earlier run, which the other identity may own, can look like one of this run.
  const harness = { ...runHarness, source: { ...runHarness.source, round: randomUUID() } };
  const { session } = harness;
  const identity = new OtherIdentity(harness, shared);
  const owns = await createOwnResources(identity);
  const reads = session.contract.operations.filter((each) => each.method === 'get' && identity.tests(each));
  await session.each(reads, (operation) => checkRead(identity, operation, owns));
  for (const [index, { resource }] of owns.entries())
    for (const operation of [resource.type.update, resource.type.replace]) {
      const own = owns[index];
      if (!own || !identity.tests(operation) || !(await checkChange(identity, operation, own))) continue;
      // The next test needs a resource that nobody else has changed.
      owns[index] = (await createOwnResource(harness, resource.type)) ?? own;
    }
  for (const own of owns.toReversed())
    if (identity.tests(own.resource.type.remove)) await checkDeletion(identity, own.resource.type.remove, own);
  session.notes.add(identity.note());
  if (!identity.isKeyRefused) return undefined;
  return new NoVerdict('other-key.refused', `${identity.note()} Correct the other key.`);
}

/** Creates a resource of each type that the run may create, parents before children. */
async function createOwnResources(identity: OtherIdentity): Promise<OwnResource[]> {
  const { harness } = identity;
  const { contract, creations } = harness.session;
  const owns: OwnResource[] = [];
  for (const type of contract.resources.toSorted((a, b) => a.parameters.length - b.parameters.length)) {
    const { create = type.upsert, get, list, keyList, update, replace, remove } = type;
    const wasCreated = creations.all.some((each) => each.isSure && each.type?.prefix === type.prefix);
    const isTested = [get, list, keyList, update, replace, remove].some((each) => identity.tests(each));
    if (!isTested || !create || (!harness.fullScope.has(create) && !wasCreated)) continue;
    const own = await createOwnResource(harness, type);
    if (own) owns.push(own);
  }
  return owns.map((own) => {
    const otherTokens = new Set(owns.flatMap((each) => (each === own ? [] : each.marks)));
    return { ...own, marks: own.marks.filter((mark) => !otherTokens.has(mark)) };
  });
}

async function createOwnResource(harness: Harness, type: ResourceType): Promise<OwnResource | undefined> {
  const { resource } = (await createResource(harness, type, { round: 'for another identity' })) ?? {};
  if (!resource) return undefined;
  const value = (await readResource(harness, resource, 'for another identity'))?.value;
  const id = resource.parameters[type.parameter] ?? '';
  const parentTokens = new Set(tokensIn(JSON.stringify(resource.parents)));
  const tokens = tokensIn(JSON.stringify(value) ?? '').filter((token) => !parentTokens.has(token));
  return { resource, value, marks: [...(isUniqueId(id) ? [id.toLowerCase()] : []), ...tokens] };
}

/** Reads an operation where it shows a resource of the run, and then with the other key. */
async function checkRead(
  identity: OtherIdentity,
  operation: CheckedOperation,
  owns: readonly OwnResource[],
): Promise<void> {
  const { session } = identity.harness;
  const { resolve, resources } = session.contract;
  const isList = listShape(operation, resolve) !== undefined || resources.some(({ keyList }) => keyList === operation);
  const paths = new Set<string>();
  for (const own of owns) {
    const parameters = parametersFor(operation, own.resource);
    const testCase = parameters && readCase(operation, parameters, longestPageQuery(session, operation));
    if (!testCase || paths.has(testCase.request.path) || paths.size >= pathLimit) continue;
    paths.add(testCase.request.path);
    const readAs = async (key: 'right' | 'other', shown?: OwnResource): Promise<Outcome[]> => {
      const first = await (key === 'right' ? session.send(testCase, 'preparing') : identity.send(testCase));
      const until = (item: unknown): boolean => shown !== undefined && isMarked(JSON.stringify(item), shown.marks);
      const list = await readWholeList(session, first, { use: 'preparing', until });
      return list?.pages.map(({ outcome }) => outcome) ?? [first];
    };
    const control = await readAs('right', own);
    const shown = [own, ...owns].find((each) => control.some((page) => identity.shows(each, page)));
    if (!shown) continue;
    const page = (await readAs('other', shown)).find((each) => identity.shows(shown, each));
    if (page && (await readAs('right', shown)).some((each) => identity.shows(shown, each))) {
      const { type, parameters: ids } = shown.resource;
      const id = ids[type.parameter] ?? '';
      const isNamed = textOf(page).includes(id);
      const subject = isNamed ? id : `a value of ${id}`;
      identity.report(isList ? 'auth.other-identity-lists' : 'auth.other-identity-reads', page, {
        expected: isList ? `a list without ${subject}` : 'a refusal such as 403 or 404',
        actual: isList ? 'a list with it' : `status ${page.status} with ${subject}`,
        ...(isNamed && { shownPath: pathOf(type.prefix, ids) }),
      });
    }
    return;
  }
}

/** Returns the parameters with which a read may show a resource; undefined if its path does not lead there. */
function parametersFor(operation: CheckedOperation, { type, parameters, parents }: Resource): Parameters | undefined {
  if (operation === type.get) return parameters;
  if (operation === type.list || operation === type.keyList) return parents;
  const prefix = prefixesOf(operation.path).at(-1);
  if (prefix === undefined) return {};
  return prefix === type.prefix ? { ...parents, ...parameters } : undefined;
}
