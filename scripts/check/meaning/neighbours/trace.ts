import { wrap } from '../../../contract/object-envelope.js';
import { escapeToken } from '../../../contract/pointer.js';
import type { TestCase } from '../../model/case.js';
import { sentFields } from '../../model/contract/body-encoding.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { prefixesOf, type ResourceType } from '../../model/contract/resources.js';
import { formatValue } from '../../model/deviation.js';
import { type Parameters, pathOf } from '../../model/request.js';
import type { RuleId } from '../../model/rules/index.js';
import { endsWithWords } from '../../model/words.js';
import { parametersIn } from '../../session/creations.js';
import type { Outcome } from '../../session/outcome.js';
import { idOfCreation } from '../../session/recognise.js';
import type { Resource } from '../../session/resource.js';
import { hashOf, replaceTokens, tokenOf } from '../../values/token.js';
import { createResource } from '../create-resource.js';
import { type Harness, removeResource } from '../harness.js';
import { identifyResource } from '../identify-resource.js';
import { isVolatile } from '../volatile-fields.js';
import { idOf, keyOf, type Neighbour, type Neighbourhood, removeNeighbours, withNeighbours } from './neighbourhood.js';
import { isFaultyChange, isResourceGone, type TracedWrite } from './policy.js';
import {
  findChanges,
  keyOfChange,
  type ListTarget,
  type ResourceChange,
  type Snapshot,
  takeSnapshot,
} from './snapshot.js';

/**
 * Repeats the writes that the run has tested on a resource type, one after another in a new neighbourhood. Looks at the
 * neighbours after each write, and reports changes that a correct server never makes.
 */
export class WriteTrace {
  /** Keys of changes that a write caused although it must not. `reportedKeys`: the keys of reported changes. */
  readonly violations = new Set<string>();
  readonly reportedKeys = new Set<string>();
  /** Whether reads lag behind writes: the newest resource cannot be read yet. Then changes appear long after writes. */
  doReadsLag = false;
  /** Keys of changes that also happen without a write. */
  readonly unstableKeys = new Set<string>();
  readonly #harness: Harness;
  readonly #type: ResourceType;
  readonly #neighbourhood: Neighbourhood;
  readonly #lists: readonly ListTarget[];
  readonly #isWanted: (change: ResourceChange) => boolean;
  readonly #goneKeys = new Set<string>();
  #subject: Resource;
  #lastSnapshot: Snapshot | undefined;
  #snapshotCount = 0;

