import { upgradeDocument } from '../contract/foreign/upgrade.js';
import { isObject, type JsonObject, type Node, objectOf } from '../contract/json.js';
import { limits } from '../contract/parse-yaml.js';
import { pointerOf } from '../contract/pointer.js';
import {
  checkOperations,
  mismatchError,
  readDocument,
  referencesIn,
  resolvePathItems,
  withLineErrors,
} from '../contract/read-document.js';
import { createReferenceFollower, createSchemaResolver, dereferenceAt, referenceOf } from '../contract/references.js';
import { keywordValues } from '../contract/schema-keywords.js';
import { nodesOf } from '../contract/walk.js';
import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { isWord } from './equality.js';

export interface ComparedDocument {
  /** The source of the document, for messages. */
  name: string;
  title: string;
  version: string;
  /** The document as OpenAPI 3.1, whatever its version. */
  document: Node;
  /** Returns the pointer that a place had in the file. */
  originalPointer(pointer: string): string;
}

const expected = {
  role: 'document',
  description: 'an OpenAPI document',
  openapi: {
    pattern: /^(2(\.0)?|3\.[012]\.\d+)$/,
    example: 'an OpenAPI document with "openapi: 3.1.0" or another 3.x, or "swagger: 2.0"',
  },
  maxBytes: limits.bytes,
};

/**
 * Reads YAML or JSON that must be one complete OpenAPI document with operations, of any version from 2.0.
 *
 * @param name the source: a path, or readable words
 * @throws UsageError with file and line for any other content, or for references that cannot be followed
 */
export function readComparedDocument(name: string, content: string | Uint8Array): ComparedDocument {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const source = readDocument(name, bytes, expected);
  const { title, version } = objectOf(source.document['info']);
  if (typeof title !== 'string') throw mismatchError(source.name, 'a string in info.title', title);
  if (typeof version !== 'string') throw mismatchError(source.name, 'a string in info.version, in quotes', version);
  const wholeDocument = withLineErrors(source, () => {
    refuseReferences(source.name, source.document);
    return { ...source.document, paths: resolvePathItems(source.document) };
  });
  // Before OpenAPI 3.1, fields beside a reference are ignored (OpenAPI 3.0 §4.7.23).
  if (!/^3\.[12]/.test(String(source.document['openapi'])))
    for (const { value } of nodesOf(wholeDocument, 'schema'))
      for (const field of referenceOf(value) === undefined ? [] : Object.keys(value))
        if (field !== '$ref') delete value[field];
  const { document, originalPointer } = upgradeDocument(wholeDocument as JsonObject);
  for (const { value } of nodesOf(document)) writeOutBooleans(value);
  for (const { value } of nodesOf(document, 'schema')) dropInvalidKeywords(value);
  // A schema for bytes says nothing (OpenAPI 3.1 §4.8.14.2).
  const resolve = createSchemaResolver(document);
  for (const { value } of nodesOf(document, 'mediaType'))
    if (isObject(value['schema']) && isOfBytes(resolve(value['schema']))) delete value['schema'];
  checkOperations(source.name, { paths: {}, ...document });
  const { openapi = '2.0' } = source.document;
  return { name, title, version, document: { ...document, openapi }, originalPointer };
}

/**
 * Rejects references that cannot be followed, since the comparison would miss their targets.
 *
 * @throws ReferenceMistake for a reference that leads nowhere in the document
 */
function refuseReferences(name: string, document: Node): void {
  const endOf = createReferenceFollower(document);
  for (const { node, ref } of referencesIn(document)) {
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
}

/** A keyword with a value of a wrong form, such as `required: true`, says nothing. An empty `enum` allows no value. */
function dropInvalidKeywords(schema: Record<string, unknown>): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const isValid = !Object.hasOwn(keywordValues, keyword) || keywordValues[keyword]?.(value) === true;
    if (!isValid && !(keyword === 'enum' && Array.isArray(value))) delete schema[keyword];
  }
}

/** Replaces the schemas `true` and `false` of bodies, fields and branches by objects, which have fields to compare. */
function writeOutBooleans(node: Record<string, unknown>): void {
  if (typeof node['schema'] === 'boolean') node['schema'] = node['schema'] ? {} : { not: {} };
  for (const list of [node['properties'], node['allOf'], node['anyOf'], node['oneOf']])
    if (typeof list === 'object' && list !== null)
      for (const [name, schema] of Object.entries(list))
        if (typeof schema === 'boolean') (list as Record<string, unknown>)[name] = schema ? {} : { not: {} };
}

function isOfBytes(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type = 'string', format, contentMediaType, contentEncoding, ...others } = schema;
  return (
    type === 'string' &&
    contentEncoding === undefined &&
    (format === 'binary' || contentMediaType !== undefined) &&
    Object.keys(others).every(isWord)
  );
}
