import { withoutSlash } from '../../contract/path-template.js';
import { compareText } from '../../text/problem.js';
import { readCase } from '../cases/reads.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { listShape, prefixesOf, type ResourceType, sameForm } from '../model/contract/resources.js';
import { isSendable, type Parameters } from '../model/request.js';
import type { Fixtures } from './fixtures.js';
import type { Outcome } from './outcome.js';
import type { Session } from './session.js';
import { wholeList } from './whole-list.js';

/** Number of parents to try until one has enough items. */
const attempts = 5;

/** Items that a list needs for tests of its order and its pages. */
const enough = 2;

/** The first read of an operation: its parameters and its outcome. */
export interface FirstRead {
  parameters: Parameters;
  outcome: Outcome;
  /** The values in the responses, of all pages of a list. */
  values: readonly unknown[];
}

/**
 * Sends all reads, lists first, and learns from them which resources exist. Reads each operation once, with the ids of
 * an existing resource if any are known or can be found.
 */
export class Discovery {
  readonly #session: Session;
  readonly #fixtures: Fixtures;
  readonly #isJudged: (operation: CheckedOperation) => boolean;
  readonly #unclaimed: { prefix: string; list: CheckedOperation; found: FirstRead }[] = [];
  readonly #documented = new Set<string>();
  /** The lists that a resource can be found in, by the prefix of its path. */
  readonly #lists = new Map<string, readonly CheckedOperation[]>();
  /** Operations that return lists, by their paths; made when somebody asks. */
  #listsByPath: ReadonlyMap<string, CheckedOperation> | undefined;
  readonly #reads = new Map<CheckedOperation, Promise<FirstRead | undefined>>();

  constructor(session: Session, fixtures: Fixtures, isJudged: (operation: CheckedOperation) => boolean) {
    this.#session = session;
    this.#fixtures = fixtures;
    this.#isJudged = isJudged;
  }

  /** Returns the best read of an operation, by the number of its items; undefined if no ids are known. */
  read(operation: CheckedOperation): Promise<FirstRead | undefined> {
    const known = this.#reads.get(operation);
    if (known) return known;
    const reading = this.#read(operation);
    this.#reads.set(operation, reading);
    return reading;
  }

  /** Learns resources that appear only in a list above them or only as a path. Call it after reading all lists. */
  learnUnclaimed(): void {
    this.#fixtures.learnPaths();
    const inOrder = [...this.#unclaimed].sort((one, other) =>
      compareText(`${one.prefix} ${one.list.id}`, `${other.prefix} ${other.list.id}`),
    );
    for (const { prefix, list, found } of inOrder)
      this.#fixtures.learnUnclaimed(prefix, list, found.parameters, found.values);
  }

  /**
   * Repeats a read that failed, since more ids may be known by now.
   *
   * @param isOld whether one that succeeded shows less than there is by now
   */
  async retry(operation: CheckedOperation, isOld = false): Promise<FirstRead | undefined> {
    const before = await this.#reads.get(operation);
    if (before?.outcome.ok && !isOld) return before;
    this.#reads.delete(operation);
    return this.read(operation);
  }

  /** Finds values for the parameters of an operation. */
  async parametersFor(operation: CheckedOperation): Promise<readonly Parameters[]> {
    const prefix = prefixesOf(operation.path).at(-1);
    if (prefix !== undefined) await this.#find(prefix, operation);
    return this.#fixtures.parametersFor(operation);
  }

  async #read(operation: CheckedOperation): Promise<FirstRead | undefined> {
    const candidates = await this.parametersFor(operation);
    let last: FirstRead | undefined;
    let best = -2;
    const use = this.#isJudged(operation) ? 'judged' : 'preparing';
    for (const parameters of candidates.slice(0, attempts)) {
      const detail = last ? String(Object.values(parameters).at(-1)) : undefined;
      const outcome = await this.#session.send(readCase(operation, parameters, detail), use);
      const list = await wholeList(this.#session, outcome, { use });
      const values = list?.pages.map((page) => page.outcome.value) ?? (outcome.ok ? [outcome.value] : []);
      for (const value of values) this.#fixtures.learn(operation, parameters, value);
      const size = outcome.ok ? (list?.items.length ?? enough) : -1;
      if (size > best) [best, last] = [size, { parameters, outcome, values }];
      if (size >= enough) break;
    }
    const resourceType = this.#session.contract.resources.find(({ get }) => get === operation);
    if (resourceType && last?.outcome.ok) this.#fixtures.prove(resourceType, resourceType.idField);
    return last;
  }

