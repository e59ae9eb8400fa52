import { isObject, type Json } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import type { Probe } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { keyCases } from '../cases/refusals.js';
import { brokenBodyCases, wrongBodyCases } from '../cases/wrong-bodies.js';
import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import { type Reflection, valueAt } from '../model/reflection.js';
import type { Guard } from '../restore/guard.js';
import type { Outcome } from '../session/outcome.js';
import { readList } from './harness.js';
import { otherParentCases } from './lists/sharing.js';
import { reportOther } from './reads.js';
import { apply, checkListed } from './update.js';
import { doubtfulLimits, reportMutated } from './update-refusals.js';
import { sentAgain, type UpdatedResource } from './updated-resource.js';

/** Number of flags to switch, to see whether the flags of other resources follow. */
const flagLimit = 2;

/** Faulty updates after which no more fields are tried, because each takes a wait of the settle time. */
const faultyLimit = 3;

/** Sends each field with its current value: nothing may change. */
export async function checkNoop(updated: UpdatedResource, guard: Guard): Promise<void> {
  const { fields } = guard.resource;
  const needed = updated.bodies.least('needed');
  for (const { name, before } of fields)
    await updated.span(() => applied(updated, same(updated, { ...needed, [name]: before }, name)));
  const all = Object.fromEntries(fields.map(({ name, before }) => [name, before]));
  if (fields.length > 1) await updated.span(() => applied(updated, same(updated, all)));
}

async function applied(updated: UpdatedResource, probe: Probe): Promise<void> {
  await apply(updated, probe);
}

function same(updated: UpdatedResource, body: JsonObject, name?: string): Probe {
  const about = name === undefined ? 'with all its fields as they are' : `with ${JSON.stringify(name)} as it is`;
  return updated.bodies.probe('noop', about, body, { ...(name !== undefined && { detail: name }), expect: 'success' });
}

/** Runs all tests of an update on an existing resource; each update is undone before the next. */
export async function checkRoundtrip(updated: UpdatedResource, guard: Guard): Promise<void> {
  const { harness, operation, resource, bodies } = updated;
  const current = (name: string): Json | undefined => updated.current(name);
  const before = await readList(harness, resource, 'before updates');
  const others = before?.items;
  const written: JsonObject[] = [];
  const write = async (probe: Probe): Promise<void> => {
    if (isObject(probe.body)) written.push(probe.body);
    await apply(updated, probe);
  };
  let faulty = 0;
  for (const probe of bodies.fields(current)) {
    const faults = updated.faults;
    await updated.span(async () => {
      await write(probe);
      const shorter = withOneItem(updated, probe);
      if (shorter) await write(shorter);
    });
    await checkNeighbours(updated, guard, others, written);
    if (updated.faults > faults) faulty += 1;
    if (faulty < faultyLimit) continue;
    harness.session.notes.add(
      `${operation.id}: not all fields were tried, because the updates of ${faulty} fields were wrong.`,
    );
    break;
  }
  const together = bodies.together(current);
  if (together) {
    await updated.span(async () => {
      await write(together);
      await apply(updated, sentAgain(together));
      await checkListed(updated);
    });
    await checkNeighbours(updated, guard, others, written);
  }
  const unicode = bodies.unicode();
  if (unicode) await updated.span(() => write(unicode));
  await updated.span(() => checkFlags(updated, others));
  await checkRefusals(updated);
  for (const { case: testCase, body } of bodies.doubtful(doubtfulLimits.nulls, doubtfulLimits.longs)) {
    // A field that no response is known to contain could not be restored.
    if (testCase.kind !== 'extra-field') await updated.span(async () => void (await updated.send(testCase, body)));
  }
  await checkNeighbours(updated, guard, others, written);
}

/** Returns an update to one item of an array that now has more: it shows whether updates replace or add items. */
function withOneItem({ bodies }: UpdatedResource, { case: testCase, body }: Probe): Probe | undefined {
  const [name = ''] = parsePointer(testCase.pointer ?? '');
  const value = isObject(body) ? body[name] : undefined;
  if (!isObject(body) || !Array.isArray(value) || value.length < 2) return undefined;
  return bodies.probe(
    'shorter',
    `with one item of ${JSON.stringify(name)}`,
    { ...body, [name]: value.slice(0, 1) },
    { detail: name, pointer: testCase.pointer ?? '' },
  );
}

