import { isSameJson, type JsonObject } from '../../contract/json.js';
import { mayHavePages } from '../../contract/paging/list-parameters.js';
import { withoutSlash } from '../../contract/path-template.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { Bodies } from '../cases/bodies.js';
import { caseOfRepeatedRead } from '../cases/reads.js';
import type { RuleBreach } from '../model/breach.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { formatValue } from '../model/deviation.js';
import { headerOf } from '../model/exchange.js';
import { isEmpty, isEquivalent } from '../model/likeness.js';
import { compareField, findReflections, mayContainField, valueAt } from '../model/reflection.js';
import { caseOf } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import { idInResponse } from '../session/recognise.js';
import { pathOfReference } from '../session/reference.js';
import { fieldOf, type Resource } from '../session/resource.js';
import { isPartOfList } from '../session/whole-list.js';
import type { NewResource } from './create-resource.js';
import { etagOf } from './habits/further-reads.js';
import { type Harness, type ItemsById, isSurelyMissing, readList, removeResource } from './harness.js';
import { identifyResource } from './identify-resource.js';
import { QueryList } from './lists/query-list.js';
import { isVolatile, volatileKey } from './volatile-fields.js';

export interface CreationTest {
  harness: Harness;
  resourceType: ResourceType;
  create: CheckedOperation;
}

export function reportMissingId({ harness: { session }, resourceType, create }: CreationTest, outcome: Outcome): void {
  const { idField } = resourceType;
  const schema = create.success?.bodies[0]?.schema;
  const idOperation = resourceType.get ?? resourceType.update ?? resourceType.remove;
  const isShown = schema !== undefined && fieldsOf(session.contract, schema).properties.has(idField);
  if (!isShown || !idOperation || outcome.value === undefined || fieldOf(outcome.value, idField) !== undefined) return;
  const message = 'The response to a creation request does not contain the id of the new resource.';
  const details = { message, expected: `the field ${JSON.stringify(idField)}`, actual: 'no such field' };
  session.reportFault(outcome, create, { rule: 'create.no-id', pointer: `/${idField}`, ...details });
}

const missingValueMessages = {
  'create.not-shown': 'The response to a creation request does not contain the value sent for',
  'create.not-stored': 'A read after a creation request does not contain the value sent for',
};

/**
 * Reports sent fields that the response or the next read lacks, unless these fields also change without writes.
 *
 * @param resource undefined if it is already deleted
 */
export async function reportMissingValues(
  { harness, resourceType, create }: CreationTest,
  { outcome, body, resource }: { outcome: Outcome; body: JsonObject; resource?: Resource },
  rule: keyof typeof missingValueMessages,
): Promise<void> {
  const { session } = harness;
  const { contract } = session;
  if (outcome.value === undefined) return;
  const operation = rule === 'create.not-shown' ? create : resourceType.get;
  for (const reflection of findReflections(contract, create, create.success?.bodies[0]?.schema)) {
    const { name, pointer } = reflection;
    // Null and an empty string may ask the server to choose a value, so they are not compared.
    const isValueSent = Object.hasOwn(body, name) && body[name] !== null && body[name] !== '';
    if (!isValueSent || !mayContainField(contract, operation?.success?.bodies[0]?.schema, pointer)) continue;
    if (compareField(contract, reflection, body[name], outcome.value) !== 'other') continue;
    if (rule === 'create.not-stored' && session.tally.has(`create.not-shown:${create.id}:${pointer}`)) continue;
    const isValueChanging = resource
      ? await isVolatile(harness, resource, pointer, !session.tally.has(`${rule}:${create.id}:${pointer}`))
      : harness.notebook.volatileFields.get(volatileKey({ type: resourceType }, pointer));
    if (isValueChanging) continue;
    const message = `${missingValueMessages[rule]} ${JSON.stringify(name)}.`;
    const texts = { expected: formatValue(body[name]), actual: formatValue(valueAt(outcome.value, pointer)) };
    session.reportFault(outcome, create, { rule, pointer, message, ...texts });
  }
}

/** Reports fields that a creation left out and that now have a value other than the default of their schema. */
export function reportOtherDefaults({ harness, create }: CreationTest, outcome: Outcome, body: JsonObject): void {
  const { contract } = harness.session;
  for (const { name, schema, pointer } of findReflections(contract, create, create.success?.bodies[0]?.schema)) {
    const expected = contract.resolve(schema).default;
    const actual = valueAt(outcome.value, pointer);
    if (expected === undefined || Object.hasOwn(body, name) || isEmpty(actual) || isEquivalent(actual, expected))
      continue;
    const message = `A resource created without ${JSON.stringify(name)} does not have the default value of this field.`;
    const texts = { message, expected: formatValue(expected), actual: formatValue(actual) };
    harness.session.reportFault(outcome, create, { rule: 'create.default', pointer, ...texts });
  }
}

