import type { ResourceType } from '../../model/contract/resources.js';
import { shown } from '../../model/deviation.js';
import { faultOf } from '../../model/fault.js';
import type { RuleId } from '../../model/rules/index.js';
import type { RunSession } from '../../session/run-session.js';
import { rotated } from '../../values/token.js';
import { runApart, type Task } from '../apart.js';
import type { Harness } from '../harness.js';
import { writes } from '../write-table.js';
import { isAccused } from './bystander-policy.js';
import { keyOf, type Member, makeScene, type Relation, removeAll, removeScene, type Scene } from './scene.js';
import { isQuiet, isRefused, send, type Write, type Written } from './scene-writes.js';
import { type Happening, happenings, look, lookAt, markOf, type Sight } from './sight.js';

/** Operations of a contract from which on not everything is watched, and requests that a scene takes there. */
const largeContract = 40;
const requestsOfScene = 30;
/** Reads without a write that show what moves by itself. */
const controls = 3;
/** New scenes in which something must happen to a resource of others each time, or once to one of the run. */
const repeats = 3;
/** Milliseconds to wait at most for a change without a write. */
const longestIdle = 5000;

const whose: Record<Relation, string> = {
  self: 'of the resource itself',
  sibling: 'of another resource of the same kind',
  parent: 'of the resource above it',
  child: 'of a resource below it',
  nephew: 'of a resource below another one',
  referred: 'of a resource that it refers to',
  referring: 'of a resource that refers to it',
  stranger: 'of a resource of another kind',
};

/** What is known about a server after some scenes. */
interface Watch {
  harness: Harness;
  isLarge: boolean;
  /** What happened in the same way without a write, or not again after one. */
  excused: Set<string>;
  /** Returns the number of the next scene. */
  next: () => number;
}

/**
 * Checks what writes do to resources that they do not name. Each type of resource gets a scene: a resource to write to,
 * and resources of the run around it. What happens there is ours, if it happens again in a new scene. What happens to
 * resources of others must happen several times, and never without a write. A large contract has scenes for a few
 * types, which depend on the seed: about as many requests as operations. They are small, so that they do not see each
 * other.
 */
export async function checkBystanders(session: RunSession, harness: Harness): Promise<void> {
  const { scope, source } = harness;
  const { resources, operations } = session.contract;
  const isLarge = operations.length > largeContract;
  const types = rotated(
    resources.filter((type) => type.create && isInScope(type, scope)),
    source.seed,
  );
  let scenes = 0;
  const watch = { isLarge, excused: new Set<string>(), next: () => ++scenes };
  if (!isLarge) {
    for (const type of types) await checkType({ ...watch, harness }, type);
    return;
  }
  const tasks = types.slice(0, Math.ceil(operations.length / requestsOfScene)).map(
    (type): Task => ({
      name: `what writes do to others of ${type.prefix}`,
      expected: requestsOfScene,
      work: (own) => checkType({ ...watch, harness: own }, type),
    }),
  );
  await runApart(session, harness, tasks);
}

function isInScope({ create, update, replace, remove }: ResourceType, scope: Harness['scope']): boolean {
  return [create, update, replace, remove].some((operation) => operation && scope.has(operation));
}

/** A scene, and what was there before the resources of its type. */
interface Beginning {
  scene: Scene;
  early: Sight;
}

async function begin({ harness, isLarge, ...watch }: Watch, type: ResourceType): Promise<Beginning | undefined> {
  let early: Sight | undefined;
  const round = `beside ${watch.next()}`;
  const scene = await makeScene(harness, type, round, isLarge, async (members) => {
    early = await lookAt(harness, members, 'early');
  });
  return scene && early && { scene, early };
}

/** The writes between two looks. */
function roundsOf(isLarge: boolean): Write[][] {
  const rounds: Write[][] = [];
  const isSame = (one: Write, other: Write): boolean =>
    one.kind === other.kind ||
    (isLarge && isQuiet(one) === isQuiet(other) && [one, other].every(({ kind }) => kind !== 'delete'));
  for (const write of writes) {
    if (isLarge && write.isExtra) continue;
    const last = rounds.at(-1);
    if (last?.[0] && isSame(last[0], write)) last.push(write);
    else rounds.push([write]);
  }
  return rounds;
}

