import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { exampleBodies, mediaTypesOf } from '../../scripts/contract/example-walk.js';
import { eachOperation, parametersOf, successesOf } from '../../scripts/contract/operations.js';
import { parameterNames } from '../../scripts/contract/path-template.js';
import { toPointer, valueAt } from '../../scripts/contract/pointer.js';
import { createSchemaResolver, dereference, targetOf } from '../../scripts/contract/references.js';
import type { Schema } from '../../scripts/contract/schema.js';
import { type SchemaNode, toPlainSchema } from '../../scripts/contract/schema-walk.js';
import { nodesOf } from '../../scripts/contract/walk.js';
import { inventedIn } from '../examples/invented.js';

/** Expects that a document passes the checks of the build: parts fit together, and examples mark undocumented parts. */
export function expectWhole(document: OpenApiDocument): void {
  expect(lost(document)).toEqual([]);
  for (const { id, operation } of eachOperation(document)) {
    const bodies = successesOf(document, operation).map(([status, { content = {} }]) => [status, content]);
    expect([id, bodies.length]).not.toEqual([id, 0]);
    const withBody = bodies.filter(([, content]) => Object.keys(content as object).length > 0);
    for (const [, content] of withBody) expect([id, content]).toEqual([id, withBody[0]?.[1]]);
  }
  expect(wrongPlaces(document)).toEqual([]);
  expect(wrongExamples(document)).toEqual([]);
  expect(wrongNames(document)).toEqual([]);
  expect(wrongProvenance(document)).toEqual([]);
}

/** Returns references that lead nowhere. */
function lost(document: OpenApiDocument): string[] {
  return nodesOf(document).flatMap(({ value, path }) => {
    const target = targetOf(value);
    return target !== undefined && valueAt(document, target) === undefined ? [`${toPointer(path)} ${target}`] : [];
  });
}

/** Returns operations with the same method and path as another operation, or whose path and parameters differ. */
function wrongPlaces(document: OpenApiDocument): string[] {
  const takenValues = new Set<string>();
  return [...eachOperation(document)].flatMap((placedOperation) => {
    const { id, method, path } = placedOperation;
    const key = `${method} ${path.replaceAll(/\{[^{}]+\}/g, '{}')}`;
    const isTaken = takenValues.has(key);
    takenValues.add(key);
    const inPath = parametersOf(document, placedOperation).filter(({ parameter }) => parameter['in'] === 'path');
    const declared = inPath.map(({ parameter }) => String(parameter['name']));
    const isDeclared = declared.sort().join() === parameterNames(path).sort().join();
    return [...(isTaken ? [`${id}: ${key} is taken`] : []), ...(isDeclared ? [] : [`${id}: declares ${declared}`])];
  });
}

/** Returns named examples that no body uses, and names that two examples share. */
function wrongNames(document: OpenApiDocument): string[] {
  const usedValues = new Map<string, unknown>();
  const twice: string[] = [];
  for (const { examples = {} } of mediaTypesOf(document)) {
    for (const [name, node] of Object.entries(examples)) {
      const example = dereference(document, node);
      if (usedValues.has(name) && usedValues.get(name) !== example) twice.push(`${name} twice`);
      usedValues.set(name, example);
    }
  }
  const namedNames = Object.keys(document.components['examples'] ?? {});
  return [...twice, ...namedNames.filter((name) => !usedValues.has(name)).map((name) => `${name} unused`)];
}

/** Returns the mistakes in the examples of all bodies. */
function wrongExamples(document: OpenApiDocument): string[] {
  const ajv = addFormats.default(new Ajv2020({ strict: false, ownProperties: true, allErrors: true }));
  for (const [name, schema] of Object.entries(document.components['schemas'] ?? {}))
    ajv.addSchema({ ...toPlainSchema(schema as SchemaNode), $id: name });
  const resolve = createSchemaResolver(document);
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (schema: Schema): ValidateFunction => {
    const plain = toPlainSchema(schema as SchemaNode);
    const validate = compiled.get(JSON.stringify(plain)) ?? ajv.compile(plain);
    compiled.set(JSON.stringify(plain), validate);
    return validate;
  };
  return [...exampleBodies(document)].flatMap(([example, schema]) => {
    const { summary } = example as { summary?: string };
    const validate = validatorOf(schema);
    validate(example.value);
    const errors = (validate.errors ?? []).map(({ instancePath, message }) => `${summary} ${instancePath} ${message}`);
    const { 'x-invented': said = [] } = example;
    const nowhere = said.filter((pointer) => valueAt(example.value, pointer) === undefined);
    const isSaid = (pointer: string) => said.some((text) => `${pointer}/`.startsWith(`${text}/`));
    const unsaidValues = inventedIn(schema, example.value, resolve).filter((pointer) => !isSaid(pointer));
    const marks = [...nowhere.map((text) => `nowhere ${text}`), ...unsaidValues.map((text) => `not marked ${text}`)];
    return [...errors, ...marks.map((mark) => `${summary} ${mark}`)];
  });
}

/** Returns operations with a facet that has no state or several, and questions that are both open and answered. */
function wrongProvenance(document: OpenApiDocument): string[] {
  const facets = ['method', 'name', 'path', 'request', 'responses'];
  const operations = [...eachOperation(document)].filter(({ operation }) => {
    const { stated, answered = {}, inferred } = operation['x-provenance'];
    const allValues = [...stated, ...Object.keys(answered), ...Object.keys(inferred)].sort();
    return JSON.stringify(allValues) !== JSON.stringify(facets);
  });
  const bothNodes = nodesOf(document).filter(({ value: { 'x-unknown': open = [], 'x-answered': settled = [] } }) =>
    (open as string[]).some((id) => (settled as string[]).includes(id)),
  );
  return [...operations.map(({ id }) => id), ...bothNodes.map(({ path }) => toPointer(path))];
}