/** Checks that a created resource can be read, that its list contains it once, and that Location leads to it. */
export async function checkCreatedResource(
  test: CreationTest,
  newResource: NewResource,
  idBefore: ItemsById | undefined,
): Promise<void> {
  const { harness, create } = test;
  const { resource, outcome } = newResource;
  const report = (fault: RuleBreach | undefined): void => {
    if (fault) harness.session.reportFault(outcome, create, fault);
  };
  report(await checkRead(test, newResource));
  const shownId = resource.parameters[resource.type.parameter] ?? '';
  const id = shownId.toLowerCase();
  const list = await readList(harness, resource, 'after a creation', (items) => items.has(id));
  if (list) {
    await checkIsListed(test, newResource, list);
    const twin = [...list.items].find(
      ([other, item]) => other !== id && !idBefore?.items.has(other) && hasCommonText(item, newResource.body),
    );
    const message = 'One creation request creates more than one resource.';
    const texts = { message, expected: 'one new resource', actual: `${shownId} and ${twin?.[0]}` };
    if (twin) report({ rule: 'create.listed-twice', ...texts });
  }
  report(await findLocationFault(test, newResource));
}

async function checkRead(test: CreationTest, createdResource: NewResource): Promise<RuleBreach | undefined> {
  const { resource, outcome } = createdResource;
  const { get } = resource.type;
  if (!get) return undefined;
  const testCase = caseOfRepeatedRead(get, resource.parameters, 'after its creation');
  const read = await test.harness.session.readUntil(testCase, ({ ok }) => ok);
  if (read.ok && read.value !== undefined) {
    const readOutcome = { ...outcome, value: read.value };
    await reportMissingValues(test, { ...createdResource, outcome: readOutcome }, 'create.not-stored');
    return faultOfEtag(test.harness, createdResource, read, get);
  }
  if ((read.ok && read.exchange.response?.bytes.length === 0) || (provesAbsence(read) && isIdKnown(test))) {
    const message = 'A created resource cannot be read.';
    return { rule: 'create.not-found', message, expected: 'the resource', actual: 'no such resource' };
  }
  return undefined;
}

/**
 * Compares the strong ETag of a creation with that of a read (RFC 9110 §15.3.2). The comparison proves nothing if the
 * two responses differ, or if each read has a different ETag.
 */
async function faultOfEtag(
  { session }: Harness,
  { resource, outcome }: NewResource,
  read: Outcome,
  get: CheckedOperation,
): Promise<RuleBreach | undefined> {
  const [createdText, shownText] = [strongEtagOf(outcome), strongEtagOf(read)];
  if (createdText === undefined || shownText === undefined || createdText === shownText) return undefined;
  if (!isSameJson(outcome.value, read.value)) return undefined;
  const secondRead = await session.send(caseOfRepeatedRead(get, resource.parameters, 'after its creation, once more'));
  if (strongEtagOf(secondRead) !== shownText) return undefined;
  const message = 'A creation returns a different ETag than later reads of the resource (RFC 9110 §15.3.2).';
  return { rule: 'http.etag', message, expected: shownText, actual: createdText };
}

function strongEtagOf(outcome: Outcome): string | undefined {
  const etag = etagOf(outcome);
  return etag?.startsWith('"') ? etag : undefined;
}

/**
 * Whether the response to a creation surely contains the id for the path of the resource: the creation has that path
 * without its last segment, or a read has proven it.
 */
function isIdKnown({ harness: { fixtures }, resourceType, create }: CreationTest): boolean {
  const { prefix } = resourceType;
  const isCreatedInParent = withoutSlash(create.path) === prefix.slice(0, prefix.lastIndexOf('/'));
  return isCreatedInParent || fixtures.notebook.isIdFieldProven(resourceType);
}

async function checkIsListed(test: CreationTest, { resource, outcome }: NewResource, list: ItemsById): Promise<void> {
  const { items } = list;
  const { harness, create } = test;
  const id = resource.parameters[resource.type.parameter] ?? '';
  if (items.has(id.toLowerCase()) || (await isOnAnotherPage(harness, resource, list))) return;
  const isEvidence = await isMinimalResourceListed(test, resource);
  const message = 'A created resource is not in the list.';
  const actual = `a list of ${items.size} without it${isEvidence ? ', but with one that has fewer fields' : ''}`;
  const fault = { rule: 'create.not-listed', message, expected: `a list with ${id}`, actual } as const;
  harness.session.reportFault(outcome, create, fault, { isEvidence });
}

