import { groupBy } from '../../../text/group-by.js';
import { readAgainCase } from '../../cases/reads.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { renamed, sameForm } from '../../model/contract/resources.js';
import type { Exchange } from '../../model/exchange.js';
import type { CreatedResource } from '../../model/report/state-report.js';
import { caseOf, type Parameters, pathOf } from '../../model/request.js';
import type { Scope } from '../../model/scope.js';
import type { Creation, Creations } from '../../session/creations.js';
import type { Session } from '../../session/session.js';
import { sideBySide } from '../../session/turns.js';

/** Requests at a time. */
const beside = 4;

/** Statuses of a refusal that does not depend on other resources. */
const final = new Set([401, 403, 405, 501]);

/** How to remove what a run has created. */
export interface RemovalWay {
  /** The contract as the run calls it. */
  called: CheckedContract;
  /** The contract with the operations that are never called. */
  contract: CheckedContract;
  /** Returns why an operation is never called; undefined if it may be. */
  whyNever(operation: CheckedOperation): string | undefined;
}

/** Sends a request, and tells the creations of its response. */
type Send = (testCase: TestCase, operation: CheckedOperation) => Promise<Exchange>;

/** Sends the requests of a removal like all others of a run. */
export function sendIn(session: Session, { has }: Pick<Scope, 'has'>): Send {
  return async (testCase, operation) => {
    const use = operation.method === 'delete' && has(operation) ? 'counted' : 'preparing';
    return (await session.send({ ...testCase, expect: 'any' }, use)).exchange;
  };
}

/** Removes what a run has surely created, as far as the server lets it: children before parents, the newest first. */
export class Removal {
  readonly #creations: Creations;
  readonly #way: RemovalWay;
  /** The last response to a deletion: its status, or undefined if there was none. */
  readonly #refusals = new Map<Creation, number | undefined>();

  #send: Send | undefined;
  #isOver = (): boolean => false;

  constructor(creations: Creations, way: RemovalWay) {
    this.#creations = creations;
    this.#way = way;
  }

  /** @param isOver whether there is no more time */
  async remove(send: Send, isOver: () => boolean = () => false): Promise<void> {
    this.#send = send;
    this.#isOver = isOver;
    await this.#each(this.#doubtful(), (creation) => this.#read(creation));
    await this.#each(onePerList(this.#doubtful()), (creation) => this.#readList(creation));
    for (let before = Infinity, stuck = 0; ; ) {
      const left = this.#left().filter((creation) => this.#isRemovable(creation));
      // Some are refused as long as others are there; the last one may be refused once by chance.
      if (left.length === before) stuck += 1;
      if (left.length === 0 || stuck > 1) break;
      before = left.length;
      for (const level of fromBelow(left)) await this.#each(level, (creation) => this.#delete(creation));
    }
    // Others may be gone with the resource that they were below, or in a way that the contract does not have.
    await this.#each(
      this.#left().filter((creation) => this.#refusals.get(creation) === undefined),
      async (creation) => {
        const isBelow = this.#creations.isBelowRemoved(creation);
        const status = creation.isFound || isBelow ? (await this.#read(creation))?.response?.status : 0;
        creation.isRemoved = status === undefined ? isBelow : status === 404 || status === 410;
      },
    );
  }

  /** What the run has created, and why it was not removed. */
  report(isKept: boolean): CreatedResource[] {
    return this.#creations.all.map((creation) => {
      const { operation, id, path, isRemoved } = creation;
      return {
        operationId: operation.id,
        ...(id !== undefined && { id }),
        path,
        removed: isRemoved,
        ...(!isRemoved && { why: isKept ? 'It was kept, as --keep says.' : this.#whyLeft(creation) }),
      };
    });
  }

