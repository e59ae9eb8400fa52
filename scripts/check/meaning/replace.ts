import { isObject, type Json } from '../../contract/json.js';
import type { JsonObject } from '../cases/body-values.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { isEmpty, sameShown } from '../model/likeness.js';
import { type Reflection, shownAs, valueAt } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource } from './harness.js';
import { refusalCases } from './lists/sharing.js';
import { reportField, reportMoved, reportReadOnly, reportTouched } from './moving.js';
import { checkRandom } from './random.js';
import { reportOther } from './reads.js';
import { sentAgain, UpdatedResource } from './updated-resource.js';

/** Bodies that do not fit to try. */
const wrongLimit = 30;

/** Tests a PUT: it must replace everything, and a repetition must change nothing (RFC 9110 §9.3.4). */
export async function checkReplace(harness: Harness, operation: CheckedOperation, resource: Resource): Promise<void> {
  const { session } = harness;
  const replaced = new UpdatedResource(harness, operation, resource);
  const { bodies } = replaced;
  const before = await readResource(harness, resource, 'before its replacement');
  for (const { case: testCase, otherwise } of bodies.examples())
    if (!(await session.send(testCase)).ok && otherwise) await session.send(otherwise.case);
  const takesOurs = await checkWhole(replaced, before);
  const readOnly = bodies.readOnly();
  const taken = readOnly && (await session.send(readOnly.case));
  const after = taken?.ok ? await readResource(harness, resource, 'after read-only fields') : undefined;
  if (after && taken && isObject(readOnly?.body))
    reportReadOnly(session, operation, taken, { sent: readOnly.body, response: after.value });
  for (const probe of [...(takesOurs ? bodies.boundaries(16) : []), ...bodies.doubtful(8, 2)])
    await session.send(probe.case);
  if (takesOurs) await checkRandom(harness, bodies);
}

/** Sends replacements that must be refused. */
export async function checkReplaceRefusals(
  { session, source }: Harness,
  operation: CheckedOperation,
  { parameters }: Resource,
): Promise<void> {
  const aimed = { session, source, operation, parameters };
  await session.sendEach(await refusalCases(aimed, { isOfSubject: true, most: wrongLimit }));
}

/**
 * Replaces a resource with all fields, then with the same again, then with only the required fields.
 *
 * @returns false if the service knows of values that no schema tells: it takes only what the resource shows already
 */
async function checkWhole(replaced: UpdatedResource, before: Outcome | undefined): Promise<boolean> {
  const { harness, operation, resource, bodies, reflections } = replaced;
  const { session } = harness;
  const whole = bodies.certain(() => undefined, 'replace');
  if (!whole) return true;
  const probe = bodies.probe('replace', 'with everything', whole, { detail: 'whole' });
  const wasTaken = session.tally.countsOf(operation.id).success;
  const first = await session.send(probe.case, 'counted');
  const takesOurs = first.ok || wasTaken || !(await replaceBySame(replaced, before));
  for (const deviation of first.deviations)
    if (takesOurs || deviation.rule !== 'request.refused') session.report(first, deviation);
  if (!first.ok) return takesOurs;
  reportOther(session, operation, resource.parameters, first);
  const isLost = (reflection: Reflection, value: unknown): boolean =>
    Object.hasOwn(whole, reflection.name) &&
    shownAs(session.contract, reflection, whole[reflection.name], value) === 'other';
  const read = await readResource(
    harness,
    resource,
    'after its replacement',
    (value) => !reflections.some((each) => isLost(each, value)),
  );
  for (const reflection of reflections) {
    if (!read || !isLost(reflection, read.value)) continue;
    const { name, pointer } = reflection;
    const message = `The next read does not contain the value that PUT sent for ${JSON.stringify(name)}.`;
    const [expected, actual] = [whole[name], valueAt(read.value, pointer)];
    await reportField(replaced, first, { rule: 'replace.not-stored', pointer, message, expected, actual });
  }
  if (read) await reportMoved(replaced, first, { before: before?.value, after: read.value });
  const second = await session.send(sentAgain(probe).case);
  const again = second.ok ? await readResource(harness, resource, 'after the same replacement') : undefined;
  if (read && again) await reportChanged(replaced, second, read.value, again.value);
  const states = { before: before?.value, after: read?.value, again: again?.value };
  await reportTouched(replaced, 'replace.touches', second.ok ? second : first, states);
  await checkLess(replaced, whole);
  return true;
}

/** Replaces a resource by what it shows already. @returns whether the server takes that */
async function replaceBySame({ harness, bodies }: UpdatedResource, before: Outcome | undefined): Promise<boolean> {
  const value = before?.value;
  if (!isObject(value)) return false;
  const shown = bodies.properties.filter(({ name, required }) => required || Object.hasOwn(value, name));
  const body = Object.fromEntries(shown.map(({ name }) => [name, value[name] as Json]));
  if (shown.length === 0 || Object.values(body).includes(undefined as never)) return false;
  const about = 'with what it shows already';
  return (await harness.session.send(bodies.probe('replace', about, body, { detail: 'same', expect: 'either' }).case))
    .ok;
}

/** Reports fields that the second of two identical PUT requests changed. */
async function reportChanged(replaced: UpdatedResource, second: Outcome, once: unknown, twice: unknown): Promise<void> {
  for (const { name, pointer } of replaced.reflections) {
    const [expected, actual] = [valueAt(once, pointer), valueAt(twice, pointer)];
    if (sameShown(expected, actual)) continue;
    const message = `The same PUT sent twice results in a different ${JSON.stringify(name)} than sent once.`;
    await reportField(replaced, second, { rule: 'replace.not-idempotent', pointer, message, expected, actual });
  }
}

/** Checks that PUT removes the fields that it leaves out. Short texts and booleans may be defaults. */
async function checkLess(replaced: UpdatedResource, before: JsonObject): Promise<void> {
  const { harness, resource, bodies, reflections } = replaced;
  const least = bodies.least('less');
  const outcome = await harness.session.send(
    bodies.probe('replace', 'with the least', least, { detail: 'least' }).case,
  );
  const read = outcome.ok ? await readResource(harness, resource, 'after a smaller replacement') : undefined;
  for (const { name, pointer } of reflections) {
    // The path says which one it is.
    if (name === resource.type.idField) continue;
    const found = valueAt(read?.value, pointer);
    const isKept =
      !Object.hasOwn(least, name) && Object.hasOwn(before, name) && !isEmpty(found) && sameShown(found, before[name]);
    const isTelling =
      typeof before[name] === 'string' ? String(before[name]).length > 3 : typeof before[name] !== 'boolean';
    if (!isKept || !isTelling) continue;
    const message = `PUT keeps ${JSON.stringify(name)}, which it did not send.`;
    await reportField(replaced, outcome, {
      rule: 'replace.keeps',
      pointer,
      message,
      expected: undefined,
      actual: found,
    });
  }
}
