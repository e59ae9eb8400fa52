import type { OpenApiDocument } from '../../contract/document.js';
import { schemasOf } from './marked-parts.js';
import type { ResponseView } from './response-view.js';

/** Minimum share of the fields of an object that a schema must list, so that the object may have this schema. */
const minShare = 0.8;

/** A schema fits better only if it lists at least this many more fields of an object than the documented schema. */
const minExtraFields = 3;

/** Returns the schemas that the id of an operation names: `Badge` for `deleteBadge`. */
export function namedSchemas(document: OpenApiDocument, operationId: string): string[] {
  const matches = Object.keys(schemasOf(document)).filter((name) => operationId.includes(name));
  return matches.filter((name) => !matches.some((other) => other.length > name.length && other.includes(name)));
}

/** Whether a schema lists nearly all fields of an object, and the object has at least half of the schema's fields. */
export function isLikely(document: OpenApiDocument, name: string, value: object): boolean {
  const listedCount = countListedFields(document, name, value);
  const documentedCount = Object.keys(schemasOf(document)[name]?.properties ?? {}).length;
  return listedCount > 1 && listedCount * 2 >= documentedCount && listedCount >= Object.keys(value).length * minShare;
}

/** Whether a schema lists nearly all fields of an object, and the documented schema lists less than half of them. */
export function isBetterFit(document: OpenApiDocument, name: string, documentedName: string, value: object): boolean {
  const better = countListedFields(document, name, value);
  const documentedCount = countListedFields(document, documentedName, value);
  const { length } = Object.keys(value);
  return better >= length * minShare && better >= documentedCount + minExtraFields && documentedCount * 2 < length;
}

/** Whether an object in a response has another schema that the operation names, and not the documented one. */
export function isOtherResource(document: OpenApiDocument, view: ResponseView, value: object): boolean {
  const { operation, responseSchema } = view;
  if (operation.method === 'get' || responseSchema === undefined) return false;
  const otherNames = namedSchemas(document, operation.id).filter((name) => name !== responseSchema);
  return otherNames.some((name) => isBetterFit(document, name, responseSchema, value));
}

function countListedFields(document: OpenApiDocument, name: string, value: object): number {
  const documentedFields = schemasOf(document)[name]?.properties ?? {};
  return Object.keys(value).filter((name) => Object.hasOwn(documentedFields, name)).length;
}