/** Sends requests that must be refused, with values that can be undone. A refused request must change nothing. */
async function checkRefusals(updated: UpdatedResource): Promise<void> {
  const { harness, operation, bodies } = updated;
  const { session, source } = harness;
  const { parameters } = updated.resource;
  const plain = bodies.certain((name) => updated.current(name), 'plain');
  const mixed = bodies.mixed((name) => updated.current(name));
  const otherParents = await otherParentCases({ session, source, operation, parameters }, plain);
  const cases: [testCase: TestCase, body: Json | undefined][] = [];
  if (mixed) cases.push([mixed.case, mixed.body]);
  if (plain || !operation.body) {
    for (const testCase of keyCases(source, operation, parameters, plain)) cases.push([testCase, plain]);
    for (const testCase of otherParents) cases.push([testCase, plain]);
  }
  for (const testCase of brokenBodyCases(operation, parameters, {})) cases.push([testCase, undefined]);
  for (const testCase of wrongBodyCases(source, operation, parameters)) {
    const [name = ''] = parsePointer(testCase.pointer ?? '');
    if (updated.isWritten(name) && cases.length < updated.left)
      cases.push([testCase, JSON.parse(String(testCase.request.body)) as Json]);
  }
  for (const [testCase, body] of cases) await updated.span(() => refused(updated, testCase, body));
}

async function refused(updated: UpdatedResource, testCase: TestCase, body: Json | undefined): Promise<void> {
  const { harness, operation, resource } = updated;
  const outcome = await updated.send(testCase, body);
  if (outcome.ok) return reportOther(harness.session, operation, resource.parameters, outcome);
  if (outcome.status < 400) return;
  const read = await updated.read(`after ${testCase.id.split('/').slice(1).join(' ')}`);
  if (read) await reportMutated(updated, outcome, read.value);
}

/**
 * Checks that no other resource of the list has taken a value that was sent to this one. Somebody else may change
 * others, too, so only a longer text that was sent here counts.
 */
async function checkNeighbours(
  updated: UpdatedResource,
  guard: Guard,
  before: ReadonlyMap<string, unknown> | undefined,
  written: readonly JsonObject[],
): Promise<void> {
  const { harness, resource } = updated;
  const after = before && (await readList(harness, resource, 'beside updates'));
  if (!before || !after) return;
  const sent = [...written, Object.fromEntries(guard.resource.fields.map(({ name, before: value }) => [name, value]))];
  for (const [id, item] of after.items) {
    const old = before.get(id);
    if (id === updated.id || old === undefined) continue;
    const telling = updated.reflections.find(({ name, pointer }) => {
      const now = valueAt(item, pointer);
      return (
        typeof now === 'string' &&
        now.length >= 12 &&
        now !== valueAt(old, pointer) &&
        sent.some((body) => body[name] === now)
      );
    });
    if (!telling) continue;
    const accused = {
      ...after.outcome,
      case: { ...after.outcome.case, operationId: updated.operation.id, id: `${updated.operation.id}/beside` },
    };
    harness.session.report(
      accused,
      elsewhere(updated, telling, { id, before: valueAt(old, telling.pointer), after: valueAt(item, telling.pointer) }),
    );
    const other = { ...resource, parameters: { [resource.type.parameter]: id } };
    guard.rememberOther(other, old as Json, item as Json);
  }
}

/** Returns the deviation of an update that changed another resource. */
function elsewhere(
  updated: UpdatedResource,
  reflection: Reflection,
  { id, before, after }: { id: string; before: unknown; after: unknown },
): Deviation {
  return updated.deviation(reflection, {
    rule: 'update.elsewhere',
    message: `An update also changes another resource: ${JSON.stringify(reflection.name)} of ${id}.`,
    expected: before,
    actual: after,
  });
}

/** Switches flags three times: one change of another resource may be by others, but one that follows each is not. */
async function checkFlags(updated: UpdatedResource, before: ReadonlyMap<string, unknown> | undefined): Promise<void> {
  const { harness, bodies, resource } = updated;
  const { session } = harness;
  if (!before) return;
  const flags = updated.reflections.filter(
    ({ name, schema }) =>
      session.contract.resolve(schema).type === 'boolean' && updated.isWritten(name) && !updated.isFaulty(name),
  );
  for (const reflection of flags.slice(0, flagLimit)) {
    const { name, pointer } = reflection;
    const seen: ReadonlyMap<string, unknown>[] = [];
    let last: Outcome | undefined;
    for (const [round, value] of [true, false, true].entries()) {
      const probe = bodies.probe(
        'field',
        `with ${JSON.stringify(name)} alone`,
        { [name]: value },
        { detail: `${name} ${round}` },
      );
      last = await updated.send(probe.case, probe.body);
      const list = last.ok ? await readList(harness, resource, `after ${name} ${round}`) : undefined;
      if (list) seen.push(list.items);
      updated.saw(list?.items.get(updated.id));
    }
    const follows = (id: string): boolean =>
      seen.length === 3 && seen.every((items, round) => valueAt(items.get(id), pointer) === (round !== 1));
    const follower = [...(seen[0]?.keys() ?? [])].find((id) => id !== updated.id && follows(id));
    if (follower !== undefined && last)
      session.report(
        last,
        elsewhere(updated, reflection, { id: follower, before: valueAt(before.get(follower), pointer), after: true }),
      );
  }
  if (flags.length > 0) await updated.refresh('after flags');
}
