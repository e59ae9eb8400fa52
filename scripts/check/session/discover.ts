import { readCase } from '../cases/reads.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import { listShape, prefixesOf, withoutSlash } from '../model/resources.js';
import { type Fixtures, itemsOf } from './fixtures.js';
import type { Outcome } from './outcome.js';
import type { Session } from './session.js';

/** Things above that are tried until one has enough below it. */
const attempts = 5;

/** Items of a list that show how it is ordered and cut. */
const enough = 2;

/** What the first read of an operation came to, and with which parameters. */
export interface FirstRead {
  parameters: Parameters;
  outcome: Outcome;
}

/**
 * Reads what can be read, lists first, and learns from it which things there are. Each operation is read once with
 * parameters that lead somewhere, if any are known or can be found out.
 */
export class Discovery {
  readonly #session: Session;
  readonly #fixtures: Fixtures;
  readonly #isJudged: (operation: CheckedOperation) => boolean;
  readonly #unclaimed: { prefix: string; list: CheckedOperation; found: FirstRead }[] = [];
  readonly #reads = new Map<CheckedOperation, Promise<FirstRead | undefined>>();

  constructor(session: Session, fixtures: Fixtures, isJudged: (operation: CheckedOperation) => boolean) {
    this.#session = session;
    this.#fixtures = fixtures;
    this.#isJudged = isJudged;
  }

  /** The first read of an operation that succeeded, or the last that was tried; undefined where no ids are known. */
  read(operation: CheckedOperation): Promise<FirstRead | undefined> {
    const known = this.#reads.get(operation);
    if (known) return known;
    const reading = this.#read(operation);
    this.#reads.set(operation, reading);
    return reading;
  }

  /** Once all lists were read, what is in none but in one above it can be told, and what only paths name is known. */
  learnUnclaimed(): void {
    this.#fixtures.learnPaths();
    const inOrder = [...this.#unclaimed].sort((one, other) =>
      compare(`${one.prefix} ${one.list.id}`, `${other.prefix} ${other.list.id}`),
    );
    for (const { prefix, list, found } of inOrder)
      this.#fixtures.learnUnclaimed(prefix, list, found.parameters, found.outcome.value);
  }

  /** Forgets what came to nothing, so that it is tried again when more is known. */
  async retry(operation: CheckedOperation): Promise<FirstRead | undefined> {
    const before = await this.#reads.get(operation);
    if (before?.outcome.ok) return before;
    this.#reads.delete(operation);
    return this.read(operation);
  }

  /** Values for the parameters of an operation, after looking for them. */
  async parametersFor(operation: CheckedOperation): Promise<readonly Parameters[]> {
    const prefix = prefixesOf(operation.path).at(-1);
    if (prefix !== undefined) await this.#find(prefix, operation);
    return this.#fixtures.parametersFor(operation);
  }

  async #read(operation: CheckedOperation): Promise<FirstRead | undefined> {
    const candidates = await this.parametersFor(operation);
    let last: FirstRead | undefined;
    let best = -2;
    for (const parameters of candidates.slice(0, attempts)) {
      const detail = last ? String(Object.values(parameters).at(-1)) : undefined;
      const outcome = await this.#session.send(
        readCase(operation, parameters, detail),
        this.#isJudged(operation) ? 'judged' : 'preparing',
      );
      if (outcome.ok) this.#fixtures.learn(operation, parameters, outcome.value);
      const items = outcome.ok ? itemsOf(this.#session.contract, operation, outcome.value) : undefined;
      const size = outcome.ok ? (items?.length ?? enough) : -1;
      if (size > best) [best, last] = [size, { parameters, outcome }];
      if (size >= enough) break;
    }
    return last;
  }

  /**
   * Reads the list that a thing can be found in, and where there is none, the lists above it. What is known already may
   * be what other reads have shown by chance just before: only what the user has named is enough without a look.
   */
  async #find(prefix: string, operation: CheckedOperation): Promise<void> {
    if (this.#fixtures.isGiven(prefix, operation)) return;
    const above = prefixesOf(prefix).at(-2);
    if (above !== undefined) await this.#find(above, operation);
    for (const list of this.#sources(prefix)) {
      // Two lists that each need the other would wait for ever.
      if (list === operation || this.#needs(list, operation, new Set())) continue;
      const found = await this.read(list);
      if (this.#fixtures.bindings(prefix, operation).length > 0) return;
      if (found?.outcome.ok) this.#unclaimed.push({ prefix, list, found });
    }
  }

  #sources(prefix: string): CheckedOperation[] {
    const { resources } = this.#session.contract;
    const resourceType = resources.find((each) => each.prefix === prefix);
    if (!resourceType) return [];
    const isSimple = resourceType.parameters.length === 1;
    const namesakes = resources.filter(
      ({ parameter, parameters }) => isSimple && parameters.length === 1 && parameter === resourceType.parameter,
    );
    return [resourceType.list, ...namesakes.map(({ list }) => list), ...this.#listsAbove(prefix)].filter(
      (list) => list !== undefined,
    );
  }

  /** Whether reading one operation can ask for a read of the other. */
  #needs(operation: CheckedOperation, other: CheckedOperation, trail: Set<CheckedOperation>): boolean {
    if (trail.has(operation)) return false;
    trail.add(operation);
    return prefixesOf(operation.path).some((prefix) =>
      this.#sources(prefix).some((list) => list === other || this.#needs(list, other, trail)),
    );
  }

  /** `…/entries` may show what stands below `…/entries/apps`. */
  #listsAbove(prefix: string): CheckedOperation[] {
    const { contract } = this.#session;
    const found: CheckedOperation[] = [];
    for (let path = prefix; path.includes('/'); path = path.slice(0, path.lastIndexOf('/'))) {
      const list = contract.operations.find(
        (operation) => withoutSlash(operation.path) === path && listShape(operation, contract.resolve) !== undefined,
      );
      if (list) found.push(list);
    }
    return found;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
