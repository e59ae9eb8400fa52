import { isObject } from '../../contract/json.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract.js';
import { headerOf } from '../model/exchange.js';
import { isSelf } from '../model/owners.js';
import { isSendable } from '../model/request.js';
import { formOf, isNamed, type ResourceType } from '../model/resources.js';
import { fieldOf, safelyDecoded } from '../session/fixtures.js';
import type { Outcome } from '../session/outcome.js';

/** Members that answers put a thing into. One that is called like the thing is one, too. */
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

/** Wrappers within wrappers that are looked into. */
const depthLimit = 3;

/**
 * The id of what a creation has made: what the answer shows, or the one that Location leads to (RFC 9110 §10.2.2).
 * Undefined where it is not certain.
 */
export function createdId(
  contract: CheckedContract,
  resourceType: ResourceType,
  { value, exchange }: Outcome,
): string | undefined {
  const top = idIn(resourceType, value);
  const schema = resourceType.create?.success?.bodies[0]?.schema;
  const isDocumented = schema !== undefined && fieldsOf(contract, schema).properties.has(resourceType.idField);
  const inside = insideOf(resourceType, value, 0);
  // The id beside a wrapper may be that of the request.
  const shown =
    top !== undefined && inside !== undefined && top !== inside && !isDocumented ? undefined : (top ?? inside);
  const location = exchange.response && headerOf(exchange.response, 'location');
  const id =
    shown ?? (location === undefined ? undefined : idOfLocation(resourceType, location, exchange.request.path));
  return id === undefined || isSelf(id) ? undefined : id;
}

function idIn({ idField }: ResourceType, value: unknown): string | undefined {
  const id = isObject(value) ? fieldOf(value, idField) : undefined;
  return id !== undefined && isSendable(id) ? id : undefined;
}

function insideOf(resourceType: ResourceType, value: unknown, depth: number): string | undefined {
  if (depth >= depthLimit) return undefined;
  // A list of one is what some answer to a creation.
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

/**
 * Location may begin with more than the path of the contract; where it leads to another kind of thing, it names none.
 */
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
