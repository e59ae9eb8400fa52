import { isObject } from '../../../contract/json.js';
import { itemsPlace } from '../../../contract/paging/items-place.js';
import { mayHavePages } from '../../../contract/paging/list-parameters.js';
import { caseOfListRead, caseOfRepeatedRead } from '../../cases/reads.js';
import { schemaPlace } from '../../judge/schema-place.js';
import { makeDeviation } from '../../model/breach.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { listShape, type ResourceType, resourceListedBy } from '../../model/contract/resources.js';
import { type Deviation, formatValue } from '../../model/deviation.js';
import { isEmpty, isEquivalent } from '../../model/likeness.js';
import { isSendable, type Parameters } from '../../model/request.js';
import type { FirstRead } from '../../session/discover.js';
import { type Fixtures, itemsOf } from '../../session/fixtures.js';
import { fieldOf, firstDuplicate, hasParents } from '../../session/resource.js';
import type { Session } from '../../session/session.js';
import { isPartOfList, type ListPage, readWholeList } from '../../session/whole-list.js';
import type { RunOptions } from '../harness.js';
import { checkPageChain } from './page-chain.js';

/** Maximum number of items of a list to read one by one. */
const itemLimit = 6;

/** Maximum number of unlisted resources, known from other responses, to read. */
const unlistedLimit = 6;

interface ListTest {
  session: Session;
  fixtures: Fixtures;
  operation: CheckedOperation;
  parameters: Parameters;
  items: readonly unknown[];
  resourceType: ResourceType;
  /** The operation that reads one item. */
  get: CheckedOperation;
}

/** Compares a list with reads of its items, with the lists of other parents and with other responses. */
export async function checkList(
  session: Session,
  fixtures: Fixtures,
  operation: CheckedOperation,
  { parameters, outcome }: Pick<FirstRead, 'parameters' | 'outcome'>,
): Promise<void> {
  const whole = await readWholeList(session, outcome);
  if (!whole) return;
  const { items } = whole;
  const resourceType = resourceListedBy(session.contract, operation);
  for (const page of whole.pages) reportDuplicate(session, operation, page, resourceType?.idField);
  await checkPageChain(session, operation, whole, () => session.send(caseOfListRead(operation, parameters, 'pages')));
  if (!resourceType?.get) return;
  const list: ListTest = { session, fixtures, operation, parameters, items, resourceType, get: resourceType.get };
  await compareItems(list);
  if (resourceType.list !== operation) return;
  await compareParents(list);
  const mayBeOnlyOnePage = !operation.paging && mayHavePages(operation.parameters);
  if (whole.isComplete && !mayBeOnlyOnePage) await findUnlistedResources(list);
}

function reportDuplicate(
  session: Session,
  operation: CheckedOperation,
  { outcome, items }: ListPage,
  idField: string | undefined,
): void {
  const duplicate = firstDuplicate(items, idField);
  if (duplicate === undefined) return;
  const message = 'The list contains a resource more than once.';
  const details = { message, expected: 'each resource once', actual: `${duplicate} twice` };
  session.reportFault(outcome, operation, { rule: 'list.duplicate', pointer: '/*', ...details });
}

/** Compares items with single reads. Reads both again before a report, since somebody may have changed the resource. */
async function compareItems({ session, operation, parameters, resourceType, get, items }: ListTest): Promise<void> {
  const targets = items.flatMap((item) => {
    const ownParameters = parametersOf(resourceType, parameters, item);
    return ownParameters ? [{ item, ownParameters }] : [];
  });
  await session.each([...targets.slice(0, itemLimit).entries()], async ([index, { item, ownParameters }]) => {
    const firstRead = await session.send(caseOfRepeatedRead(get, ownParameters, `of ${operation.id} ${index}`));
    // Another test reports a resource that is not the requested one.
    if (!firstRead.ok || fieldOf(firstRead.value, resourceType.idField) !== fieldOf(item, resourceType.idField)) return;
    if (findDifferingFields(item, firstRead.value).length === 0) return;
    const listOutcome = await session.send(caseOfListRead(operation, parameters, `compared ${index}`));
    const laterRead = await session.send(caseOfRepeatedRead(get, ownParameters, `of ${operation.id} ${index} again`));
    const id = fieldOf(item, resourceType.idField);
    const hasId = (each: unknown): boolean => fieldOf(each, resourceType.idField) === id;
    const listItem = (await readWholeList(session, listOutcome, { until: hasId }))?.items.find(hasId);
    if (!listItem || !laterRead.ok) return;
    const changingFields = new Set(findDifferingFields(firstRead.value, laterRead.value));
    for (const name of findDifferingFields(listItem, laterRead.value)) {
      if (changingFields.has(name)) continue;
      session.report(listOutcome, differenceDeviation(session.contract, operation, name, [listItem, laterRead.value]));
    }
  });
}

function parametersOf(resourceType: ResourceType, parameters: Parameters, item: unknown): Parameters | undefined {
  const id = fieldOf(item, resourceType.idField);
  if (id === undefined || !isSendable(id) || resourceType.reservedIds.has(id)) return undefined;
  return hasParents(resourceType, parameters) ? { ...parameters, [resourceType.parameter]: id } : undefined;
}

/**
 * Returns the fields that have different values. A field that only one object has does not count, since lists may leave
 * out fields. The order of array items does not count either: another test checks it.
 */
function findDifferingFields(a: unknown, b: unknown): string[] {
  if (!isObject(a) || !isObject(b)) return [];
  return Object.keys(a).filter((name) => !isEmpty(a[name]) && !isEmpty(b[name]) && !isEquivalent(a[name], b[name]));
}

