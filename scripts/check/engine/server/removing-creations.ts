import { groupBy } from '../../../text/group-by.js';
import { caseOfRepeatedRead } from '../../cases/reads.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { findTypesOfSameForm, renameParameters } from '../../model/contract/resources.js';
import type { Exchange } from '../../model/exchange.js';
import type { CreatedResource } from '../../model/report/state-report.js';
import { caseOf, type Parameters, pathOf } from '../../model/request.js';
import type { Scope } from '../../model/scope.js';
import type { Creation, Creations } from '../../session/creations.js';
import type { Session } from '../../session/session.js';
import { runParallel } from '../../session/turns.js';

const concurrency = 4;

/** Status codes of a refusal that is final, since it does not depend on other resources. */
const finalRefusalStatuses = new Set([401, 403, 405, 501]);

export interface RemovalContext {
  /** The contract without the operations that must never be called. */
  restrictedContract: CheckedContract;
  contract: CheckedContract;
  /** Returns why an operation is never called; undefined if it may be called. */
  whyNeverCalled(operation: CheckedOperation): string | undefined;
}

/** Sends a request, and lets `Creations` record what the response says about created resources. */
type SendCase = (testCase: TestCase, operation: CheckedOperation) => Promise<Exchange>;

/** Sends the requests of a removal through the session, like all other requests of a run. */
export function createCaseSender(session: Session, { has }: Pick<Scope, 'has'>): SendCase {
  return async (testCase, operation) => {
    const use = operation.method === 'delete' && has(operation) ? 'counted' : 'preparing';
    return (await session.send({ ...testCase, expect: 'any' }, use)).exchange;
  };
}

/** Removes the resources that a run has certainly created: children before parents, newer ones before older ones. */
export class Removal {
  readonly #creations: Creations;
  readonly #setting: RemovalContext;
  /** For each created resource, the status of the last attempt to delete it; undefined if no response arrived. */
  readonly #deletionStatuses = new Map<Creation, number | undefined>();

  #send: SendCase | undefined;
  #isOver = (): boolean => false;

  constructor(creations: Creations, context: RemovalContext) {
    this.#creations = creations;
    this.#setting = context;
  }

  /** @param isOver whether no time is left */
  async remove(send: SendCase, isOver: () => boolean = () => false): Promise<void> {
    this.#send = send;
    this.#isOver = isOver;
    await this.#forEach(this.#doubtfulCreations(), (creation) => this.#read(creation));
    await this.#forEach(pickOnePerList(this.#doubtfulCreations()), (creation) => this.#readList(creation));
    for (let countBefore = Infinity, stuckRounds = 0; ; ) {
      const removableCreations = this.#remainingCreations().filter((creation) => this.#isRemovable(creation));
      // A deletion may be refused while another resource exists, so all are retried until two rounds remove nothing.
      if (removableCreations.length === countBefore) stuckRounds += 1;
      if (removableCreations.length === 0 || stuckRounds > 1) break;
      countBefore = removableCreations.length;
      for (const level of groupByDepth(removableCreations))
        await this.#forEach(level, (creation) => this.#delete(creation));
    }
    // Other resources may have disappeared with their parent, or in a way that the contract does not describe.
    await this.#forEach(
      this.#remainingCreations().filter((creation) => this.#deletionStatuses.get(creation) === undefined),
      async (creation) => {
        const isBelowRemovedResource = this.#creations.isBelowRemovedResource(creation);
        const status = creation.isFound || isBelowRemovedResource ? (await this.#read(creation))?.response?.status : 0;
        creation.isRemoved = status === undefined ? isBelowRemovedResource : status === 404 || status === 410;
      },
    );
  }