async function checkType(watch: Watch, type: ResourceType): Promise<void> {
  const begun = await begin(watch, type);
  if (!begun) return;
  const { scene } = begun;
  let before = await look(scene, 'before');
  await checkBeginning(watch, begun, before);
  for (const [index, round] of roundsOf(watch.isLarge || watch.harness.session.settle > 0).entries()) {
    before = await checkRound(watch, scene, round, { before, detail: `round ${index}` });
    if (round[0]?.kind === 'delete' && (await isFreed(scene)))
      before = await checkRound(watch, scene, round, { before: await look(scene, 'freed'), detail: 'freed' });
  }
  await removeScene(scene);
}

/** Checks what the creations did to what was there before: a second one may do no more. */
async function checkBeginning(watch: Watch, { scene, early }: Beginning, now: Sight): Promise<void> {
  const write = writes.find(({ kind }) => kind === 'create');
  const { outcome, body } = scene.subject;
  if (!write || !outcome || early.seen.size === 0) return;
  const written: Written = {
    outcomes: [outcome],
    sent: new Map(Object.entries(body).map(([name, value]) => [name, [value]])),
  };
  const since = (before: Sight, after: Sight): Happening[] =>
    happenings(before, after).filter((each) => each.seen.by === 'get' && isAccused(each, write, written, scene));
  const suspects = since(early, now).filter((each) => !watch.excused.has(markOf(each)));
  if (suspects.length === 0) return;
  const confirmed = await confirm(watch, write, suspects, async () => {
    const again = await begin(watch, scene.type);
    return again && { scene: again.scene, written, happened: since(again.early, await look(again.scene, 'again')) };
  });
  excuse(watch, suspects, confirmed);
}

/** What did not happen again was not ours. */
function excuse({ excused }: Watch, suspects: readonly Happening[], confirmed: ReadonlySet<string>): void {
  for (const mark of suspects.map(markOf)) if (!confirmed.has(mark)) excused.add(mark);
}

/** Deletes what refers to a resource whose deletion was refused. @returns whether anything did */
async function isFreed(scene: Scene): Promise<boolean> {
  const isHolding = ({ relation }: Member): boolean => relation === 'referring' || relation === 'child';
  const holding = scene.members.filter(isHolding);
  if (!scene.type.remove || scene.gone.has(keyOf(scene.subject.resource)) || holding.length === 0) return false;
  await removeAll(scene.harness, holding);
  scene.members = scene.members.filter((member) => !isHolding(member));
  return true;
}

interface Moment {
  before: Sight;
  detail: string;
}

/** Sends the writes of a round, and looks around. @returns what it saw */
async function checkRound(watch: Watch, scene: Scene, round: Write[], { before, detail }: Moment): Promise<Sight> {
  const sent: [Write, Written][] = [];
  for (const write of round) {
    const operation = write.operation(scene);
    if (operation && watch.harness.scope.has(operation)) sent.push([write, await send(write, scene)]);
  }
  if (sent.every(([, { outcomes }]) => outcomes.length === 0)) return before;
  const after = await look(scene, detail);
  const isSuspect = (happening: Happening): boolean => {
    const accuses = ([write, written]: [Write, Written]): boolean => isAccused(happening, write, written, scene);
    const isExplained = sent.some((each) => each[1].outcomes.some(({ ok }) => ok) && !accuses(each));
    return !watch.excused.has(markOf(happening)) && !isExplained && sent.some(accuses);
  };
  const suspects = happenings(before, after).filter(isSuspect);
  const confirmed = new Set<string>();
  const accusing = sent.filter((each) => suspects.some((one) => isAccused(one, ...each, scene)));
  for (const [write] of accusing) {
    const marks = await confirm(watch, write, suspects, async () => {
      const begun = await begin(watch, scene.type);
      return begun && { scene: begun.scene, ...(await repeated(begun.scene, write)) };
    });
    for (const mark of marks) confirmed.add(mark);
  }
  excuse(watch, suspects, confirmed);
  return after;
}

type Attempt = () => Promise<(Repeated & { scene: Scene }) | undefined>;

