import { isObject } from '../../contract/json.js';
import { formOf } from '../../contract/path-template.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract.js';
import { headerOf } from '../model/exchange.js';
import { isSelf } from '../model/owners.js';
import { isSendable } from '../model/request.js';
import { isNamed, type ResourceType } from '../model/resources.js';
import { safelyDecoded } from '../session/fixtures.js';
import { fieldOf } from '../session/id-fields.js';
import type { Outcome } from '../session/outcome.js';

/** Members that responses wrap a resource in. A member with the name of the resource type is a wrapper, too. */
const wrappers = new Set([
  'data',
  'result',
  'results',
  'item',
  'response',
  'payload',
  'record',
  'resource',
  'entity',
  'object',
]);

/** Levels of nested wrappers to look into. */
const depthLimit = 3;

/** Returns the id in the response to a creation or in its Location (RFC 9110 §10.2.2); undefined if it is uncertain. */
export function createdId(
  contract: CheckedContract,
  resourceType: ResourceType,
  { value, exchange }: Outcome,
): string | undefined {
  const top = idIn(resourceType, value);
  const schema = resourceType.create?.success?.bodies[0]?.schema;
  const isDocumented = schema !== undefined && fieldsOf(contract, schema).properties.has(resourceType.idField);
  const inside = insideOf(resourceType, value, 0);
  // An id next to a wrapper may be that of the request.
  const shown =
    top !== undefined && inside !== undefined && top !== inside && !isDocumented ? undefined : (top ?? inside);
  const location = exchange.response && headerOf(exchange.response, 'location');
  const id =
    shown ?? (location === undefined ? undefined : idOfLocation(resourceType, location, exchange.request.path));
  return id === undefined || isSelf(id) ? undefined : id;
}

/** Returns the id that a response shows for a resource: its own field, or one in an envelope. */
export function shownId(resourceType: ResourceType, value: unknown): string | undefined {
  return idIn(resourceType, value) ?? insideOf(resourceType, value, 0);
}

function idIn({ idField }: ResourceType, value: unknown): string | undefined {
  const id = isObject(value) ? fieldOf(value, idField) : undefined;
  return id !== undefined && isSendable(id) ? id : undefined;
}

function insideOf(resourceType: ResourceType, value: unknown, depth: number): string | undefined {
  if (depth >= depthLimit) return undefined;
  // Some servers return a list with one item.
  if (Array.isArray(value))
    return value.length === 1
      ? (idIn(resourceType, value[0]) ?? insideOf(resourceType, value[0], depth + 1))
      : undefined;
  if (!isObject(value)) return undefined;
  for (const [name, below] of Object.entries(value)) {
    if (!wrappers.has(name.toLowerCase()) && !isNamed(resourceType.words, name)) continue;
    const id = idIn(resourceType, below) ?? insideOf(resourceType, below, depth + 1);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Returns the id in a Location, which may have a prefix before the path of the contract. */
function idOfLocation({ prefix }: ResourceType, location: string, requested: string): string | undefined {
  const form = formOf(prefix);
  let path: string;
  try {
    path = new URL(location, `http://server${requested}`).pathname;
  } catch {
    return undefined;
  }
  for (let rest = path; rest !== ''; rest = rest.slice(Math.max(0, rest.indexOf('/', 1)) || rest.length)) {
    const id = form.exec(rest)?.at(-1);
    if (id !== undefined) return isSendable(safelyDecoded(id)) ? safelyDecoded(id) : undefined;
  }
  return undefined;
}
