import { isObject, type JsonObject } from '../../contract/json.js';
import { Bodies } from '../cases/bodies.js';
import { distribute } from '../cases/distribution.js';
import { declaredMethods, methodCase, pathSpecificMethods, type UndeclaredMethod } from '../cases/methods.js';
import { type BaseRequest, bodyVariations, hasJsonBody, type Variation, variationCase } from '../cases/variations.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { mayBeOwner } from '../model/operation-words.js';
import { compareField, type FieldReflection } from '../model/reflection.js';
import { caseOf } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { takeFromStock } from './create-resource.js';
import { type Harness, readResource } from './harness.js';
import { reflectionsOf } from './update-test.js';
import { compareVariations } from './variations.js';

/** Sends writes in other forms to resources of the run, and also methods that the contract does not have. */
export async function checkWriteVariations(harness: Harness, isLocal: boolean): Promise<void> {
  const { session, source, scope } = harness;
  const { operations, resources } = session.contract;
  const types = resources.filter(
    ({ create, upsert, prefix }) =>
      [create, upsert].some((operation) => operation && scope.has(operation)) && !mayBeOwner(session.contract, prefix),
  );
  const selectionOptions = { seed: source.seed, operations: operations.length };
  const writesOf = ({ update, replace }: ResourceType): CheckedOperation[] =>
    [update, replace]
      .filter((write) => write !== undefined)
      .filter((write) => scope.has(write) && write.success?.status !== '202');
  const assignments = distribute<CheckedOperation, Variation>({
    ...selectionOptions,
    targets: types.flatMap(writesOf),
    variations: bodyVariations,
    isSuitable: ({ body }) => body !== undefined,
    nameOf: ({ id, tag }) => [id, tag],
  });
  const methods = distribute<ResourceType, UndeclaredMethod>({
    ...selectionOptions,
    targets: types,
    variations: writeMethods,
    isSuitable: (resourceType, method) => findOperationAtPath(harness, resourceType, method) !== undefined,
    nameOf: ({ prefix }) => [prefix, prefix],
  });
  await session.each(types, async (resourceType) => {
    for (const write of writesOf(resourceType)) {
      const variations = assignments.get(write) ?? [];
      const resource = variations.length > 0 ? await takeFromStock(harness, resourceType) : undefined;
      if (resource) await checkBodyVariations(harness, write, resource, variations);
    }
    for (const method of methods.get(resourceType) ?? []) {
      const resource = await takeFromStock(harness, resourceType);
      const operation = findOperationAtPath(harness, resourceType, method);
      if (resource && operation) await session.send(methodCase(operation, method, resource.parameters, isLocal));
    }
  });
}

/** Methods that could change the resource. DELETE comes last, since it could remove the resource. */
const writeMethods = ['post', 'put', 'patch', 'delete'].flatMap((name) =>
  pathSpecificMethods.filter((method) => method.name === name),
);

/** Returns an operation in scope at the path of the resource; undefined if the contract has the method `name` there. */
function findOperationAtPath(
  { source, scope }: Harness,
  { get, update, replace, remove }: ResourceType,
  { name }: UndeclaredMethod,
): CheckedOperation | undefined {
  const operation = [get, update, replace, remove].find((each) => each !== undefined && scope.has(each));
  return operation && !declaredMethods(source, operation.path).has(name) ? operation : undefined;
}

/** Checks that each form of the body has the effect of the usual one. Before each, the resource gets other values. */
async function checkBodyVariations(
  harness: Harness,
  operation: CheckedOperation,
  resource: Resource,
  variations: readonly Variation[],
): Promise<void> {
  const { session, source } = harness;
  const { parameters } = resource;
  const bodies = new Bodies({ source, operation, parameters });
  const [body, before] = ['forms', 'other values'].map((salt) => bodies.certainBody(() => undefined, salt));
  if (!body || !before) return;
  const caseWithBody = (content: JsonObject, detailText: string, detail: string): TestCase =>
    caseOf(operation, { kind: 'together', detail, about: detailText, expect: 'either', parameters, body: content });
  const usualRequest: BaseRequest = { operation, parameters, request: caseWithBody(body, '', '').request };
  if (!hasJsonBody(operation, usualRequest.request)) return;
  const applicableVariations = variations.filter((variation) => variationCase(usualRequest, variation) !== undefined);
  const reflections = reflectionsOf(harness, operation, resource);
  const hasValue = ({ value }: Outcome, reflection: FieldReflection): boolean =>
    Object.hasOwn(body, reflection.name) &&
    compareField(session.contract, reflection, body[reflection.name], value) !== 'other';
  await compareVariations(session, usualRequest, applicableVariations, {
    async send(testCase) {
      await session.send(caseWithBody(before, 'with other values', 'between forms'), 'counted');
      const outcome = await session.send(testCase);
      if (!outcome.ok || isObject(outcome.value)) return outcome;
      const read = await readResource(harness, resource, `after ${testCase.kind}`);
      return read ? { ...outcome, value: read.value } : outcome;
    },
    createUsualCase: (detail) => caseWithBody(body, 'with its fields', detail),
    isComparable: ({ ok }) => ok,
    hasSameEffect: (a, b) => reflections.every((reflection) => !hasValue(a, reflection) || hasValue(b, reflection)),
  });
}
