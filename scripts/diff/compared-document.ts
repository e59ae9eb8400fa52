import { isObject, type Node } from '../contract/json.js';
import { limits } from '../contract/parse-yaml.js';
import { pointerOf } from '../contract/pointer.js';
import {
  checkOperations,
  mismatchError,
  readDocument,
  resolvePathItems,
  withLineErrors,
} from '../contract/read-document.js';
import { createReferenceFollower, dereferenceAt, referenceOf } from '../contract/references.js';
import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';

export interface ComparedDocument {
  /** The source of the document, for messages. */
  name: string;
  title: string;
  version: string;
  /** `3.0`, `3.1` or `3.2`. */
  openapi: string;
  document: Node;
}

const expected = {
  role: 'document',
  description: 'an OpenAPI 3 document',
  openapi: { pattern: /^3\.[012]\.\d+$/, example: 'an OpenAPI 3 document with "openapi: 3.1.0" or another 3.x' },
  maxBytes: limits.bytes,
};

/**
 * Reads YAML or JSON that must be one complete OpenAPI 3 document with operations.
 *
 * @param name the source: a path, or readable words
 * @throws UsageError with file and line for any other content, or for references that cannot be followed
 */
export function readComparedDocument(name: string, bytes: Uint8Array): ComparedDocument {
  const source = readDocument(name, bytes, expected);
  const { document } = source;
  const info = isObject(document['info']) ? document['info'] : {};
  const { title, version } = info;
  if (typeof title !== 'string') throw mismatchError(source.name, 'a string in info.title', title);
  if (typeof version !== 'string') throw mismatchError(source.name, 'a string in info.version, in quotes', version);
  const wholeDocument = withLineErrors(source, () => {
    refuseReferences(source.name, document);
    return { ...document, paths: resolvePathItems(document) };
  });
  checkOperations(source.name, wholeDocument);
  return { name, title, version, openapi: String(document['openapi']).slice(0, 3), document: wholeDocument };
}

/**
 * Rejects references that cannot be followed, since the comparison would miss their targets.
 *
 * @throws ReferenceMistake for a reference that leads nowhere in the document
 */
function refuseReferences(name: string, document: Node): void {
  const endOf = createReferenceFollower(document);
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const ref = referenceOf(node);
    if (ref !== undefined) {
      const quotedText = sanitize(JSON.stringify(ref), 120);
      if (endOf(ref) === undefined) dereferenceAt(document, '', node);
      const pointer = pointerOf(ref);
      if (!pointer.startsWith('/'))
        throw new UsageError(`${name}: the $ref ${quotedText} leads nowhere. Correct it, or add its target.`);
      if (pointer.startsWith('/paths/')) {
        throw new UsageError(
          `${name}: the $ref ${quotedText} points into an operation, and breaks if the operation moves. Move its ` +
            'target to "components", and refer to it there.',
        );
      }
    }
    for (const innerValue of Object.values(node)) look(innerValue);
  };
  look(document);
}
