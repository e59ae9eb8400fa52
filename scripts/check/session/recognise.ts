import { isObject } from '../../contract/json.js';
import { pathPattern } from '../../contract/path-template.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { linksOf, parametersOfLink } from '../model/contract/document-links.js';
import { listShape, prefixesOf, type ResourceType, withoutEnvelope } from '../model/contract/resources.js';
import { headerOf } from '../model/exchange.js';
import { isSelf } from '../model/operation-words.js';
import { isSendable } from '../model/request.js';
import { endsWithWords, wordsIn } from '../model/words.js';
import { decodePart } from './fixtures.js';
import type { Outcome } from './outcome.js';
import { fieldOf } from './resource.js';

/** Members in which responses wrap a resource. A member with the name of the resource type is also a wrapper. */
const wrapperNamePattern = /^(?:data|results?|item|response|payload|record|resource|entity|object)$/i;

/** Maximum number of nested wrappers to look into. */
const depthLimit = 3;

/** Returns the id in the response to a creation or in its Location (RFC 9110 §10.2.2); undefined if it is uncertain. */
export function idOfCreation(
  contract: CheckedContract,
  resourceType: ResourceType,
  { value, exchange }: Pick<Outcome, 'value' | 'exchange'>,
): string | undefined {
  const linkId = idOfLink(contract, resourceType, value);
  if (linkId !== undefined || hasOtherType(contract, resourceType)) return linkId;
  const topId = idOf(resourceType, value);
  const schema = resourceType.create?.success?.bodies[0]?.schema;
  const isDocumented = schema !== undefined && fieldsOf(contract, schema).properties.has(resourceType.idField);
  const innerId = idOf(resourceType, innerResource(resourceType, value, 0));
  // An id outside the wrapper may identify the request, and not the resource.
  const isUncertain = topId !== undefined && innerId !== undefined && topId !== innerId && !isDocumented;
  const { request, response } = exchange;
  const location = response && headerOf(response, 'location');
  const locationId = location === undefined ? undefined : idOfLocation(resourceType, location, request.path);
  const id = (isUncertain ? undefined : (topId ?? innerId)) ?? locationId;
  return id === undefined || isSelf(id) ? undefined : id;
}

/** Whether the response to a creation has a different schema than the list's items, such as the schema of a version. */
function hasOtherType({ resolve }: CheckedContract, { create, get, list }: ResourceType): boolean {
  const schema = create?.success?.bodies[0]?.schema;
  const bodyRef = schema && withoutEnvelope(schema, resolve).$ref;
  const itemRef = list && listShape(list, resolve)?.items.$ref;
  return !get && bodyRef !== undefined && itemRef !== undefined && bodyRef !== itemRef;
}

/** Returns the id that a link of the document finds in the response to a creation; undefined if it finds none. */
function idOfLink(contract: CheckedContract, { create, prefix, parameter }: ResourceType, value: unknown) {
  const links = create ? linksOf(contract, create) : [];
  const link = links.find(({ target }) => prefixesOf(target.path).at(-1) === prefix);
  const ownLink = link && { target: { ...link.target, pathParameters: [parameter] }, sources: link.sources };
  const id = ownLink && parametersOfLink(ownLink, { value, parameters: {} })?.[parameter];
  return id !== undefined && isSendable(id) ? id : undefined;
}

/** Returns the id of a resource in a response: from the resource itself, or from the resource in an envelope. */
export function idInResponse(resourceType: ResourceType, value: unknown): string | undefined {
  return idOf(resourceType, value) ?? idOf(resourceType, innerResource(resourceType, value, 0));
}

/** Returns the resource in a response, without the envelope around it; undefined if the response is not an object. */
export function resourceIn(value: unknown, resourceType: ResourceType): Record<string, unknown> | undefined {
  if (!isObject(value)) return undefined;
  return idOf(resourceType, value) === undefined ? (innerResource(resourceType, value, 0) ?? value) : value;
}

function idOf({ idField, words }: ResourceType, value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  // Without a field `id`, the field `dataset_id` is the id of a dataset.
  const idName = idField === 'id' && Object.keys(value).find((name) => isIdOf(words, name));
  const id = fieldOf(value, idField) ?? (idName ? fieldOf(value, idName) : undefined);
  return id !== undefined && isSendable(id) ? id : undefined;
}

function isIdOf(words: ResourceType['words'], name: string): boolean {
  const [id, ...rest] = [...wordsIn(name)].reverse();
  return id === 'id' && words.some((word) => word.join(' ') === rest.reverse().join(' '));
}

function innerResource(resourceType: ResourceType, value: unknown, depth: number): Record<string, unknown> | undefined {
  if (depth >= depthLimit) return undefined;
  // Some servers put the resource into a list with a single item.
  if (!isObject(value) && !(Array.isArray(value) && value.length === 1)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value) && !wrapperNamePattern.test(name) && !endsWithWords(resourceType.words, name)) continue;
    const isResourceMember = isObject(member) && idOf(resourceType, member) !== undefined;
    const match = isResourceMember ? member : innerResource(resourceType, member, depth + 1);
    if (match) return match;
  }
  return undefined;
}

/** Returns the id in a Location, which may have a prefix before the path of the contract; undefined if it has none. */
export function idOfLocation({ prefix }: ResourceType, location: string, requestPath: string): string | undefined {
  const pattern = pathPattern(prefix);
  let path: string;
  try {
    path = new URL(location, `http://server${requestPath}`).pathname;
  } catch {
    return undefined;
  }
  for (let suffix = path; suffix !== ''; suffix = suffix.slice(Math.max(0, suffix.indexOf('/', 1)) || suffix.length)) {
    const id = pattern.exec(suffix)?.at(-1);
    if (id !== undefined) return isSendable(decodePart(id)) ? decodePart(id) : undefined;
  }
  return undefined;
}
