import type { OpenApiDocument } from '../../contract/document.js';
import { schemasOf } from './marked.js';
import type { Sight } from './sighted.js';

/** Of the fields of an object, how many a schema has to list, so that the object may be a resource with it. */
const known = 0.8;

/** Schemas of resources that the id of an operation names: those of `deleteBadge` and `approvePartnerEntryReview`. */
export function namedSchemas(document: OpenApiDocument, operationId: string): string[] {
  const named = Object.keys(schemasOf(document)).filter((name) => operationId.includes(name));
  return named.filter((name) => !named.some((other) => other.length > name.length && other.includes(name)));
}

/** Whether a schema lists nearly all fields of an object, which has at least half of those that the schema lists. */
export function isLike(document: OpenApiDocument, name: string, value: object): boolean {
  const documented = Object.keys(schemasOf(document)[name]?.properties ?? {});
  const fields = Object.keys(value);
  const listed = fields.filter((each) => documented.includes(each)).length;
  return listed > 1 && listed * 2 >= documented.length && listed >= fields.length * known;
}

/** Whether an object in a response is another resource that the operation names, and not the documented one. */
export function isAnother(document: OpenApiDocument, { operation, shown }: Sight, value: object): boolean {
  if (operation.method === 'get' || shown === undefined) return false;
  const others = namedSchemas(document, operation.id).filter((name) => name !== shown);
  return others.some((name) => isLike(document, name, value)) && !isLike(document, shown, value);
}
