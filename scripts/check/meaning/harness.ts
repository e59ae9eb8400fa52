import { listParameters } from '../../contract/paging/list-parameters.js';
import { caseOfListRead, caseOfRepeatedRead, cleanupCase } from '../cases/reads.js';
import type { CaseSource } from '../cases/source.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { prefixesOf, type ResourceType } from '../model/contract/resources.js';
import { mayBeOwner } from '../model/operation-words.js';
import type { WriteMode } from '../model/options.js';
import type { Parameters } from '../model/request.js';
import type { Scope } from '../model/scope.js';
import type { Restoration } from '../restore/restoration.js';
import type { Discovery } from '../session/discover.js';
import type { Fixtures } from '../session/fixtures.js';
import type { FactNotebook } from '../session/notebook.js';
import type { Outcome } from '../session/outcome.js';
import { fieldOf, type Resource } from '../session/resource.js';
import type { RunSession } from '../session/run-session.js';
import type { Session } from '../session/session.js';
import { isPartOfList, readWholeList } from '../session/whole-list.js';
import { queryParametersOf } from './lists/query-list.js';

export interface RunOptions {
  contract: CheckedContract;
  session: RunSession;
  fixtures: Fixtures;
  source: CaseSource;
  /** Tells which operations this shard tests, which the user has named, and which must never be called. */
  scope: Scope;
  writes: WriteMode;
  /** Undoes the writes of `noop` and `roundtrip`. */
  restoration?: Restoration | undefined;
  isMock: boolean;
  /** Operations whose resources other identities may see; undefined if there is no key of another identity. */
  shared?: readonly string[];
  /** Whether the server runs on this machine. */
  isLocal?: boolean;
  /**
   * Set only in runs that learn answers. With either value, the run also reads lists below a second parent, and repeats
   * actions until there are enough responses for a claim. With `quick`, it reads everything once and does nothing else.
   */
  reads?: 'quick' | 'wide';
  /** A quick run calls this after its reads, to ask whether to go on as a complete run. */
  shouldContinue?: () => boolean;
  /** Number of random bodies for each operation. */
  runs: number;
  /** The scope of all shards together, since each shard must find the same ids. */
  fullScope?: Scope;
  /** Resolves when it is proven that every response so far belongs to its request. Rejects if that is in doubt. */
  awaitProof?: () => Promise<void>;
  /** Removes the resources that the run has created. */
  removeCreations?: () => Promise<void>;
  /** Called when a step of the run begins, with a string that names it, such as the id of an operation. */
  onStepBegin?: (step: string) => void;
}

/** An operation with the parameters of an existing resource. */
export interface TestTarget {
  session: Session;
  source: CaseSource;
  operation: CheckedOperation;
  parameters: Parameters;
}

/** Resources that the run created for tests of other operations, such as parents. They are deleted at the end. */
interface ResourceStock {
  resources: Map<string, Resource>;
  /** Name of the task that owns this stock. It makes the values in its requests distinct. Empty for the whole run. */
  owner: string;
  /** Types for which a resource is being created at the moment. */
  pendingTypes: Set<ResourceType>;
}

/** Everything that tests of writes need. Each function takes only the properties that it uses. */
export interface Harness extends Pick<RunOptions, 'fixtures' | 'source' | 'scope' | 'runs' | 'reads'> {
  session: Session;
  discovery: Discovery;
  /** The operations of all shards of the run. */
  fullScope: Scope;
  stock: ResourceStock;
  notebook: FactNotebook;
}

export function harnessOf(
  { session, fixtures, source, scope, fullScope = scope, runs, reads }: RunOptions,
  discovery: Discovery,
): Harness {
  // A body must not refer to users who may own the key, unless the user gave their ids.
  const safeSource: CaseSource = {
    ...source,
    references: (name, context) =>
      mayBeOwner(session.contract, `/${name}`) ? fixtures.userIdsFor(name) : source.references(name, context),
  };
  const stock = { resources: new Map(), owner: '', pendingTypes: new Set<ResourceType>() };
  const { notebook } = fixtures;
  return {
    session,
    fixtures,
    discovery,
    source: safeSource,
    scope,
    fullScope,
    runs,
    ...(reads && { reads }),
    stock,
    notebook,
  };
}

/**
 * Whether the run has surely created a resource, as its creation or a read proves. Only then may the run change and
 * delete it.
 */
export async function isSurelyOwnResource({ session }: Harness, resource: Resource): Promise<boolean> {
  const { creations } = session;
  const { type, parameters, parents, isCreatedByRun } = resource;
  if (!isCreatedByRun || creations.isSure(resource)) return isCreatedByRun;
  const detail = 'to confirm the creation';
  if (type.get) await session.send(caseOfRepeatedRead(type.get, parameters, detail), 'preparing');
  const list = type.list ?? type.keyList;
  if (!creations.isSure(resource) && list && hasParameters(list, parents)) {
    const listOutcome = await session.send(caseOfRepeatedRead(list, parents, detail), 'preparing');
    await readWholeList(session, listOutcome, { use: 'preparing' });
  }
  return creations.isSure(resource);
}

