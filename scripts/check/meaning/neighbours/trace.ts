import { isObject } from '../../../contract/json.js';
import { escapeToken } from '../../../contract/pointer.js';
import type { JsonObject } from '../../cases/body-values.js';
import { readJson } from '../../judge/json-text.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { prefixesOf, type ResourceType } from '../../model/contract/resources.js';
import { shown } from '../../model/deviation.js';
import { faultOf } from '../../model/fault.js';
import { pathOf } from '../../model/request.js';
import type { RuleId } from '../../model/rules/index.js';
import { isNamed } from '../../model/words.js';
import { parametersIn } from '../../session/creations.js';
import type { Outcome } from '../../session/outcome.js';
import { createdId } from '../../session/recognise.js';
import type { Resource } from '../../session/resource.js';
import { type Harness, removeResource } from '../harness.js';
import { madeResource } from '../made-resource.js';
import { makeResource } from '../making.js';
import { movesByItself } from '../moving.js';
import { idOf, keyOf, type Neighbour, naming, removeNeighbours, type Settlement } from './neighbourhood.js';
import { isAccused, isGone, type Write } from './policy.js';
import { type Change, changes, look, markOf, type Place, type Sight } from './sight.js';

/**
 * Repeats the writes that the run has tested on a kind of resource, one after another in a new neighbourhood, and looks
 * around after each. What a correct server never does is reported.
 */
export class Trace {
  /** Marks of what has happened beside a write that must not do it, and of what was reported. */
  readonly happened = new Set<string>();
  readonly reported = new Set<string>();
  /** Whether what was created last is not there yet: such reads show changes long after their writes. */
  areReadsLate = false;
  /** Marks of what happens without a write. */
  readonly restless = new Set<string>();
  readonly #harness: Harness;
  readonly #type: ResourceType;
  readonly #around: Settlement;
  readonly #places: readonly Place[];
  readonly #isMeant: (change: Change) => boolean;
  readonly #gone = new Set<string>();
  #subject: Resource;
  #last: Sight | undefined;
  #looks = 0;

