import { isObject } from '../../contract/json.js';
import type { Probe } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { wrongBodyCases } from '../cases/wrong-bodies.js';
import type { TestCase } from '../model/case.js';
import { changedUnsent, valueAt } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import { readResource } from './harness.js';
import { refusalCases } from './lists/sharing.js';
import type { UpdatedResource } from './updated-resource.js';

/** Sends updates that must be refused to an existing resource, which they must not change. */
export async function checkRefusals(updated: UpdatedResource): Promise<void> {
  const { harness, operation, bodies } = updated;
  const { session, source } = harness;
  const { parameters } = updated.resource;
  const mixed = bodies.mixed((name) => updated.current(name));
  const sent: Outcome[] = [];
  if (mixed) {
    sent.push(await session.send(mixed.case));
    await checkUnchanged(updated, sent);
  }
  const cases = await refusalCases({ session, source, operation, parameters }, { isOfSubject: true });
  sent.push(...(await session.sendEach(cases.filter((testCase) => !isNested(testCase)))));
  await checkUnchanged(updated, sent);
}

/** Returns updates with an invalid value inside an item or an object. */
export function nestedWrongs({ harness, operation, resource }: UpdatedResource): TestCase[] {
  return wrongBodyCases(harness.source, operation, resource.parameters).filter(isNested);
}

function isNested({ pointer = '' }: TestCase): boolean {
  return pointer.lastIndexOf('/') > 0;
}

/** Checks that refused requests changed nothing. If one was accepted, that is reported elsewhere. */
async function checkUnchanged(updated: UpdatedResource, sent: readonly Outcome[]): Promise<void> {
  const first = sent.find(({ status }) => status >= 400);
  if (!first || sent.some(({ ok }) => ok) || updated.state === undefined) return;
  const read = await readResource(updated.harness, updated.resource, `after ${sent.length} refusals`);
  if (!read) return;
  await reportMutated(updated, first, read.value);
  updated.state = read.value;
}

/** Reports a change by a refused request. @param now the state after it */
export async function reportMutated(updated: UpdatedResource, refused: Outcome, now: unknown): Promise<void> {
  const all = changedUnsent(updated.reflections, new Set(), updated.state, now);
  const moves = await Promise.all(all.map(({ pointer }) => updated.moves(pointer)));
  const changed = all.find((_, index) => !moves[index]);
  if (!changed) return;
  const message = `A refused request still changes ${JSON.stringify(changed.name)}.`;
  const [expected, actual] = [updated.state, now].map((state) => valueAt(state, changed.pointer));
  const fault = { rule: 'refusal.changes', message, expected, actual } as const;
  updated.report(refused, 'a refusal', updated.deviation(changed, fault));
}

/** Number of nulls and long texts to try. */
export const doubtfulLimits = { nulls: 12, longs: 3 };

/** Sends null and long texts, which the server may refuse. In a merge patch, null removes a field (RFC 7396). */
export async function checkDoubtful(updated: UpdatedResource): Promise<void> {
  const { harness, operation, resource, bodies } = updated;
  const isMergePatch = /merge-patch\+json/i.test(operation.body?.media ?? '');
  const doubtful = bodies.doubtful(Math.min(doubtfulLimits.nulls, updated.left), doubtfulLimits.longs);
  const compare = async ({ case: testCase, body }: Probe): Promise<void> => {
    const outcome = await harness.session.send(testCase);
    if (!outcome.ok || testCase.kind !== 'null' || !isMergePatch || !isObject(body)) return;
    const isGone = (value: unknown): boolean =>
      updated.reflections.every(
        ({ name, pointer }) => body[name] !== null || (valueAt(value, pointer) ?? null) === null,
      );
    const read = await readResource(harness, resource, `after ${testCase.id.split('/').slice(1).join(' ')}`, isGone);
    for (const reflection of updated.reflections) {
      const found = valueAt(read?.value, reflection.pointer) ?? null;
      if (!read || body[reflection.name] !== null || found === null) continue;
      const message = `A merge patch with null does not remove ${JSON.stringify(reflection.name)} (RFC 7396).`;
      const fault = { rule: 'merge.null-kept', message, expected: null, actual: found } as const;
      updated.report(outcome, reflection.name, updated.deviation(reflection, fault));
    }
  };
  // The fields of a merge patch are read back one by one.
  if (isMergePatch) for (const probe of doubtful) await compare(probe);
  else await harness.session.tryEach(doubtful, compare);
  if (isMergePatch) await checkNested(updated);
  await updated.refresh('after doubtful updates');
}

/** Checks that a merge patch of a part of an object keeps the rest of it (RFC 7396). */
async function checkNested(updated: UpdatedResource): Promise<void> {
  const { harness, resource, bodies } = updated;
  const whole = Object.entries(bodies.certain(() => undefined, 'merge') ?? {});
  const [name, object] = whole.find(([, value]) => isObject(value) && Object.keys(value).length > 1) ?? [];
  const reflection = updated.reflections.find((each) => each.name === name);
  if (name === undefined || !isObject(object) || !reflection) return;
  const [first = '', ...rest] = Object.keys(object);
  const part = { [first]: object[first] ?? null };
  const send = (value: JsonObject, what: string): Promise<Outcome> => {
    const about = `with ${what === 'part' ? 'a part' : 'the whole'} of ${JSON.stringify(name)}`;
    return harness.session.send(bodies.probe('field', about, { [name]: value }, { detail: `${name} ${what}` }).case);
  };
  const before = await send(object, 'whole');
  const outcome = await send(part, 'part');
  if (!before.ok || !outcome.ok) return;
  const keepsRest = (value: unknown): boolean => {
    const found = valueAt(value, reflection.pointer);
    return rest.every((key) => isObject(found) && (found[key] ?? null) !== null);
  };
  const read = await readResource(harness, resource, `after a part of ${name}`, keepsRest);
  if (!read || keepsRest(read.value)) return;
  const message = `A merge patch of a part of ${JSON.stringify(name)} removes the rest (RFC 7396).`;
  const actual = valueAt(read.value, reflection.pointer);
  const fault = { rule: 'merge.replaces-object', message, expected: object, actual } as const;
  updated.report(outcome, name, updated.deviation(reflection, fault));
}