/** Deletes a resource if the run has surely created it and the contract has an operation that deletes it. */
export async function removeResource(harness: Harness, resource: Resource): Promise<void> {
  const { remove } = resource.type;
  if (!remove || !(await isSurelyOwnResource(harness, resource))) return;
  const use = harness.scope.has(remove) ? 'counted' : 'preparing';
  await harness.session.send(cleanupCase(remove, resource.parameters), use);
}

/** Reads the current state of a resource, alone or as an item of its list. Returns undefined if neither contains it. */
export async function readResource(
  { session }: Harness,
  resource: Resource,
  detail: string,
  isExpected: (value: unknown) => boolean = () => true,
): Promise<Outcome | undefined> {
  const { type, parameters, parents } = resource;
  if (type.get) {
    const testCase = caseOfRepeatedRead(type.get, parameters, detail);
    const outcome = await session.readUntil(testCase, ({ ok, value }) => ok && isExpected(value));
    return outcome.ok && outcome.value !== undefined ? outcome : undefined;
  }
  if (!type.list || !hasParameters(type.list, parents)) return undefined;
  const id = parameters[type.parameter]?.toLowerCase();
  const hasId = (each: unknown): boolean => fieldOf(each, type.idField)?.toLowerCase() === id;
  let item: unknown;
  const outcome = await session.readUntil(caseOfRepeatedRead(type.list, parents, detail), async (read) => {
    item = (await readWholeList(session, read, { until: hasId }))?.items.find(hasId);
    return isExpected(item);
  });
  return item === undefined ? undefined : { ...outcome, value: item };
}

function hasParameters({ path, pathParameters }: CheckedOperation, parameters: Parameters): boolean {
  return prefixesOf(path).length === 0 || pathParameters.every((name) => parameters[name] !== undefined);
}

/** The items of a list by id. The ids are in lower case. */
export interface ItemsById {
  /** The response to the read of the first page. */
  outcome: Outcome;
  items: ReadonlyMap<string, unknown>;
  /** Whether these are the items of all pages, as far as the contract says how to read all pages. */
  isComplete: boolean;
}

/** Returns the query for the longest pages that the contract allows; undefined if a list takes no limit. */
export function longestPageQuery({ contract }: Session, list: CheckedOperation): Record<string, string> | undefined {
  const { limit } = listParameters(queryParametersOf(list), list.paging);
  const maximum = limit && contract.resolve(limit.schema).maximum;
  const hasLimit = limit && (maximum !== undefined || !list.paging);
  return hasLimit ? { [limit.name]: String(maximum ?? 100) } : undefined;
}

/** Reads the list that contains a resource. Returns undefined if the list cannot be read. */
export async function readList(
  harness: Harness,
  { type: resourceType, parents }: Resource,
  detail: string,
  isExpected: (items: ReadonlyMap<string, unknown>) => boolean = () => true,
): Promise<ItemsById | undefined> {
  const { list } = resourceType;
  if (!list || !hasParameters(list, parents)) return undefined;
  const query = longestPageQuery(harness.session, list);
  let [items, isComplete, lacksIds]: [ReadonlyMap<string, unknown>, boolean, boolean] = [new Map(), false, false];
  const outcome = await harness.session.readUntil(caseOfListRead(list, parents, detail, query), async (read) => {
    const wholeList = await readWholeList(harness.session, read);
    isComplete = wholeList?.isComplete === true;
    items = new Map(
      (wholeList?.items ?? []).flatMap((item) => {
        const id = fieldOf(item, resourceType.idField);
        return id === undefined ? [] : [[id.toLowerCase(), item] as const];
      }),
    );
    // If the items have no id in the expected field, reading them again would not help.
    lacksIds = items.size === 0 && (wholeList?.items.length ?? 0) > 0;
    return lacksIds || isExpected(items);
  });
  return outcome.ok && !lacksIds ? { outcome, items, isComplete } : undefined;
}

/**
 * Whether a list certainly lacks an id. If the list has pages, it is read again, since an item may have moved between
 * pages; both reads must have the same items.
 */
export async function isSurelyMissing(
  harness: Harness,
  resource: Resource,
  { items, isComplete, outcome }: ItemsById,
  id: string,
): Promise<boolean> {
  const { list } = resource.type;
  if (!isComplete || items.has(id) || (list && isPartOfList(list, outcome, items.size))) return false;
  if (!list?.paging) return true;
  const second = await readList(harness, resource, `again for ${id}`);
  const hasSameSize = second?.isComplete === true && second.items.size === items.size;
  return hasSameSize && [...second.items.keys()].every((key) => items.has(key));
}
