import { isObject } from '../../contract/json.js';
import type { Probe } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { valueAt } from '../model/reflection.js';
import { readResource } from './harness.js';
import type { UpdatedResource } from './updated-resource.js';

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
      updated.report(
        outcome,
        reflection.name,
        updated.deviation(reflection, { rule: 'merge.null-kept', message, expected: null, actual: found }),
      );
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
  const part: JsonObject = { [first]: (object as JsonObject)[first] ?? null };
  const before = await harness.session.send(
    bodies.probe('field', `with the whole of ${JSON.stringify(name)}`, { [name]: object }, { detail: `${name} whole` })
      .case,
  );
  const outcome = await harness.session.send(
    bodies.probe('field', `with a part of ${JSON.stringify(name)}`, { [name]: part }, { detail: `${name} part` }).case,
  );
  if (!before.ok || !outcome.ok) return;
  const keepsRest = (value: unknown): boolean => {
    const found = valueAt(value, reflection.pointer);
    return rest.every((key) => isObject(found) && (found[key] ?? null) !== null);
  };
  const read = await readResource(harness, resource, `after a part of ${name}`, keepsRest);
  if (!read || keepsRest(read.value)) return;
  const message = `A merge patch of a part of ${JSON.stringify(name)} removes the rest (RFC 7396).`;
  updated.report(
    outcome,
    name,
    updated.deviation(reflection, {
      rule: 'merge.replaces-object',
      message,
      expected: object,
      actual: valueAt(read.value, reflection.pointer),
    }),
  );
}