/** Whether a failed read proves that the resource is missing: not if the server is busy or refuses the key. */
function provesAbsence({ status }: Outcome): boolean {
  return status >= 300 && status < 500 && ![401, 403, 429].includes(status);
}

/** Whether a later page of the list contains the resource, or it is unclear where the list ends. */
async function isOnAnotherPage(harness: Harness, resource: Resource, listItems: ItemsById): Promise<boolean> {
  const { session } = harness;
  const { list, idField, parameter } = resource.type;
  const id = resource.parameters[parameter]?.toLowerCase() ?? '';
  if (list && isPartOfList(list, listItems.outcome, listItems.items.size)) return true;
  if (list?.paging) return !(await isSurelyMissing(harness, resource, listItems, id));
  if (!list || !mayHavePages(list.parameters)) return false;
  const query = new QueryList(session, list, resource.parents, idField);
  const all = (await query.readAll())?.items;
  if (!all) return true;
  if (all.some((item) => fieldOf(item, idField)?.toLowerCase() === id)) return true;
  const { limit } = query.knownParameters;
  const maximum = limit && session.contract.resolve(limit.schema).maximum;
  // Without a documented maximum, the server may have its own limit, so another page may follow.
  return maximum === undefined || (all.length >= query.largestPageSize && all.length % query.largestPageSize === 0);
}

/** Whether the list contains a new resource that has only the required fields; some lists omit such resources. */
async function isMinimalResourceListed(
  { harness, create }: CreationTest,
  { type: resourceType, parents }: Resource,
): Promise<boolean> {
  const body = new Bodies({ source: harness.source, operation: create, parameters: parents }).minimalBody('listed');
  const parts = { kind: 'create', about: 'with only the required fields', expect: 'either', detail: 'least' } as const;
  const testCase = caseOf(create, { ...parts, parameters: parents, body });
  const outcome = create.body ? await harness.session.send(testCase, 'counted') : undefined;
  const resource = outcome && identifyResource(harness, resourceType, parents, outcome);
  if (!resource) return false;
  const id = resource.parameters[resourceType.parameter]?.toLowerCase() ?? '';
  const list = await readList(harness, resource, 'after the least', (items) => items.has(id));
  await removeResource(harness, resource);
  return list?.items.has(id) === true;
}

/** Whether an item contains a string that was generated for another resource. */
function hasCommonText(item: unknown, body: JsonObject): boolean {
  const texts = new Set(Object.values(body).filter((value) => typeof value === 'string' && value.length >= 12));
  return Object.values(item ?? {}).some((value) => texts.has(value));
}

async function findLocationFault(
  { harness: { session }, create }: CreationTest,
  { resource, outcome }: NewResource,
): Promise<RuleBreach | undefined> {
  const { type: resourceType, parameters } = resource;
  const { response } = outcome.exchange;
  const location = response && headerOf(response, 'location');
  if (location === undefined) return undefined;
  const path = pathOfReference(location, outcome.case.request.path, session.baseUrl);
  if (path === undefined) return undefined;
  const id = parameters[resourceType.parameter] ?? '';
  const read = await session.send({
    ...caseOf(create, { kind: 'href', about: 'for its Location', expect: 'any', parameters, detail: 'location' }),
    operationId: create.id,
    request: { method: 'GET', path, headers: {}, key: 'right' },
  });
  if (read.exchange.attempts === 0) return undefined;
  if (!read.ok && provesAbsence(read)) {
    const message = 'The Location header does not lead to the created resource (RFC 9110 §10.2.2).';
    const actual = `${location} returned ${read.status}`;
    return { rule: 'location.dead', message, expected: `the path of ${id}`, actual };
  }
  const actualId = idInResponse(resourceType, read.value);
  const readSchema = create.success?.bodies[0] && resourceType.get?.success?.bodies[0]?.schema;
  const hasIdInSchema = readSchema && fieldsOf(session.contract, readSchema).properties.has(resourceType.idField);
  if (read.ok && hasIdInSchema && actualId === undefined) {
    const message = 'The Location header leads to something other than the created resource.';
    const actual = `a response without ${JSON.stringify(resourceType.idField)}`;
    return { rule: 'location.other', message, expected: id, actual };
  }
  if (actualId === undefined || actualId.toLowerCase() === id.toLowerCase()) return undefined;
  const message = 'The Location header leads to a different resource than the created one.';
  return { rule: 'location.other', message, expected: id, actual: actualId };
}
