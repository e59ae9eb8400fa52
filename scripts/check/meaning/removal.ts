import { idCases, keyCases } from '../cases/refusals.js';
import { weightOf } from '../judge/status.js';
import { caseOf } from '../model/request.js';
import type { RuleId } from '../model/rules/index.js';
import type { Outcome } from '../session/session.js';
import { isObject, sameShown } from '../model/likeness.js';
import { withoutSharing } from './sharing.js';
import { makeThing } from './making.js';
import { readList, readThing, removeThing, type Workshop } from './thing.js';
import { type Thing } from '../session/thing.js';

/** What deleting a thing shows: it is gone, and the list no longer shows it. A refused deletion leaves it there. */
export async function checkRemove(shop: Workshop, thing: Thing): Promise<void> {
  const { session, source } = shop;
  const { resource, parameters } = thing;
  const { remove } = resource;
  if (!remove || !thing.isOwn) return;
  const apart = await withoutSharing(session, source, remove, parameters);
  for (const kase of [
    ...keyCases(source, remove, parameters),
    ...idCases(apart, remove, parameters).filter(({ kind }) => kind === 'other-parent'),
  ])
    await session.send(kase);
  // What goes with a thing is mostly what was made after it.
  const beside = await makeThing(
    shop,
    resource,
    'beside',
    resource.create && shop.inScope(resource.create) ? 'counted' : 'preparing',
  );
  const before = await readList(shop, thing, 'before a deletion');
  const shownBefore = (await readThing(shop, thing, 'before its deletion'))?.value;
  const outcome = await session.send(
    caseOf(remove, { kind: 'delete', about: 'of a thing', expect: 'success', parameters }),
  );
  if (!outcome.ok) {
    if (beside) await removeThing(shop, beside.thing);
    return;
  }
  const report = (rule: RuleId, message: string, expected: string, actual: string): void =>
    session.report(outcome, {
      rule,
      severity: weightOf(remove, 'responses'),
      pointer: '',
      contract: remove.pointer,
      message,
      expected,
      actual,
    });
  if (resource.get) {
    const kase = {
      ...caseOf(resource.get, {
        kind: 'read-again',
        about: 'of a deleted thing',
        expect: 'any',
        parameters,
        detail: 'after its deletion',
      }),
    };
    const read = await session.settled(kase, ({ status }) => status >= 400);
    if (read.ok && !isMarked(outcome, shownBefore, read.value))
      report('delete.kept', 'A deleted thing can still be read.', 'status 404 or 410', `status ${read.status}`);
  }
  const id = parameters[resource.parameter] ?? '';
  const list = await readList(shop, thing, 'after a deletion', (items) => !items.has(id.toLowerCase()));
  const item = list?.items.get(id.toLowerCase());
  if (item !== undefined && !isMarked(outcome, before?.items.get(id.toLowerCase()), item))
    report('delete.listed', 'A deleted thing is still in the list.', `a list without ${id}`, 'a list with it');
  const lost = beside?.thing.parameters[resource.parameter]?.toLowerCase();
  if (lost !== undefined && before?.items.has(lost) && list && !list.items.has(lost))
    report(
      'delete.takes-others',
      'A deletion takes another thing away, too.',
      `a list with ${lost}`,
      'a list without it',
    );
  await session.send(
    caseOf(remove, { kind: 'delete-again', about: 'of a thing that was deleted', expect: 'either', parameters }),
  );
  if (beside) await removeThing(shop, beside.thing);
}

/** A thing may be kept with a mark that it is deleted, or go later where that is what the answer says (202). */
function isMarked({ status }: Outcome, before: unknown, after: unknown): boolean {
  if (status === 202) return true;
  if (!isObject(before) || !isObject(after)) return false;
  return Object.keys(after).some(
    (name) => /delet|archiv|remov|trash|activ|status|state/i.test(name) && !sameShown(before[name], after[name]),
  );
}