  /**
   * Returns the resources that the run has created. Adds a reason to each resource that the run did not remove.
   *
   * @param keepsDeleted whether a test has shown that an operation accepts deletions without deleting anything
   */
  report(areCreationsKept: boolean, keepsDeleted: (operationId: string) => boolean): CreatedResource[] {
    return this.#creations.all.map((creation) => {
      const { operation, id, path } = creation;
      const isKept = creation.isRemoved && keepsDeleted(this.#deletionOf(creation)?.operation.id ?? '');
      const isRemoved = creation.isRemoved && !isKept;
      return {
        operationId: operation.id,
        ...(id !== undefined && { id }),
        path,
        removed: isRemoved,
        ...(!isRemoved && {
          why: isKept
            ? 'The server accepted the deletion, but it keeps deleted resources, as the finding delete.kept shows.'
            : areCreationsKept
              ? 'The run kept the resource because of --keep.'
              : this.#whyNotRemoved(creation),
        }),
      };
    });
  }

  #remainingCreations(): Creation[] {
    return this.#creations.all.filter(({ isRemoved }) => !isRemoved);
  }

  #doubtfulCreations(): Creation[] {
    return this.#remainingCreations().filter(({ isSure, wasKnown, id }) => !isSure && !wasKnown && id !== undefined);
  }

  #forEach(creations: readonly Creation[], work: (creation: Creation) => Promise<unknown>): Promise<void> {
    return runParallel(creations, concurrency, async (creation) => {
      if (!this.#isOver()) await work(creation);
    });
  }

  /** Reads a single resource. Returns undefined if the contract has no such read, or if the id is unknown. */
  async #read({ type, id, parameters }: Creation): Promise<Exchange | undefined> {
    if (!type?.get || id === undefined) return undefined;
    return this.#send?.(caseOfRepeatedRead(type.get, parameters, 'at the end'), type.get);
  }

  async #readList({ type, parameters }: Creation): Promise<void> {
    const list = type?.list ?? type?.keyList;
    if (list) await this.#send?.(caseOfRepeatedRead(list, parameters, 'at the end'), list);
  }

  async #delete(creation: Creation): Promise<void> {
    const deletion = this.#deletionOf(creation);
    if (!deletion) return;
    const { operation, parameters } = deletion;
    const exchange = await this.#send?.(removalCase(operation, parameters), operation);
    this.#deletionStatuses.set(creation, exchange?.response?.status);
  }

  #isRemovable(creation: Creation): boolean {
    return (
      creation.isSure &&
      this.#deletionOf(creation) !== undefined &&
      !finalRefusalStatuses.has(this.#deletionStatuses.get(creation) ?? 0)
    );
  }

  #deletionOf(
    { type, parameters, id }: Creation,
    { resources } = this.#setting.restrictedContract,
  ): { operation: CheckedOperation; parameters: Parameters } | undefined {
    if (!type || id === undefined) return undefined;
    const ownType = resources.find(({ prefix }) => prefix === type.prefix) ?? type;
    const target = [ownType, ...findTypesOfSameForm(resources, type)].find(({ remove }) => remove !== undefined);
    return target?.remove && { operation: target.remove, parameters: renameParameters(parameters, type, target) };
  }

  #whyNotRemoved(creation: Creation): string {
    const { status, id, isSure, wasKnown } = creation;
    if (status === undefined)
      return 'The request that creates the resource got no response, so it is unknown whether the resource exists.';
    if (!isSure && status === 202) return 'The server accepted the request, and may create the resource later (202).';
    if (id === undefined) return `The request succeeded (${status}), but no response identifies what it created.`;
    if (wasKnown) return 'A response had shown this id before, so the run may not have created the resource.';
    if (!isSure) return 'No response shows a value that the run sent, so the run may not have created the resource.';
    if (!this.#deletionOf(creation)) {
      const { operation } = this.#deletionOf(creation, this.#setting.contract) ?? {};
      if (!operation) return 'The contract has no operation that deletes the resource.';
      return this.#setting.whyNeverCalled(operation) ?? `The check does not call ${operation.id}.`;
    }
    if (!this.#deletionStatuses.has(creation)) return 'The run reached its time limit for removing resources.';
    const refusalStatus = this.#deletionStatuses.get(creation);
    return refusalStatus === undefined
      ? 'The request that deletes the resource got no response.'
      : `The request that deletes the resource returned ${refusalStatus}.`;
  }
}

export function removalCase(operation: CheckedOperation, parameters: Parameters): TestCase {
  const description = 'for a resource that the run created';
  return caseOf(operation, { kind: 'delete', about: description, expect: 'any', parameters, detail: 'at the end' });
}

/** Returns a creation for each list read completely before. Reading it again may prove which creations are new. */
function pickOnePerList(creations: readonly Creation[]): Creation[] {
  const lists = new Map<string, Creation>();
  for (const creation of creations) {
    const list = creation.type?.list ?? creation.type?.keyList;
    if (list && creation.isListComplete) lists.set(pathOf(list.path, creation.parameters), creation);
  }
  return [...lists.values()];
}

/** Groups creations by the depth of their paths. The deepest come first, and in each group the newest. */
function groupByDepth(creations: readonly Creation[]): Creation[][] {
  const levels = groupBy([...creations].reverse(), ({ path }) => path.split('/').length);
  return [...levels].sort(([a], [b]) => b - a).map(([, level]) => level);
}