function differenceDeviation(
  contract: CheckedContract,
  operation: CheckedOperation,
  name: string,
  [listItem, singleValue]: readonly [unknown, unknown],
): Deviation {
  const body = operation.success?.bodies[0];
  const { list, item } = itemsPlace({ items: listShape(operation, contract.resolve)?.pointer ?? '' });
  const place = body && schemaPlace(contract, body, `${list}/0${item}/${name}`);
  return makeDeviation(operation, {
    rule: 'list.differs',
    pointer: `/*/${name}`,
    contract: place?.pointer ?? operation.pointer,
    message: `The list and a read of the resource return different values for ${JSON.stringify(name)}.`,
    expected: formatValue((singleValue as Record<string, unknown>)[name]),
    actual: formatValue((listItem as Record<string, unknown>)[name]),
  });
}

async function compareParents(list: ListTest): Promise<void> {
  const { session, fixtures, operation, parameters, resourceType, get, items } = list;
  if (resourceType.parameters.length < 2) return;
  const ownIds = new Set(items.map((item) => fieldOf(item, resourceType.idField)).filter((id) => id !== undefined));
  const otherParameters = findOtherParent(fixtures, operation, parameters);
  if (!otherParameters || ownIds.size === 0) return;
  const listOutcome = await session.send(caseOfListRead(operation, otherParameters, 'of another'));
  const sharedId = (listOutcome.ok ? itemsOf(session.contract, operation, listOutcome.value) : undefined)
    ?.map((item) => fieldOf(item, resourceType.idField))
    .find((id) => id !== undefined && ownIds.has(id));
  if (sharedId === undefined) return;
  // If the resource can be read below both parents, it belongs to both.
  const cases = [parameters, otherParameters].map((each, index) =>
    caseOfRepeatedRead(get, { ...each, [resourceType.parameter]: sharedId }, `shared ${index}`),
  );
  const reads = await Promise.all(cases.map((each) => session.send({ ...each, expect: 'any' })));
  if (!reads.every(({ ok, status }) => ok || status === 404 || status === 410) || reads.every(({ ok }) => ok)) return;
  session.reportFault(listOutcome, operation, {
    rule: 'list.of-others',
    pointer: '/*',
    message: 'The list contains resources that belong to a different parent.',
    expected: 'each resource below one parent',
    actual: `${sharedId} below two`,
  });
}

function findOtherParent(fixtures: Fixtures, operation: CheckedOperation, ids: Parameters): Parameters | undefined {
  const allParameters = fixtures.parametersFor(operation);
  return allParameters.find((parameters) => Object.entries(parameters).some(([name, value]) => ids[name] !== value));
}

/** Reads lists below a second parent, since a server may be right for one parent and wrong for another. */
export async function readOtherParents(
  { contract, session, fixtures, scope }: RunOptions,
  first: ReadonlyMap<CheckedOperation, FirstRead>,
): Promise<void> {
  for (const [operation, { outcome, parameters }] of first) {
    if (!outcome.ok || !scope.has(operation) || !listShape(operation, contract.resolve)) continue;
    const others = findOtherParent(fixtures, operation, parameters);
    if (others) await readWholeList(session, await session.send(caseOfRepeatedRead(operation, others, 'of another')));
  }
}

/** Reports existing resources of this type and parent that other responses contain but the list does not. */
async function findUnlistedResources(list: ListTest): Promise<void> {
  const { session, fixtures, operation, parameters, resourceType, get, items } = list;
  const ids = items.map((item) => fieldOf(item, resourceType.idField)?.toLowerCase());
  // The items may lack the id, so they cannot be compared with known resources.
  if (ids.includes(undefined)) return;
  const listedIds = new Set(ids);
  const bindings = fixtures
    .bindings(resourceType.prefix)
    .filter(({ parameters: ownParameters, context }) =>
      Object.entries(parameters).every(([name, value]) => (ownParameters[name] ?? context[name]) === value),
    );
  const idIn = (ownParameters: Parameters): string => (ownParameters[resourceType.parameter] ?? '').toLowerCase();
  const candidates = bindings.map((each) => each.parameters).filter((own) => !listedIds.has(idIn(own)));
  const missingPaths = new Map<string, string>();
  await session.each([...candidates.slice(0, unlistedLimit).entries()], async ([index, own]) => {
    const ownRead = await session.send({ ...caseOfRepeatedRead(get, own, `unlisted ${index}`), expect: 'any' });
    const isOwn = fieldOf(ownRead.value, resourceType.idField)?.toLowerCase() === idIn(own);
    if (ownRead.ok && isOwn) missingPaths.set(idIn(own), ownRead.case.request.path);
  });
  if (missingPaths.size === 0) return;
  const listOutcome = await session.send(caseOfListRead(operation, parameters, 'unlisted'));
  const wholeList = await readWholeList(session, listOutcome);
  const currentIds = new Set(wholeList?.items.map((item) => fieldOf(item, resourceType.idField)?.toLowerCase()));
  // If somebody else changed the list meanwhile, an item may have moved to a page that had already been read.
  const hasListChanged =
    operation.paging && (currentIds.size !== listedIds.size || [...currentIds].some((id) => !listedIds.has(id)));
  if (!wholeList?.isComplete || hasListChanged) return;
  if (isPartOfList(operation, listOutcome, wholeList.items.length)) return;
  for (const [id, path] of missingPaths) {
    if (currentIds.has(id)) continue;
    const fault = makeDeviation(operation, {
      rule: 'list.misses',
      pointer: '/*',
      message: 'The list leaves out an existing resource.',
      expected: `a list with ${id}, which GET ${path} returns`,
      actual: `a list of ${wholeList.items.length} without it`,
    });
    // If a list has several pages, a single response does not show which resource the list lacks.
    session.report(listOutcome, wholeList.pages.length > 1 ? fault : { ...fault, missingId: id });
  }
}
