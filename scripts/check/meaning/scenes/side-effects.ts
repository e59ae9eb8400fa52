import { isObject } from '../../../contract/json.js';
import type { Probe } from '../../cases/bodies.js';
import type { JsonObject } from '../../cases/body-values.js';
import { type Deviation, shown } from '../../model/deviation.js';
import { faultOf } from '../../model/fault.js';
import { type Reflection, valueAt } from '../../model/reflection.js';
import type { Outcome } from '../../session/outcome.js';
import { readList } from '../harness.js';
import type { UpdatedResource } from '../updated-resource.js';

type Resources = ReadonlyMap<string, unknown> | undefined;

/** Number of flags to switch, to see whether the flags of other resources follow. */
const flagLimit = 2;

/** Checks other resources of the list. Somebody else may change them, so only values that were sent here count. */
export async function checkOthers(
  updated: UpdatedResource,
  before: Resources,
  { case: testCase, body }: Probe,
): Promise<void> {
  const { harness, resource, operation } = updated;
  const after = before && (await readList(harness, resource, 'after updates'));
  if (!before || !after || !isObject(body)) return;
  for (const [id, item] of after.items) {
    const old = before.get(id);
    if (id === updated.id || old === undefined) continue;
    for (const reflection of updated.sentOf(body as JsonObject)) {
      const sent = body[reflection.name];
      const isTelling =
        typeof sent === 'string' &&
        sent.length >= 12 &&
        harness.session.contract.resolve(reflection.schema).format !== 'uuid';
      if (!isTelling || valueAt(item, reflection.pointer) !== sent || valueAt(old, reflection.pointer) === sent)
        continue;
      const accused: Outcome = {
        ...after.outcome,
        case: { ...after.outcome.case, operationId: operation.id, id: testCase.id },
      };
      harness.session.report(
        accused,
        elsewhere(updated, reflection, { id, before: valueAt(old, reflection.pointer), after: sent }),
      );
      return;
    }
  }
}

/** Returns the deviation of an update that changed another resource. */
export function elsewhere(
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
export async function checkFlags(updated: UpdatedResource, before: Resources): Promise<void> {
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

/** Checks that the list contains the current values of the resource. */
export async function checkListed(updated: UpdatedResource): Promise<void> {
  const { harness, resource } = updated;
  const differing = (item: unknown): Reflection[] =>
    updated.reflections.filter(({ pointer, name }) => {
      const listed = valueAt(item, pointer);
      return (
        !updated.isFaulty(name) &&
        listed !== undefined &&
        typeof listed !== 'object' &&
        listed !== valueAt(updated.state, pointer)
      );
    });
  const read = await readList(
    harness,
    resource,
    'after all updates',
    (items) => differing(items.get(updated.id)).length === 0,
  );
  const item = read?.items.get(updated.id);
  const { list } = resource.type;
  if (!read || !list || !isObject(item) || updated.state === undefined) return;
  for (const { pointer, name } of differing(item)) {
    if (await updated.moves(pointer)) continue;
    const fault = faultOf(list, {
      rule: 'list.stale',
      pointer: `/*${pointer}`,
      message: `The list contains an old value of ${JSON.stringify(name)} after an update.`,
      expected: shown(valueAt(updated.state, pointer)),
      actual: shown(valueAt(item, pointer)),
    });
    harness.session.report(read.outcome, fault);
  }
}
