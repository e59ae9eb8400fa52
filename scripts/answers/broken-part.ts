import { Ajv2020 } from 'ajv/dist/2020.js';
import { fits } from '../check/values/fits.js';
import type { OpenApiDocument } from '../contract/document.js';
import { exampleBodies } from '../contract/example-walk.js';
import type { Json } from '../contract/json.js';
import { eachOperation } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { schemaResolver, targetOf } from '../contract/references.js';
import { nodesOf } from '../contract/walk.js';
import { mendExamples } from './mended-examples.js';

/** A sentence about the first part of a document that an overlay has left broken; undefined if it is whole. */
export function brokenPart(document: OpenApiDocument): string | undefined {
  return lostReference(document) ?? wrongSchema(document) ?? wrongStatus(document) ?? wrongExample(document);
}

function lostReference(document: OpenApiDocument): string | undefined {
  for (const { value, path } of nodesOf(document)) {
    const target = targetOf(value);
    if (target !== undefined && valueAt(document, target) === undefined)
      return `the $ref at ${toPointer(path)} leads to ${target}, which is not there`;
  }
  return undefined;
}

function wrongSchema(document: OpenApiDocument): string | undefined {
  const ajv = new Ajv2020({ strict: false });
  for (const { value, path } of nodesOf(document, 'schema')) {
    if (ajv.validateSchema(value)) continue;
    const [{ instancePath = '', message = 'is wrong' } = {}] = ajv.errors ?? [];
    const found = JSON.stringify(valueAt(value, instancePath));
    return `${found} at ${toPointer(path)}${instancePath} ${message}, by JSON Schema`;
  }
  return undefined;
}

function wrongStatus(document: OpenApiDocument): string | undefined {
  for (const { id, operation } of eachOperation(document)) {
    const found = Object.keys(operation.responses ?? {}).filter((status) => status.startsWith('2'));
    if (found.length !== 1) return `${id} has ${found.join(' and ') || 'no'} success status, and one is expected`;
  }
  return undefined;
}

/** An example that cannot be mended. */
function wrongExample(given: OpenApiDocument): string | undefined {
  const document = structuredClone(given);
  mendExamples(document);
  const context = { resolve: schemaResolver(document), references: () => [], salt: '' };
  for (const [{ summary, value }, schema] of exampleBodies(document))
    if (schema && !fits(schema, value as Json, context))
      return `the example "${summary}" does not fit its schema, and no value for it can be made`;
  return undefined;
}
