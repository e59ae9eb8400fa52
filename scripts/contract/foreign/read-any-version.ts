import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { isObject, type JsonObject } from '../json.js';
import { parsePointer, pointerOf, toPointer } from '../pointer.js';
import {
  type DocumentInFile,
  mismatchError,
  parseDocument,
  refuseExternalRefs,
  resolvePathItems,
  sizeError,
  withLineErrors,
} from '../read-document.js';
import { referenceOf } from '../references.js';
import { type DocumentNode, nodesOf } from '../walk.js';
import { repairDocument } from './document-repairs.js';
import { Repairs } from './repairs.js';
import { resolveIds } from './schema-ids.js';
import { repairSchemas } from './schema-repairs.js';
import { isSwagger, upgradeDocument, versionOf } from './upgrade.js';

/** A document that was read as OpenAPI 3.1, whatever its original version. */
export interface DocumentWithNotes extends DocumentInFile {
  /** Sentences, safe to print, that say which parts were upgraded, left out or replaced. */
  notes: string[];
}

const expectedForm = 'an OpenAPI document: "openapi: 3.x.x", or "swagger: 2.0"';

/**
 * Reads an OpenAPI document of any version from 2.0 on, as JSON or YAML. Repairs common mistakes that do not prevent a
 * check of the rest.
 *
 * @param name the source: a path or an address
 * @param maximum maximum size in bytes
 * @param begin called with the name of the next step
 * @throws UsageError with file and line if the bytes are not such a document
 */
export function readDocumentOfAnyVersion(
  name: string,
  bytes: Uint8Array,
  maximum: number,
  begin: (step: string) => void,
): DocumentWithNotes {
  const safeName = sanitize(name);
  if (bytes.length > maximum) throw sizeError(safeName, 'contract', bytes.length, maximum);
  const { value, lineOf } = parseDocument(safeName, bytes);
  if (!isObject(value)) throw mismatchError(safeName, expectedForm, value);
  const version = versionOf(value);
  if (!isSwagger(value) && !/^3(\.[012](\.|$)|$)/.test(version))
    throw mismatchError(safeName, expectedForm, value['openapi'] ?? value['swagger'] ?? value['swaggerVersion']);
  resolveIds(value);
  refuseExternalRefs(safeName, value);
  if (!isObject(value['paths'])) {
    if (value['paths'] !== undefined && value['paths'] !== null)
      throw mismatchError(safeName, '"paths" with the operations', value['paths']);
    throw new UsageError(
      `${safeName} has no operations. Use a document with operations under "paths"; ` +
        'webhooks and components alone cannot be checked.',
    );
  }
  const pathNames = Object.keys(value['paths']);
  begin('its version and form');
  const { document, originalVersion, originalPointer, unusablePointers } = tryUpgrade(safeName, value);
  const originalLineOf = (pointer: string): number => lineOf(originalPointer(pointer));
  const fileDocument = { name: safeName, document: document as DocumentInFile['document'], lineOf: originalLineOf };
  document['paths'] = withLineErrors(fileDocument, () => resolvePathItems(fileDocument.document)) as JsonObject;
  const repairs = new Repairs();
  for (const pointer of unusablePointers) repairs.add('parameter', pointer, pointer);
  repairDocument(document, repairs);
  refuseUncallablePaths(safeName, pathNames, document);
  const nodes = nodesOf(document);
  canonicalizeReferences(nodes);
  repairSchemas(document, nodes, repairs);
  return {
    ...fileDocument,
    notes: [
      ...(originalVersion
        ? [`The document is ${originalVersion}. Before the check, it was upgraded to OpenAPI 3.1.`]
        : []),
      ...(version.startsWith('3.2')
        ? ['The document is OpenAPI 3.2 and was read as 3.1; features that only 3.2 has are not checked.']
        : []),
      ...repairs.sentences((pointer) => `${safeName}:${originalLineOf(pointer)}`),
    ],
  };
}

/** Refuses a document if none of its paths can be called: some authors add a query or a fragment to each path. */
function refuseUncallablePaths(safeName: string, pathNames: readonly string[], { paths }: JsonObject): void {
  const first = pathNames.find((path) => /[?#]/.test(path));
  if (first === undefined || Object.keys(paths ?? {}).length > 0) return;
  throw new UsageError(
    `${safeName} has no operations that can be checked: OpenAPI does not allow paths with a query or a fragment, ` +
      `such as ${sanitize(first, 100)}. Use a document with one path for each resource.`,
  );
}

function tryUpgrade(safeName: string, document: JsonObject): ReturnType<typeof upgradeDocument> {
  try {
    return upgradeDocument(document);
  } catch (error) {
    throw new UsageError(
      `${safeName}: the document could not be upgraded to OpenAPI 3.1: ${sanitize((error as Error).message)}. ` +
        'Upgrade the document with another tool, and use the result as the contract.',
    );
  }
}

/** Rewrites all references with the same escapes, because authors escape them in different ways. */
function canonicalizeReferences(nodes: readonly DocumentNode[]): void {
  for (const { value } of nodes) {
    const ref = referenceOf(value);
    if (!ref?.startsWith('#/')) continue;
    const pointer = toPointer(parsePointer(pointerOf(ref)));
    value['$ref'] = `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
  }
}
