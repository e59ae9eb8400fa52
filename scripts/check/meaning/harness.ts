import { readAgainCase } from '../cases/reads.js';
import type { CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import { prefixesOf, type ResourceType } from '../model/resources.js';
import type { Scope } from '../model/scope.js';
import type { Discovery } from '../session/discover.js';
import { type Fixtures, fieldOf, itemsOf } from '../session/fixtures.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import type { Session } from '../session/session.js';

/** What writing to things needs. */
export interface Harness {
  session: Session;
  fixtures: Fixtures;
  source: CaseSource;
  discovery: Discovery;
  inScope: (operation: CheckedOperation) => boolean;
  runs: number;
  seed: number;
  isMock: boolean;
  /** Which operations are named, and which are never called. */
  scope: Scope;
  /** Things of its own that the run sends actions to, by kind and place, until it ends. */
  stock: Map<string, Resource>;
  /** Resources of which a thing for the stock is being made. */
  making: Set<ResourceType>;
  /** Prefixes of resources of which a creation succeeded, and nobody knows what it has made. */
  unrecognised: Set<string>;
}

/** Takes away what the run has made; what cannot be taken away stays. */
export async function removeResource(
  harness: Harness,
  { type: resourceType, parameters, isOwn }: Resource,
): Promise<void> {
  if (!resourceType.remove || !isOwn) return;
  await harness.session.send(
    caseOf(resourceType.remove, {
      kind: 'delete',
      about: 'of what was made',
      expect: 'any',
      parameters,
      detail: 'afterwards',
    }),
    harness.inScope(resourceType.remove) ? 'counted' : 'preparing',
  );
}

/** What a thing shows at the moment: read alone, or as an item of its list; undefined where neither shows it. */
export async function readResource(
  { session }: Harness,
  resource: Resource,
  detail: string,
  isRight: (value: unknown) => boolean = () => true,
): Promise<Outcome | undefined> {
  const { type: resourceType, parameters, parents } = resource;
  if (resourceType.get) {
    const outcome = await session.settled(
      readAgainCase(resourceType.get, parameters, detail),
      ({ ok, value }) => ok && isRight(value),
    );
    return outcome.ok && outcome.value !== undefined ? outcome : undefined;
  }
  if (!resourceType.list || !hasAll(resourceType.list, parents)) return undefined;
  const outcome = await session.settled(readAgainCase(resourceType.list, parents, detail), (read) =>
    isRight(itemOf(session, resourceType, read, parameters)),
  );
  const item = itemOf(session, resourceType, outcome, parameters);
  return item === undefined ? undefined : { ...outcome, value: item };
}

function itemOf(session: Session, resourceType: ResourceType, { value }: Outcome, parameters: Parameters): unknown {
  const items = resourceType.list && itemsOf(session.contract, resourceType.list, value);
  return items?.find(
    (item) => fieldOf(item, resourceType.idField)?.toLowerCase() === parameters[resourceType.parameter]?.toLowerCase(),
  );
}

function hasAll(operation: CheckedOperation, parameters: Parameters): boolean {
  return (
    prefixesOf(operation.path).length === 0 || operation.pathParameters.every((name) => parameters[name] !== undefined)
  );
}

/** Every thing of the list that a thing is in, by id; undefined where there is no such list, or it has pages. */
export async function readList(
  harness: Harness,
  { type: resourceType, parents }: Resource,
  detail: string,
  isRight: (items: ReadonlyMap<string, unknown>) => boolean = () => true,
): Promise<{ outcome: Outcome; items: Map<string, unknown> } | undefined> {
  const { list } = resourceType;
  if (!list || !hasAll(list, parents)) return undefined;
  const limit = list.parameters.find(
    ({ name, in: place }) => place === 'query' && /^(limit|per_?page|page_?size|size)$/i.test(name),
  );
  const query = limit ? { [limit.name]: String(limit.schema.maximum ?? 100) } : undefined;
  const testCase = caseOf(list, {
    kind: 'list-again',
    about: 'of the whole list',
    expect: 'success',
    parameters: parents,
    detail,
    ...(query && { query }),
  });
  let items = new Map<string, unknown>();
  const outcome = await harness.session.settled(testCase, ({ value }) => {
    const found = itemsOf(harness.session.contract, list, value) ?? [];
    items = new Map(
      found.flatMap((item) => {
        const id = fieldOf(item, resourceType.idField);
        return id === undefined ? [] : [[id.toLowerCase(), item] as const];
      }),
    );
    return isRight(items);
  });
  return outcome.ok ? { outcome, items } : undefined;
}
