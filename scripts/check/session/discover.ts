import type { Json } from '../../contract/json.js';
import { withoutSlash } from '../../contract/path-template.js';
import { getOrCreate } from '../../text/group-by.js';
import { compareText } from '../../text/problem.js';
import { caseOfRead } from '../cases/reads.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { valueText } from '../model/contract/parameter-encoding.js';
import { findTypesOfSameForm, listShape, prefixesOf, type ResourceType } from '../model/contract/resources.js';
import { isSendable, type Parameters } from '../model/request.js';
import type { Fixtures } from './fixtures.js';
import type { Outcome } from './outcome.js';
import { hasParents } from './resource.js';
import type { Session } from './session.js';
import { readWholeList } from './whole-list.js';

/** Maximum number of parent resources to try until the list below one of them has enough items. */
const maxParentsToTry = 5;

/** Minimum number of items with which the order and the pages of a list can be tested. */
const minItems = 2;

export interface FirstRead {
  parameters: Parameters;
  outcome: Outcome;
  /** The values in all responses: a single value, or one for each page of a list. */
  values: readonly unknown[];
}

/**
 * Sends all reads, lists first, and learns from the responses which resources exist. Reads each operation once, with
 * the ids of an existing resource if any are known or can be found.
 */
export class Discovery {
  readonly #session: Session;
  readonly #fixtures: Fixtures;
  readonly #isJudged: (operation: CheckedOperation) => boolean;
  readonly #possibleLists: { prefix: string; list: CheckedOperation; read: FirstRead }[] = [];
  readonly #searchedPrefixes = new Set<string>();
  /** The lists that may contain a resource, by the prefix of its path. */
  readonly #lists = new Map<string, readonly CheckedOperation[]>();
  /** Operations that return lists, by their paths. The map is created when it is first needed. */
  #listsByPath: ReadonlyMap<string, CheckedOperation> | undefined;
  readonly #reads = new Map<CheckedOperation, Promise<FirstRead | undefined>>();

  constructor(session: Session, fixtures: Fixtures, isJudged: (operation: CheckedOperation) => boolean) {
    this.#session = session;
    this.#fixtures = fixtures;
    this.#isJudged = isJudged;
  }

  /**
   * Reads an operation, with the ids of several parents if necessary. Returns the read with the most items; undefined
   * if the path needs ids, and none are known.
   */
  read(operation: CheckedOperation): Promise<FirstRead | undefined> {
    return getOrCreate(this.#reads, operation, () => this.#read(operation));
  }

  /** Notes resources that occur only in lists at shorter paths, or as paths in responses. Read all lists first. */
  noteUnlistedResources(): void {
    this.#fixtures.noteResourcesInPaths();
    const sortedLists = [...this.#possibleLists].sort((a, b) =>
      compareText(`${a.prefix} ${a.list.id}`, `${b.prefix} ${b.list.id}`),
    );
    for (const { prefix, list, read } of sortedLists)
      this.#fixtures.noteUnknownItems(prefix, list, read.parameters, read.values);
  }

  /** Repeats a read that failed, since more ids may be known; with `shouldRepeatSuccess`, also one that succeeded. */
  async retry(operation: CheckedOperation, shouldRepeatSuccess = false): Promise<FirstRead | undefined> {
    const previousRead = await this.#reads.get(operation);
    if (previousRead?.outcome.ok && !shouldRepeatSuccess) return previousRead;
    this.#reads.delete(operation);
    return this.read(operation);
  }

  async parametersFor(operation: CheckedOperation): Promise<readonly Parameters[]> {
    const prefix = prefixesOf(operation.path).at(-1);
    if (prefix !== undefined) await this.#findIds(prefix, operation);
    const parameters = this.#fixtures.parametersFor(operation);
    return parameters.length > 0 ? parameters : this.#exampleParameters(operation);
  }

  /**
   * Returns the documented examples of the path parameters if a read with them succeeds. The parameters of a path such
   * as `/lamps/{from}..{to}` are not ids that another operation returns.
   */
  async #exampleParameters(operation: CheckedOperation): Promise<readonly Parameters[]> {
    const { hasProvenance, resources } = this.#session.contract;
    const types = resources.filter(({ prefix }) => prefixesOf(operation.path).includes(prefix));
    // The examples in this package's own contract contain invented ids.
    if (operation.method !== 'get' || hasProvenance || types.some(({ get }) => get)) return [];
    const examples = operation.parameters.filter(({ in: place }) => place === 'path');
    const entries = examples.flatMap(({ name, example }) => toTexts([example]).map((text) => [name, text] as const));
    const names = new Set(entries.map(([name]) => name));
    const parameters = Object.fromEntries(entries);
    if (!operation.pathParameters.every((name) => names.has(name))) return [];
    const outcome = await this.#session.send(caseOfRead(operation, parameters, 'of an example'), 'preparing');
    return outcome.ok ? [parameters] : [];
  }