  /**
   * Reads the list that a resource can be found in, or without such a list the lists above it. Known ids may come from
   * other reads by chance: only ids from the user make this unnecessary.
   */
  async #find(prefix: string, operation: CheckedOperation): Promise<void> {
    if (this.#fixtures.isGiven(prefix, operation)) return;
    const above = prefixesOf(prefix).at(-2);
    if (above !== undefined) await this.#find(above, operation);
    for (const list of this.#sources(prefix)) {
      // Two lists that need each other would wait forever.
      if (list === operation || this.#needs(list, operation, new Set())) continue;
      const found = await this.read(list);
      if (this.#fixtures.bindings(prefix, operation).length > 0) return;
      if (found?.outcome.ok) this.#unclaimed.push({ prefix, list, found });
    }
    await this.#findDocumented(prefix);
  }

  /** Learns the values that the document gives for the last parameter of a path: those of an example, if one exists. */
  async #findDocumented(prefix: string): Promise<void> {
    const resourceType = this.#session.contract.resources.find((each) => each.prefix === prefix);
    if (!resourceType || this.#documented.has(prefix) || this.#fixtures.bindings(prefix).length > 0) return;
    this.#documented.add(prefix);
    const { get, parameters, parameter, isMade } = resourceType;
    const above: Parameters = this.#fixtures.bindings(prefixesOf(prefix).at(-2) ?? '')[0]?.parameters ?? {};
    const isReached = parameters.slice(0, -1).every((name) => above[name] !== undefined);
    if (!isReached) return;
    const { certain, possible } = documentedIds(this.#session.contract, resourceType);
    // The ids in the examples of our own contract are nobody's.
    const tried = get && !this.#session.contract.hasProvenance ? possible : [];
    for (const value of new Set([...certain, ...tried])) {
      const all = { ...above, [parameter]: value };
      const isThere =
        // What an operation creates is not there from the beginning, even if only a few names are possible.
        (certain.includes(value) && !isMade) ||
        (get && (await this.#session.send(readCase(get, all, 'of an example'), 'preparing')).ok);
      if (isThere) this.#fixtures.learnOne(resourceType, all, all);
    }
  }

  #sources(prefix: string): readonly CheckedOperation[] {
    const known = this.#lists.get(prefix) ?? this.#listsFor(prefix);
    this.#lists.set(prefix, known);
    return known;
  }

  #listsFor(prefix: string): CheckedOperation[] {
    const { resources } = this.#session.contract;
    const resourceType = resources.find((each) => each.prefix === prefix);
    if (!resourceType) return [];
    const isSimple = resourceType.parameters.length === 1;
    const namesakes = resources.filter(
      ({ parameter, parameters }) => isSimple && parameters.length === 1 && parameter === resourceType.parameter,
    );
    const alike = [resourceType, ...sameForm(resources, resourceType), ...namesakes];
    const lists = [...alike.flatMap(({ list, keyed }) => [list, keyed]), ...this.#listsAbove(prefix)];
    return lists.filter((list) => list !== undefined);
  }

  /** Whether reading one operation can require a read of the other. */
  #needs(operation: CheckedOperation, other: CheckedOperation, trail: Set<CheckedOperation>): boolean {
    if (trail.has(operation)) return false;
    trail.add(operation);
    return prefixesOf(operation.path).some((prefix) =>
      this.#sources(prefix).some((list) => list === other || this.#needs(list, other, trail)),
    );
  }

  /** `…/entries` may list the resources of `…/entries/apps`. */
  #listsAbove(prefix: string): CheckedOperation[] {
    const { operations, resolve } = this.#session.contract;
    this.#listsByPath ??= new Map(
      operations
        .filter((operation) => listShape(operation, resolve) !== undefined)
        // The first of several at a path counts.
        .toReversed()
        .map((list) => [withoutSlash(list.path), list]),
    );
    const found: CheckedOperation[] = [];
    for (let path = prefix; path.includes('/'); path = path.slice(0, path.lastIndexOf('/'))) {
      const list = this.#listsByPath.get(path);
      if (list) found.push(list);
    }
    return found;
  }
}

/** Values of a parameter in a path that the document itself gives. */
interface DocumentedIds {
  /** The values of a closed set, or a constant: each of them exists. */
  certain: readonly string[];
  /** Examples and defaults, which may exist. */
  possible: readonly string[];
}

export function documentedIds(
  { operations, resolve }: CheckedContract,
  { prefix, parameter: name }: ResourceType,
): DocumentedIds {
  const found = operations
    .filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
    .flatMap(({ parameters }) => parameters.filter((each) => each.in === 'path' && each.name === name));
  const texts = (values: readonly unknown[]): string[] => [
    ...new Set(
      values
        .filter((value) => typeof value === 'string' || typeof value === 'number')
        .map(String)
        .filter(isSendable),
    ),
  ];
  const closed = found.map(({ schema }) => texts([...(resolve(schema).enum ?? []), resolve(schema).const]));
  return {
    // What one operation alone takes may stand for all resources, or for none.
    certain: (closed[0] ?? []).filter((value) => closed.every((values) => values.includes(value))),
    possible: texts(found.flatMap(({ example, schema }) => [example, resolve(schema).default])),
  };
}
