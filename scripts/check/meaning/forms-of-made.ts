import { isObject } from '../../contract/json.js';
import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { dealt } from '../cases/dealing.js';
import { declaredAt, methodCase, otherMethods, type UndeclaredMethod } from '../cases/methods.js';
import { bodyVariations, hasJsonBody, type Usual, type Variation, variationCase } from '../cases/variations.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { mayBeOwner } from '../model/operation-words.js';
import { type Reflection, shownAs } from '../model/reflection.js';
import { caseOf } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource } from './harness.js';
import { inStock } from './making.js';
import { reflectionsOf } from './updated-resource.js';
import { compareVariations } from './variations.js';

/** Sends writes in other forms, and methods that the contract does not have, to resources that the run has created. */
export async function checkFormsOfMade(harness: Harness, isLocal: boolean): Promise<void> {
  const { session, source, scope } = harness;
  const { operations, resources } = session.contract;
  const made = resources.filter(
    ({ create, upsert, prefix }) =>
      [create, upsert].some((each) => each && scope.has(each)) && !mayBeOwner(session.contract, prefix),
  );
  const common = { seed: source.seed, operations: operations.length };
  const writesOf = ({ update, replace }: ResourceType): CheckedOperation[] =>
    [update, replace]
      .filter((write) => write !== undefined)
      .filter((write) => scope.has(write) && write.success?.status !== '202');
  const hands = dealt<CheckedOperation, Variation>({
    ...common,
    targets: made.flatMap(writesOf),
    variations: bodyVariations,
    suits: ({ body }) => body !== undefined,
    nameOf: ({ id, tag }) => [id, tag],
  });
  const methods = dealt<ResourceType, UndeclaredMethod>({
    ...common,
    targets: made,
    variations: changingLast,
    suits: (resourceType, method) => carrierOf(harness, resourceType, method) !== undefined,
    nameOf: ({ prefix }) => [prefix, prefix],
  });
  await session.each(made, async (resourceType) => {
    for (const write of writesOf(resourceType)) {
      const variations = hands.get(write) ?? [];
      const resource = variations.length > 0 ? await inStock(harness, resourceType) : undefined;
      if (resource) await checkBodyVariations(harness, write, resource, variations);
    }
    for (const method of methods.get(resourceType) ?? []) {
      const resource = await inStock(harness, resourceType);
      const carrier = carrierOf(harness, resourceType, method);
      if (resource && carrier) await session.send(methodCase(carrier, method, resource.parameters, isLocal));
    }
  });
}

/** Methods that could change the resource, the one that could delete it last. */
const changingLast = ['post', 'put', 'patch', 'delete'].flatMap((name) =>
  otherMethods.filter((method) => method.name === name),
);

/** An operation at the path of the resource, unless the path has the method. */
function carrierOf(
  { source, scope }: Harness,
  { get, update, replace, remove }: ResourceType,
  { name }: UndeclaredMethod,
): CheckedOperation | undefined {
  const carrier = [get, update, replace, remove].find((each) => each !== undefined && scope.has(each));
  return carrier && !declaredAt(source, carrier.path).has(name) ? carrier : undefined;
}

/** Each form of the body must have the effect of the usual one on a resource that had other values before. */
async function checkBodyVariations(
  harness: Harness,
  operation: CheckedOperation,
  resource: Resource,
  variations: readonly Variation[],
): Promise<void> {
  const { session, source } = harness;
  const { parameters } = resource;
  const bodies = new Bodies({ source, operation, parameters });
  const [body, before] = ['forms', 'other values'].map((salt) => bodies.certain(() => undefined, salt));
  if (!body || !before) return;
  const withBody = (sent: JsonObject, about: string, detail: string): TestCase =>
    caseOf(operation, { kind: 'together', detail, about, expect: 'either', parameters, body: sent });
  const usual: Usual = { operation, parameters, request: withBody(body, '', '').request };
  if (!hasJsonBody(operation, usual.request)) return;
  const fitting = variations.filter((variation) => variationCase(usual, variation) !== undefined);
  const reflections = reflectionsOf(harness, operation, resource);
  const shows = ({ value }: Outcome, reflection: Reflection): boolean =>
    Object.hasOwn(body, reflection.name) &&
    shownAs(session.contract, reflection, body[reflection.name], value) !== 'other';
  await compareVariations(session, usual, fitting, {
    async send(testCase) {
      await session.send(withBody(before, 'with other values', 'between forms'), 'counted');
      const outcome = await session.send(testCase);
      if (!outcome.ok || isObject(outcome.value)) return outcome;
      const read = await readResource(harness, resource, `after ${testCase.kind}`);
      return read ? { ...outcome, value: read.value } : outcome;
    },
    usual: (detail) => withBody(body, 'with its fields', detail),
    isUsual: ({ ok }) => ok,
    isSame: (one, other) => reflections.every((each) => !shows(one, each) || shows(other, each)),
  });
}