  async #read(operation: CheckedOperation): Promise<FirstRead | undefined> {
    const candidates = await this.parametersFor(operation);
    let bestRead: FirstRead | undefined;
    let bestSize = -2;
    const use = this.#isJudged(operation) ? 'judged' : 'preparing';
    for (const parameters of candidates.slice(0, maxParentsToTry)) {
      const detail = bestRead ? String(Object.values(parameters).at(-1)) : undefined;
      const outcome = await this.#session.send(caseOfRead(operation, parameters, detail), use);
      const list = await readWholeList(this.#session, outcome, { use });
      const values = list?.pages.map((page) => page.outcome.value) ?? (outcome.ok ? [outcome.value] : []);
      for (const value of values) this.#fixtures.noteResponse(operation, parameters, value);
      const size = outcome.ok ? (list?.items.length ?? minItems) : -1;
      if (size > bestSize) [bestSize, bestRead] = [size, { parameters, outcome, values }];
      if (size >= minItems) break;
    }
    const resourceType = this.#session.contract.resources.find(({ get }) => get === operation);
    if (resourceType && bestRead?.outcome.ok) this.#fixtures.proveIdField(resourceType, resourceType.idField);
    return bestRead;
  }

  /**
   * Reads the lists that may contain the ids for a path, unless the user has given these ids. The lists are read even
   * if some ids are known from other reads, since these may be known only by chance.
   */
  async #findIds(prefix: string, operation: CheckedOperation): Promise<void> {
    if (this.#fixtures.isIdGivenByUser(prefix, operation)) return;
    const parentPrefix = prefixesOf(prefix).at(-2);
    if (parentPrefix !== undefined) await this.#findIds(parentPrefix, operation);
    for (const list of this.#sources(prefix)) {
      // Two lists that need each other would wait for each other forever.
      if (list === operation || this.#mayNeed(list, operation, new Set())) continue;
      const firstRead = await this.read(list);
      if (this.#fixtures.bindings(prefix, operation).length > 0) return;
      if (firstRead?.outcome.ok) this.#possibleLists.push({ prefix, list, read: firstRead });
    }
    await this.#findDocumented(prefix);
  }

  /** Learns ids for the last parameter of a path from the document; from examples, only if a read succeeds. */
  async #findDocumented(prefix: string): Promise<void> {
    const resourceType = this.#session.contract.resources.find((resource) => resource.prefix === prefix);
    if (!resourceType || this.#searchedPrefixes.has(prefix) || this.#fixtures.bindings(prefix).length > 0) return;
    this.#searchedPrefixes.add(prefix);
    const { get, parameter, isCreatable } = resourceType;
    const parents: Parameters = this.#fixtures.bindings(prefixesOf(prefix).at(-2) ?? '')[0]?.parameters ?? {};
    if (!hasParents(resourceType, parents)) return;
    const { certainIds, possibleIds } = findDocumentedIds(this.#session.contract, resourceType);
    // The examples in this package's own contract contain invented ids.
    const examples = get && !this.#session.contract.hasProvenance ? possibleIds : [];
    for (const value of new Set([...certainIds, ...examples])) {
      const allParameters = { ...parents, [parameter]: value };
      const isExistingId =
        // A resource that some operation creates may not exist yet, even if the document allows only a few ids.
        (certainIds.includes(value) && !isCreatable) ||
        (get && (await this.#session.send(caseOfRead(get, allParameters, 'of an example'), 'preparing')).ok);
      if (isExistingId) this.#fixtures.noteResource(resourceType, allParameters, allParameters);
    }
  }

  #sources(prefix: string): readonly CheckedOperation[] {
    return getOrCreate(this.#lists, prefix, () => this.#listsFor(prefix));
  }

  #listsFor(prefix: string): CheckedOperation[] {
    const { resources } = this.#session.contract;
    const resourceType = resources.find((resource) => resource.prefix === prefix);
    if (!resourceType) return [];
    const hasOneParameter = resourceType.parameters.length === 1;
    const typesWithSameParameter = resources.filter(
      ({ parameter, parameters }) => hasOneParameter && parameters.length === 1 && parameter === resourceType.parameter,
    );
    const similarTypes = [resourceType, ...findTypesOfSameForm(resources, resourceType), ...typesWithSameParameter];
    const lists = [...similarTypes.flatMap(({ list, keyList }) => [list, keyList]), ...this.#listsAbove(prefix)];
    return lists.filter((list) => list !== undefined);
  }

  /** Whether a read of `operation` may first require a read of `otherOperation`. */
  #mayNeed(operation: CheckedOperation, otherOperation: CheckedOperation, visited: Set<CheckedOperation>): boolean {
    if (visited.has(operation)) return false;
    visited.add(operation);
    return prefixesOf(operation.path).some((prefix) =>
      this.#sources(prefix).some((list) => list === otherOperation || this.#mayNeed(list, otherOperation, visited)),
    );
  }

  /** Returns the lists at shorter paths, since `…/entries` may list the resources of `…/entries/apps`. */
  #listsAbove(prefix: string): CheckedOperation[] {
    const { operations, resolve } = this.#session.contract;
    this.#listsByPath ??= new Map(
      operations
        .filter((operation) => listShape(operation, resolve) !== undefined)
        // In a `Map` the last entry with a key wins. So the order is reversed, to keep the first list of a path.
        .toReversed()
        .map((list) => [withoutSlash(list.path), list]),
    );
    const lists: CheckedOperation[] = [];
    for (let path = prefix; path.includes('/'); path = path.slice(0, path.lastIndexOf('/'))) {
      const list = this.#listsByPath.get(path);
      if (list) lists.push(list);
    }
    return lists;
  }
}

/** Values of a path parameter that the document itself contains. */
interface DocumentedIds {
  /** The values of an enum or a constant. Each of them exists. */
  certainIds: readonly string[];
  /** Examples and defaults. They may exist. */
  possibleIds: readonly string[];
}

export function findDocumentedIds(
  { operations, resolve }: CheckedContract,
  { prefix, parameter: name }: ResourceType,
): DocumentedIds {
  const namesakes = operations
    .filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
    .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.in === 'path' && parameter.name === name));
  const schemas = namesakes.map(({ schema }) => resolve(schema));
  const enums = schemas.map((schema) => toTexts([...(schema.enum ?? []), schema.const]));
  return {
    // A value that only one operation accepts may be special, such as a word for all resources, and does not count.
    certainIds: (enums[0] ?? []).filter((value) => enums.every((values) => values.includes(value))),
    possibleIds: toTexts(namesakes.flatMap(({ example }, index) => [example, schemas[index]?.default])),
  };
}

function toTexts(values: readonly unknown[]): string[] {
  const usableValues = values.filter((value) => value !== undefined && value !== null && typeof value !== 'boolean');
  return [...new Set(usableValues.map((value) => valueText(value as Json)).filter(isSendable))];
}