  /** @param suspects the changes to look for, by their keys */
  constructor(harness: Harness, neighbourhood: Neighbourhood, suspects: ReadonlyMap<string, ResourceChange>) {
    this.#harness = harness;
    this.#neighbourhood = neighbourhood;
    this.#subject = neighbourhood.subject.resource;
    this.#type = this.#subject.type;
    const others = [...suspects.values()].map(({ resource }): ListTarget => [resource.type, resource.parents]);
    this.#lists = [[this.#type, this.#subject.parents] as const, ...others].filter(([{ list }]) => list !== undefined);
    this.#isWanted = (change) => {
      const key = keyOfChange(change);
      return suspects.has(key) && !this.unstableKeys.has(key) && !this.reportedKeys.has(key);
    };
  }

  get #remaining(): Neighbour[] {
    const { members } = this.#neighbourhood;
    return members.filter(({ resource }) => !isResourceGone({ members, deletedKeys: this.#goneKeys }, resource));
  }

  /**
   * @param snapshots the states before and after the creation of the subject
   * @param isLast whether this is the last repetition; only then is it proven that a change of somebody else's resource
   * recurs each time
   */
  async run([before, after]: readonly Snapshot[], isLast: boolean): Promise<void> {
    const { outcome } = this.#neighbourhood.subject;
    const create = outcome && this.#harness.session.contract.operation(outcome.case.operationId);
    if (before && after && create)
      await this.#judge(findChanges(before, after), this.#writeOf(create, outcome), { before, isLast });
    const firstSnapshot = await this.#takeSnapshot();
    const newestNeighbour = this.#remaining.findLast(({ resource }) => resource.isCreatedByRun);
    this.doReadsLag = newestNeighbour !== undefined && firstSnapshot.absentKeys.has(keyOf(newestNeighbour.resource));
    if (this.doReadsLag) return removeNeighbours(this.#harness, this.#remaining);
    for (const change of findChanges(firstSnapshot, await this.#takeSnapshot()))
      this.unstableKeys.add(keyOfChange(change));
    const writes = listTestedWrites(this.#harness, this.#type);
    for (const [operation, testCase] of writes) await this.#repeat(operation, testCase, isLast);
    // Deleting the last resource of its type may also delete other resources.
    const removal = writes.find(([operation, { kind }]) => operation === this.#type.remove && kind === 'delete');
    for (const { resource } of removal ? this.#remaining.filter((each) => each.resource.type === this.#type) : []) {
      this.#subject = resource;
      if (removal) await this.#repeat(...removal, isLast);
    }
    await removeNeighbours(this.#harness, this.#remaining);
  }

  async #takeSnapshot(): Promise<Snapshot> {
    const resources = this.#remaining.map(({ resource }) => resource);
    this.#lastSnapshot = await takeSnapshot(this.#harness, this.#lists, resources, `trace ${this.#snapshotCount++}`);
    return this.#lastSnapshot;
  }

  /** Repeats a tested write on the subject, and judges the changes. If the subject is gone, uses a new one. */
  async #repeat(operation: CheckedOperation, testCase: TestCase, isLast: boolean): Promise<void> {
    const { members, dependents } = this.#neighbourhood;
    for (const key of this.#lastSnapshot?.absentKeys ?? []) this.#goneKeys.add(key);
    if (this.#goneKeys.has(keyOf(this.#subject)) && testCase.kind !== 'delete-again') {
      const round = `trace ${members.length} ${testCase.id}`;
      const ownHarness = { ...this.#harness, source: withNeighbours(this.#harness.source, this.#remaining) };
      const neighbour = await createResource(ownHarness, this.#type, { round, givenParents: this.#subject.parents });
      if (!neighbour) return;
      members.push(neighbour);
      this.#subject = neighbour.resource;
      await this.#takeSnapshot();
    }
    const snapshotBefore = this.#lastSnapshot ?? (await this.#takeSnapshot());
    const repeatedCase = toCaseForResource(operation, this.#withReferences(operation, testCase), this.#subject);
    const outcome = await this.#harness.session.send(repeatedCase, 'counted');
    const write = this.#writeOf(operation, outcome);
    const newSnapshot = await this.#takeSnapshot();
    const changes = findChanges(snapshotBefore, newSnapshot);
    if (write.verb === 'remove' && outcome.ok) this.#goneKeys.add(keyOf(write.target));
    if (write.verb === 'remove' && write.isRefused && testCase.kind === 'delete' && dependents.length > 0) {
      await removeNeighbours(this.#harness, dependents);
      for (const { resource } of dependents.splice(0)) this.#goneKeys.add(keyOf(resource));
      await this.#takeSnapshot();
    }
    const { parents } = this.#subject;
    const newResource = write.verb === 'create' && identifyResource(this.#harness, this.#type, parents, outcome);
    if (newResource) {
      // The new item may have moved another item to the next page. If that item is still missing after the new one is
      // deleted, it is gone.
      await removeResource(this.#harness, newResource);
      const losses = findChanges(snapshotBefore, await this.#takeSnapshot()).filter(({ kind }) => kind === 'gone');
      changes.push(...losses.filter(({ resource }) => !newSnapshot.views.has(`list ${keyOf(resource)}`)));
    }
    await this.#judge(changes, write, { before: snapshotBefore, isLast });
  }

  /** Returns the request with references to neighbours instead of references to other resources of the same types. */
  #withReferences(operation: CheckedOperation, testCase: TestCase): TestCase {
    const { request } = testCase;
    const body = sentFields(request.body, operation);
    if (!body) return testCase;
    const otherResources = this.#remaining.map(({ resource }) => resource).filter(({ type }) => type !== this.#type);
    // A value that must be unique gets other tokens, so that it differs from the value in the earlier request.
    const changeTokens = (text: string): string =>
      replaceTokens(text, (token) => tokenOf(hashOf(token, this.#snapshotCount)));
    const entries = Object.entries(body).map(([name, value]) => {
      const match = otherResources.find(({ type }) => endsWithWords(type.words, name));
      if (match && typeof value === 'string' && this.#harness.source.knows(value)) return [name, idOf(match)] as const;
      return [name, typeof value === 'string' && !match ? changeTokens(value) : value] as const;
    });
    const newBody = wrap(Object.fromEntries(entries), operation.body?.envelope);
    return { ...testCase, request: { ...request, body: JSON.stringify(newBody) } };
  }

  async #judge(
    changes: readonly ResourceChange[],
    write: TracedWrite,
    { before, isLast }: { before: Snapshot; isLast: boolean },
  ): Promise<void> {
    const { contract, creations } = this.#harness.session;
    const key = keyOf(write.target);
    const target = (before.views.get(`get ${key}`) ?? before.views.get(`list ${key}`))?.value;
    const context = { contract, members: this.#neighbourhood.members, deletedKeys: this.#goneKeys, target };
    for (const change of changes.filter(this.#isWanted)) {
      const { kind, resource, field } = change;
      if (kind === 'appeared' && creations.isSure(resource)) continue;
      if (!isFaultyChange(change, write, context)) continue;
      this.violations.add(keyOfChange(change));
      // If the run has not created a resource, somebody else may have changed it, so the change must recur each time.
      if (!resource.isCreatedByRun && !isLast) continue;
      if (kind === 'changed') {
        const isChanging = await isVolatile(this.#harness, resource, `/${escapeToken(field)}`);
        // `isVolatile` may have created other resources, which must not count as changes by the next write.
        await this.#takeSnapshot();
        if (isChanging) continue;
      }
      report(this.#harness, change, write);
      this.reportedKeys.add(keyOfChange(change));
    }
  }

  #writeOf(operation: CheckedOperation, outcome: Outcome): TracedWrite {
    const { case: testCase, ok, status, exchange } = outcome;
    const { request, kind } = testCase;
    const verbs = ['create', 'update', 'replace', 'remove'] as const;
    const verb = verbs.find((verb) => this.#type[verb] === operation) ?? 'action';
    const id = verb === 'create' && ok ? idOfCreation(this.#harness.session.contract, this.#type, outcome) : undefined;
    const body = sentFields(request.body, operation) ?? {};
    // An earlier attempt, whose response was lost, may have had the effect.
    const isRefused = status >= 400 && status < 500 && exchange.attempts === 1;
    const isEmptyUpdate = verb === 'update' && Object.keys(body).length === 0;
    const isNoop = isRefused || isEmptyUpdate || kind === 'unknown-id' || kind === 'delete-again';
    const pathParameters = parametersIn(operation, request.path);
    const target = { type: this.#type, parameters: { ...pathParameters, ...(id && { [this.#type.parameter]: id }) } };
    return { operation, outcome, verb, target, body, isRefused, isNoop };
  }
}

/** Returns the tested writes to a type, with creations last. Within each operation, refusals come first. */
export function listTestedWrites({ session, notebook }: Harness, type: ResourceType): [CheckedOperation, TestCase][] {
  const { operations, resources } = session.contract;
  const { create, update, replace, remove, prefix } = type;
  const isAction = (each: CheckedOperation): boolean =>
    each.method === 'post' && prefixesOf(each.path).at(-1) === prefix && !resources.some((one) => one.create === each);
  const rankOf = ({ kind, expect }: TestCase): number => (expect === 'refusal' ? 0 : kind === 'delete-again' ? 2 : 1);
  return [update, replace, ...operations.filter(isAction), remove, create].flatMap((operation) =>
    [...((operation && notebook.writes.get(operation.id)) ?? new Map<string, TestCase>()).values()]
      .sort((a, b) => rankOf(a) - rankOf(b))
      .map((each): [CheckedOperation, TestCase] => [operation as CheckedOperation, each]),
  );
}

/** Returns the test case with its request sent to this resource instead. An id that is wrong on purpose stays. */
function toCaseForResource(
  operation: CheckedOperation,
  testCase: TestCase,
  { type, parameters, parents }: Resource,
): TestCase {
  const { request, kind } = testCase;
  const [, query] = request.path.split('?');
  const pathParameters = parametersIn(operation, request.path);
  const ownParameters = { ...parents, ...parameters };
  const wrongParameters: Readonly<Record<string, Parameters>> = {
    'unknown-id': pathParameters,
    'other-parent': { ...pathParameters, [type.parameter]: ownParameters[type.parameter] ?? '' },
  };
  const path = pathOf(operation.path, wrongParameters[kind] ?? ownParameters, operation.parameters);
  const newRequest = { ...request, path: query === undefined ? path : `${path}?${query}` };
  return { ...testCase, id: `${testCase.id}/beside`, expect: 'any', request: newRequest };
}

function report(
  { session }: Harness,
  change: ResourceChange,
  { operation, outcome, verb, target, isRefused }: TracedWrite,
): void {
  const { resource, kind, field, before, after } = change;
  const isSameResource = verb !== 'create' && keyOf(resource) === keyOf(target);
  const id = JSON.stringify(keyOf(resource).split(' ').at(-1));
  const affectedResourceText = isSameResource
    ? 'the resource itself'
    : resource.type === target.type
      ? 'another resource'
      : 'a resource of another type';
  const writeText = `A write${isRefused ? ' that was refused' : ''}`;
  const message = {
    changed: `${writeText} also changes ${JSON.stringify(field)} of ${affectedResourceText}: ${id}.`,
    gone: `${writeText} also removes ${affectedResourceText}: ${id}. Neither its list nor a GET returns it now.`,
    appeared: `${writeText} also creates a resource that the request did not ask for: ${id}.`,
  }[kind];
  const sameResourceRule = isSameResource ? sameResourceRules[verb] : undefined;
  const otherRule = (kind === 'gone' ? lossRules : otherResourceRules)[verb];
  session.reportFault(outcome, operation, {
    rule: isRefused ? 'refusal.changes' : (sameResourceRule ?? otherRule),
    pointer: kind === 'changed' ? `/${field}` : '',
    message,
    expected: formatValue(before),
    actual: formatValue(after),
  });
}

/** The rules about a field of the written resource that changed although the write did not send it. */
const sameResourceRules: Partial<Record<TracedWrite['verb'], RuleId>> = {
  update: 'update.touches',
  replace: 'replace.touches',
};

/** The rules about a change of another resource. */
const otherResourceRules: Record<TracedWrite['verb'], RuleId> = {
  create: 'create.elsewhere',
  update: 'update.elsewhere',
  replace: 'replace.elsewhere',
  action: 'action.elsewhere',
  remove: 'delete.elsewhere',
};

/** The rules about the disappearance of another resource. */
const lossRules: typeof otherResourceRules = { ...otherResourceRules, remove: 'delete.takes-others' };