  #left(): Creation[] {
    return this.#creations.all.filter(({ isRemoved }) => !isRemoved);
  }

  #doubtful(): Creation[] {
    return this.#left().filter(({ isSure, wasShown, id }) => !isSure && !wasShown && id !== undefined);
  }

  #each(creations: readonly Creation[], work: (creation: Creation) => Promise<unknown>): Promise<void> {
    return sideBySide(creations, beside, async (creation) => {
      if (!this.#isOver()) await work(creation);
    });
  }

  /** Reads a resource alone; undefined if the contract has no such read, or nothing identifies the resource. */
  async #read({ type, id, parameters }: Creation): Promise<Exchange | undefined> {
    if (!type?.get || id === undefined) return undefined;
    return this.#send?.(readAgainCase(type.get, parameters, 'at the end'), type.get);
  }

  async #readList({ type, parameters }: Creation): Promise<void> {
    const list = type?.list ?? type?.keyed;
    if (list) await this.#send?.(readAgainCase(list, parameters, 'at the end'), list);
  }

  async #delete(creation: Creation): Promise<void> {
    const way = this.#deletionOf(creation);
    if (!way) return;
    const { operation, parameters } = way;
    const exchange = await this.#send?.(removalCase(operation, parameters), operation);
    this.#refusals.set(creation, exchange?.response?.status);
  }

  #isRemovable(creation: Creation): boolean {
    return creation.isSure && this.#deletionOf(creation) !== undefined && !final.has(this.#refusals.get(creation) ?? 0);
  }

  #deletionOf(
    { type, parameters, id }: Creation,
    { resources } = this.#way.called,
  ): { operation: CheckedOperation; parameters: Parameters } | undefined {
    if (!type || id === undefined) return undefined;
    const isDeleting = ({ remove }: ResourceType): boolean => remove !== undefined;
    const own = resources.find(({ prefix }) => prefix === type.prefix) ?? type;
    const found = [own, ...sameForm(resources, type)].find(isDeleting);
    return found?.remove && { operation: found.remove, parameters: renamed(parameters, type, found) };
  }

  #whyLeft(creation: Creation): string {
    const { status, id, isSure, wasShown } = creation;
    if (status === undefined) return 'Its creation got no response, so whether it exists is unknown.';
    if (!isSure && status === 202) return 'The server accepted the request, and may create it later (202).';
    if (id === undefined) return `The request succeeded (${status}), and no response identifies what it created.`;
    if (wasShown) return 'A response had shown this id before, so the run may not have created it.';
    if (!isSure) return 'No response shows a value that the run sent, so the run may not have created it.';
    if (!this.#deletionOf(creation)) {
      const never = this.#deletionOf(creation, this.#way.contract);
      return never
        ? (this.#way.whyNever(never.operation) ?? `${never.operation.id} is not called.`)
        : 'The contract has no operation that deletes it.';
    }
    if (!this.#refusals.has(creation)) return 'The time that a run has after its end was over.';
    const refusal = this.#refusals.get(creation);
    return refusal === undefined ? 'Its deletion got no response.' : `Its deletion returned ${refusal}.`;
  }
}

/** The removal of what a run has created. */
export function removalCase(operation: CheckedOperation, parameters: Parameters): TestCase {
  const about = 'of a resource of the run';
  return caseOf(operation, { kind: 'delete', about, expect: 'any', parameters, detail: 'at the end' });
}

/** One creation of each list that may show whether it is new. */
function onePerList(creations: readonly Creation[]): Creation[] {
  const lists = new Map<string, Creation>();
  for (const creation of creations) {
    const list = creation.type?.list ?? creation.type?.keyed;
    if (list && creation.isListWhole) lists.set(pathOf(list.path, creation.parameters), creation);
  }
  return [...lists.values()];
}

/** Creations in groups by the depth of their paths, the deepest and the newest first. */
function fromBelow(creations: readonly Creation[]): Creation[][] {
  const levels = groupBy([...creations].reverse(), ({ path }) => path.split('/').length);
  return [...levels].sort(([one], [other]) => other - one).map(([, level]) => level);
}