/**
 * Repeats a write in new scenes, and reports what happens again: to a resource of the run in one of them, to a resource
 * of others in each. What happens to a resource of the run without the write, too, is not reported.
 *
 * @returns the marks of what was reported
 */
async function confirm(
  watch: Watch,
  write: Write,
  suspects: readonly Happening[],
  attempt: Attempt,
): Promise<Set<string>> {
  const open = new Set(suspects.map(markOf));
  const proofs: { found: Repeated & { scene: Scene }; happening: Happening }[] = [];
  let longest = 0;
  for (let time = 1; time <= repeats && open.size > 0; time += 1) {
    const began = performance.now();
    const found = await attempt();
    if (!found) break;
    longest = Math.max(longest, performance.now() - began);
    await removeScene(found.scene);
    const happened = found.happened.filter((each) => open.has(markOf(each)));
    const marks = new Set(happened.map(markOf));
    for (const happening of happened)
      if (happening.seen.resource.isOwn || time === repeats) proofs.push({ found, happening });
    for (const mark of open) {
      const isOfOthers = mark.startsWith('existing');
      if (isOfOthers ? !marks.has(mark) : marks.has(mark)) open.delete(mark);
    }
  }
  const [first] = proofs.filter(({ happening: { seen, what } }) => seen.resource.isOwn && what === 'changed');
  const idle = first ? await movedAlone(watch, first.found.scene.type, longest) : new Set<string>();
  const reported = proofs.filter(({ happening }) => !idle.has(markOf(happening)));
  for (const { found, happening } of reported) report(found.scene, write, found.written, happening);
  return new Set(reported.map(({ happening }) => markOf(happening)));
}

/** Returns the marks of what changes in a new scene without a write, in the time that one with it took: `waiting`. */
async function movedAlone(watch: Watch, type: ResourceType, milliseconds: number): Promise<Set<string>> {
  const begun = await begin(watch, type);
  if (!begun) return new Set();
  const before = await look(begun.scene, 'idle');
  await new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, longestIdle)));
  const after = await look(begun.scene, 'idle again');
  await removeScene(begun.scene);
  return new Set(happenings(before, after).map(markOf));
}

interface Repeated {
  happened: Happening[];
  written: Written;
}

async function repeated(scene: Scene, write: Write): Promise<Repeated> {
  await write.prepare?.(scene);
  let before = await look(scene, 'control');
  const restless = new Set<string>();
  for (let round = 1; round < controls; round += 1) {
    const now = await look(scene, `control ${round}`);
    for (const each of happenings(before, now)) restless.add(markOf(each));
    before = now;
  }
  const written = await send(write, scene);
  const after = await look(scene, 'again');
  const happened = happenings(before, after).filter((each) => {
    const mark = markOf(each);
    return !restless.has(mark) && isAccused(each, write, written, scene);
  });
  return { happened, written };
}

function report(scene: Scene, write: Write, { outcomes }: Written, happening: Happening): void {
  const { session } = scene.harness;
  const { seen, what, field, before, after } = happening;
  const outcome = outcomes.find(({ ok }) => ok) ?? outcomes.at(-1);
  const operation = outcome && session.contract.operation(outcome.case.operationId);
  if (!operation) return;
  const id = JSON.stringify(keyOf(seen.resource).split(' ').at(-1));
  const message = {
    changed: `${write.name} changes ${JSON.stringify(field)} ${whose[seen.relation]}: ${id}.`,
    gone: `${write.name} removes a resource, which the list or its own read has lost: that ${whose[seen.relation]}.`,
    appeared: `${write.name} leaves behind a resource that nobody asked for: ${id}.`,
  }[what];
  const fault = faultOf(operation, {
    rule: ruleFor(write, isRefused(outcomes), happening),
    pointer: what === 'changed' ? `/${field}` : '',
    message,
    expected: shown(before),
    actual: shown(after),
  });
  session.report(outcome, fault);
}

function ruleFor({ kind, rule, takes }: Write, wasRefused: boolean, { what, seen }: Happening): RuleId {
  if (wasRefused) return 'refusal.changes';
  if (seen.relation === 'self' && kind === 'replace') return 'replace.touches';
  if (seen.relation === 'self' && rule === 'update.elsewhere') return 'update.touches';
  return what === 'gone' ? (takes ?? rule) : rule;
}
