import type { OpenApiDocument } from '../../contract/document.js';
import { schemasOf } from './marked.js';
import type { Sight } from './sight.js';

/** Of the fields of an object, how many a schema has to list, so that the object may be a resource with it. */
const known = 0.8;

/** How many fields more than the documented schema another one lists that fits better. */
const further = 3;

/** Schemas of resources that the id of an operation names: those of `deleteBadge` and `approvePartnerEntryReview`. */
export function namedSchemas(document: OpenApiDocument, operationId: string): string[] {
  const named = Object.keys(schemasOf(document)).filter((name) => operationId.includes(name));
  return named.filter((name) => !named.some((other) => other.length > name.length && other.includes(name)));
}

/** Whether a schema lists nearly all fields of an object, which has at least half of those that the schema lists. */
export function isLike(document: OpenApiDocument, name: string, value: object): boolean {
  const listed = listedBy(document, name, value);
  const documented = Object.keys(schemasOf(document)[name]?.properties ?? {}).length;
  return listed > 1 && listed * 2 >= documented && listed >= Object.keys(value).length * known;
}

/** Whether a schema lists nearly all fields of an object, and the documented one of the response less than half. */
export function isBetter(document: OpenApiDocument, name: string, shown: string, value: object): boolean {
  const [better, documented] = [listedBy(document, name, value), listedBy(document, shown, value)];
  const { length } = Object.keys(value);
  return better >= length * known && better >= documented + further && documented * 2 < length;
}

/** Whether an object in a response is another resource that the operation names, and not the documented one. */
export function isAnother(document: OpenApiDocument, { operation, shown }: Sight, value: object): boolean {
  if (operation.method === 'get' || shown === undefined) return false;
  const others = namedSchemas(document, operation.id).filter((name) => name !== shown);
  return others.some((name) => isBetter(document, name, shown, value));
}

function listedBy(document: OpenApiDocument, name: string, value: object): number {
  const documented = schemasOf(document)[name]?.properties ?? {};
  return Object.keys(value).filter((each) => Object.hasOwn(documented, each)).length;
}
