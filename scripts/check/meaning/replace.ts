import { Bodies, type JsonObject } from '../cases/bodies.js';
import { brokenBodyCases, idCases, keyCases, wrongBodyCases } from '../cases/refusals.js';
import { shown } from '../model/deviation.js';
import { weightOf } from '../judge/status.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Outcome } from '../session/session.js';
import { isEmpty, isObject, sameShown } from '../model/likeness.js';
import { reportMoved, reportReadOnly } from './read-only.js';
import { reportOther } from './reads.js';
import { reflections, shownAs, valueAt } from '../model/reflection.js';
import type { RuleId } from '../model/rules/index.js';
import { checkRandom } from './random.js';
import { withoutSharing } from './sharing.js';
import { readThing, type Workshop } from './thing.js';
import { type Thing } from '../session/thing.js';

/** What PUT to a thing shows: all of it is replaced, and twice is the same as once (RFC 9110 §9.3.4). */
export async function checkReplace(shop: Workshop, operation: CheckedOperation, thing: Thing): Promise<void> {
  const { session, source } = shop;
  const { contract } = session;
  const { parameters } = thing;
  const bodies = new Bodies(source, operation, parameters);
  const all = reflections(
    contract,
    operation,
    operation.success?.bodies[0]?.schema ?? thing.resource.get?.success?.bodies[0]?.schema,
  );
  const report = (
    outcome: Outcome,
    rule: RuleId,
    pointer: string,
    message: string,
    expected: unknown,
    actual: unknown,
  ): void =>
    session.report(outcome, {
      rule,
      severity: weightOf(operation, 'responses'),
      pointer,
      contract: operation.pointer,
      message,
      expected: shown(expected),
      actual: shown(actual),
    });

  for (const { case: kase } of bodies.examples()) await session.send(kase);
  const state = await readThing(shop, thing, 'before its replacement');
  const whole = bodies.certain(() => undefined, 'replace');
  if (whole) {
    const probe = bodies.probe('replace', 'with everything', whole, { detail: 'whole' });
    const first = await session.send(probe.case);
    if (first.ok) {
      reportOther(session, operation, parameters, first);
      const before = state?.value;
      const read = await readThing(shop, thing, 'after its replacement', (value) =>
        all.every(
          (each) => !Object.hasOwn(whole, each.name) || shownAs(contract, each, whole[each.name], value) !== 'other',
        ),
      );
      for (const reflection of all) {
        const { name, pointer } = reflection;
        if (!read || !Object.hasOwn(whole, name) || shownAs(contract, reflection, whole[name], read.value) !== 'other')
          continue;
        report(
          first,
          'replace.not-stored',
          pointer,
          `The next read does not show what PUT has sent for ${JSON.stringify(name)}.`,
          whole[name],
          valueAt(read.value, pointer),
        );
      }
      if (read) reportMoved(session, operation, first, before, read.value);
      const second = await session.send({
        ...probe.case,
        id: probe.case.id.replace('/replace', '/again'),
        kind: 'again',
        about: 'that was sent before',
      });
      const again = second.ok ? await readThing(shop, thing, 'after the same replacement') : undefined;
      for (const { name, pointer } of all) {
        if (!read || !again || sameShown(valueAt(read.value, pointer), valueAt(again.value, pointer))) continue;
        report(
          second,
          'replace.not-idempotent',
          pointer,
          `The same PUT sent twice shows another ${JSON.stringify(name)} than sent once.`,
          valueAt(read.value, pointer),
          valueAt(again.value, pointer),
        );
      }
      await checkLess(whole, bodies.least('less'));
    }
  }
  const readOnly = bodies.readOnly();
  const taken = readOnly && (await session.send(readOnly.case));
  const after = taken?.ok ? await readThing(shop, thing, 'after read-only fields') : undefined;
  if (after && taken && isObject(readOnly?.body))
    reportReadOnly(session, operation, taken, readOnly.body as JsonObject, after.value);
  for (const probe of [...bodies.boundaries(16), ...bodies.doubtful(8, 2)]) await session.send(probe.case);
  const apart = await withoutSharing(session, source, operation, parameters);
  const refusals = [
    ...keyCases(source, operation, parameters),
    ...idCases(apart, operation, parameters).filter(({ kind }) => kind === 'other-parent'),
    ...brokenBodyCases(operation, parameters, true),
    ...wrongBodyCases(source, operation, parameters).slice(0, 30),
  ];
  for (const kase of refusals) await session.send(kase);
  await checkRandom(shop, operation, bodies, parameters);

  /** What PUT leaves out is not there any longer. A default is no rest of what was there before. */
  async function checkLess(before: JsonObject, least: JsonObject): Promise<void> {
    const outcome = await session.send(bodies.probe('replace', 'with the least', least, { detail: 'least' }).case);
    const read = outcome.ok ? await readThing(shop, thing, 'after a smaller replacement') : undefined;
    for (const { name, pointer } of all) {
      const found = valueAt(read?.value, pointer);
      const isKept =
        !Object.hasOwn(least, name) && Object.hasOwn(before, name) && !isEmpty(found) && sameShown(found, before[name]);
      const isTelling =
        typeof before[name] === 'string' ? String(before[name]).length > 3 : typeof before[name] !== 'boolean';
      if (isKept && isTelling)
        report(
          outcome,
          'replace.keeps',
          pointer,
          `PUT keeps ${JSON.stringify(name)}, which it has not sent.`,
          undefined,
          found,
        );
    }
  }
}