  /** @param open the changes to look for, by their marks */
  constructor(harness: Harness, around: Settlement, open: ReadonlyMap<string, Change>) {
    this.#harness = harness;
    this.#around = around;
    this.#subject = around.subject.resource;
    this.#type = this.#subject.type;
    const others = [...open.values()].map(({ resource }): Place => [resource.type, resource.parents]);
    this.#places = [[this.#type, this.#subject.parents] as const, ...others].filter(([{ list }]) => list !== undefined);
    this.#isMeant = (change) => {
      const mark = markOf(change);
      return open.has(mark) && !this.restless.has(mark) && !this.reported.has(mark);
    };
  }

  get #left(): Neighbour[] {
    const { members } = this.#around;
    return members.filter(({ resource }) => !isGone({ members, gone: this.#gone }, resource));
  }

  /**
   * @param early what was there first, before and after the creation of the subject
   * @param isLast whether what happens to resources of others has happened each time before
   */
  async run([before, after]: readonly Sight[], isLast: boolean): Promise<void> {
    const { outcome } = this.#around.subject;
    const create = outcome && this.#harness.session.contract.operation(outcome.case.operationId);
    if (before && after && create)
      await this.#judge(changes(before, after), this.#writeOf(create, outcome), { before, isLast });
    const first = await this.#look();
    const newest = this.#left.findLast(({ resource }) => resource.isOwn);
    this.areReadsLate = newest !== undefined && first.absent.has(keyOf(newest.resource));
    if (this.areReadsLate) return removeNeighbours(this.#harness, this.#left);
    for (const change of changes(first, await this.#look())) this.restless.add(markOf(change));
    const writes = testedWrites(this.#harness, this.#type);
    for (const [operation, testCase] of writes) await this.#repeat(operation, testCase, isLast);
    // The last one of its kind may take others along.
    const removal = writes.find(([operation, { kind }]) => operation === this.#type.remove && kind === 'delete');
    for (const { resource } of removal ? this.#left.filter((each) => each.resource.type === this.#type) : []) {
      this.#subject = resource;
      if (removal) await this.#repeat(...removal, isLast);
    }
    await removeNeighbours(this.#harness, this.#left);
  }

  async #look(): Promise<Sight> {
    const resources = this.#left.map(({ resource }) => resource);
    this.#last = await look(this.#harness, this.#places, resources, `trace ${this.#looks++}`);
    return this.#last;
  }

  /** Sends a tested write to the subject, or to a new one if that is gone, and judges what has changed. */
  async #repeat(operation: CheckedOperation, tested: TestCase, isLast: boolean): Promise<void> {
    const { members, holders } = this.#around;
    for (const key of this.#last?.absent ?? []) this.#gone.add(key);
    if (this.#gone.has(keyOf(this.#subject)) && tested.kind !== 'delete-again') {
      const round = `trace ${members.length} ${tested.id}`;
      const own = { ...this.#harness, source: naming(this.#harness.source, this.#left) };
      const made = await makeResource(own, this.#type, { round, near: this.#subject.parents });
      if (!made) return;
      members.push(made);
      this.#subject = made.resource;
      await this.#look();
    }
    const before = this.#last ?? (await this.#look());
    const sent = repeated(operation, this.#withReferences(tested), this.#subject);
    const outcome = await this.#harness.session.send(sent, 'counted');
    const write = this.#writeOf(operation, outcome);
    const now = await this.#look();
    const happened = changes(before, now);
    if (write.verb === 'remove' && outcome.ok) this.#gone.add(keyOf(write.target));
    if (write.verb === 'remove' && write.isRefused && tested.kind === 'delete' && holders.length > 0) {
      await removeNeighbours(this.#harness, holders);
      for (const { resource } of holders.splice(0)) this.#gone.add(keyOf(resource));
      await this.#look();
    }
    const { parents } = this.#subject;
    const made = write.verb === 'create' && madeResource(this.#harness, this.#type, parents, outcome);
    if (made) {
      // A list may have lost another one to its next page. What is still lost without the new one is gone.
      await removeResource(this.#harness, made);
      const lost = changes(before, await this.#look()).filter(({ what }) => what === 'gone');
      happened.push(...lost.filter(({ resource }) => !now.shown.has(`list ${keyOf(resource)}`)));
    }
    await this.#judge(happened, write, { before, isLast });
  }

  /** The same request, which refers to neighbours where it refers to resources of their kinds. */
  #withReferences(testCase: TestCase): TestCase {
    const { request } = testCase;
    const body = bodyOf(request);
    if (!body) return testCase;
    const others = this.#left.map(({ resource }) => resource).filter(({ type }) => type !== this.#type);
    const entries = Object.entries(body).map(([name, value]) => {
      const meant = others.find(({ type }) => isNamed(type.words, name));
      const isReference = meant && typeof value === 'string' && this.#harness.source.knows(value);
      return [name, isReference ? idOf(meant) : value] as const;
    });
    return { ...testCase, request: { ...request, body: JSON.stringify(Object.fromEntries(entries)) } };
  }

  async #judge(
    happened: readonly Change[],
    write: Write,
    { before, isLast }: { before: Sight; isLast: boolean },
  ): Promise<void> {
    const { contract, creations } = this.#harness.session;
    const key = keyOf(write.target);
    const target = (before.shown.get(`get ${key}`) ?? before.shown.get(`list ${key}`))?.value;
    const around = { contract, members: this.#around.members, gone: this.#gone, target };
    for (const change of happened.filter(this.#isMeant)) {
      const { what, resource, field } = change;
      if (what === 'appeared' && creations.isSure(resource)) continue;
      if (!isAccused(change, write, around)) continue;
      this.happened.add(markOf(change));
      // Somebody else may have changed what is not of the run.
      if (!resource.isOwn && !isLast) continue;
      if (what === 'changed' && (await movesByItself(this.#harness, resource, `/${escapeToken(field)}`))) continue;
      report(this.#harness, change, write);
      this.reported.add(markOf(change));
    }
  }

  #writeOf(operation: CheckedOperation, outcome: Outcome): Write {
    const { case: testCase, ok, status } = outcome;
    const { request, kind } = testCase;
    const slots = ['create', 'update', 'replace', 'remove'] as const;
    const verb = slots.find((slot) => this.#type[slot] === operation) ?? 'action';
    const id = verb === 'create' && ok ? createdId(this.#harness.session.contract, this.#type, outcome) : undefined;
    const sent = bodyOf(request) ?? {};
    const isRefused = status >= 400 && status < 500;
    const isEmpty = verb === 'update' && Object.keys(sent).length === 0;
    const isQuiet = isRefused || isEmpty || kind === 'unknown-id' || kind === 'delete-again';
    const named = parametersIn(operation, request.path);
    const target = { type: this.#type, parameters: { ...named, ...(id && { [this.#type.parameter]: id }) } };
    return { operation, outcome, verb, target, sent, isRefused, isQuiet };
  }
}

/** The tested writes to a kind of resource: refusals first, creations last, since what they create is removed again. */
export function testedWrites({ session, notebook }: Harness, type: ResourceType): [CheckedOperation, TestCase][] {
  const { operations, resources } = session.contract;
  const { create, update, replace, remove, prefix } = type;
  const isAction = (each: CheckedOperation): boolean =>
    each.method === 'post' && prefixesOf(each.path).at(-1) === prefix && !resources.some((one) => one.create === each);
  const order = ({ kind, expect }: TestCase): number => (expect === 'refusal' ? 0 : kind === 'delete-again' ? 2 : 1);
  return [update, replace, ...operations.filter(isAction), remove, create].flatMap((operation) =>
    [...((operation && notebook.writes.get(operation.id)) ?? new Map<string, TestCase>()).values()]
      .sort((one, other) => order(one) - order(other))
      .map((each): [CheckedOperation, TestCase] => [operation as CheckedOperation, each]),
  );
}

function bodyOf({ body }: TestCase['request']): JsonObject | undefined {
  const value = typeof body === 'string' ? readJson(Buffer.from(body)).value : undefined;
  return isObject(value) ? (value as JsonObject) : undefined;
}

/** The same request to another resource, unless it names one that does not exist. */
function repeated(operation: CheckedOperation, testCase: TestCase, { type, parameters, parents }: Resource): TestCase {
  const { request, kind } = testCase;
  const [, query] = request.path.split('?');
  const named = parametersIn(operation, request.path);
  const own = { ...parents, ...parameters };
  const wrong = { 'unknown-id': named, 'other-parent': { ...named, [type.parameter]: own[type.parameter] ?? '' } };
  const path = pathOf(operation.path, kind in wrong ? wrong[kind as keyof typeof wrong] : own);
  const moved = { ...request, path: query === undefined ? path : `${path}?${query}` };
  return { ...testCase, id: `${testCase.id}/beside`, expect: 'any', request: moved };
}

function report({ session }: Harness, change: Change, { operation, outcome, verb, target, isRefused }: Write): void {
  const { resource, what, field, before, after } = change;
  const isSelf = verb !== 'create' && keyOf(resource) === keyOf(target);
  const id = JSON.stringify(keyOf(resource).split(' ').at(-1));
  const whose = isSelf ? 'the resource itself' : resource.type === target.type ? 'another one' : 'one of another kind';
  const writes = `A write${isRefused ? ' that was refused' : ''}`;
  const message = {
    changed: `${writes} also changes ${JSON.stringify(field)} of ${whose}: ${id}.`,
    gone: `${writes} also removes ${whose}, which the list or its own read has lost: ${id}.`,
    appeared: `${writes} leaves behind a resource that nobody asked for: ${id}.`,
  }[what];
  const touches: RuleId | undefined = isSelf ? ruleOfItself[verb] : undefined;
  const elsewhere = (what === 'gone' ? rulesOfLost : rulesOfOthers)[verb];
  const fault = faultOf(operation, {
    rule: isRefused ? 'refusal.changes' : (touches ?? elsewhere),
    pointer: what === 'changed' ? `/${field}` : '',
    message,
    expected: shown(before),
    actual: shown(after),
  });
  session.report(outcome, fault);
}

/** The rule about a change of the resource that a write names, in a field that it does not. */
const ruleOfItself: Partial<Record<Write['verb'], RuleId>> = {
  update: 'update.touches',
  replace: 'replace.touches',
};

/** The rule about a change of any other resource. */
const rulesOfOthers: Record<Write['verb'], RuleId> = {
  create: 'create.elsewhere',
  update: 'update.elsewhere',
  replace: 'replace.elsewhere',
  action: 'action.elsewhere',
  remove: 'delete.elsewhere',
};

/** The same where the other is gone. */
const rulesOfLost: typeof rulesOfOthers = { ...rulesOfOthers, remove: 'delete.takes-others' };
