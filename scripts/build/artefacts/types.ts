import type { astToString, OpenAPI3, default as OpenapiTypescript, SchemaObject } from 'openapi-typescript';
import type ts from 'typescript';
import type { OpenApiDocument, OpenApiOperation } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import type { Schema } from '../../contract/schema.js';
import { FieldReflections } from './field-reflections.js';
import { generatedNote } from './generated-module.js';
import { declareTypes } from './named-types.js';
import { operationStanding, schemaStanding } from './provenance-text.js';

type DescribedSchema = Schema & { description?: string };

/** The generator of types, and its compiler. The published package has neither: it loads those of its user. */
export interface TypeTools {
  openapiTS: typeof OpenapiTypescript;
  astToString: typeof astToString;
  ts: typeof ts;
}

/**
 * The document as TypeScript types: `paths`, `components`, `operations`, and each schema under its own name. The JSDoc
 * shows the standing of each operation and schema. For an open set of values, editors suggest the known values, and any
 * other string is accepted as well.
 */
export async function typesText(bundle: OpenApiDocument, tools: TypeTools, note = generatedNote): Promise<string> {
  const nodes = await tools.openapiTS(JSON.stringify(annotateDocument(bundle)), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (schema) => toOpenEnum(schema, tools.ts),
  });
  const schemas = bundle.components['schemas'] ?? {};
  const statements = declareTypes(nodes, (name) => commentOf(schemas[name] as object), tools.ts);
  return `${note}\n\n${tools.astToString(statements)}`;
}

/** `x-known-values: [public, hidden]` becomes `'public' | 'hidden' | (string & {})`; `enum` is left as it is. */
function toOpenEnum(schema: SchemaObject, { factory, SyntaxKind }: typeof ts): ts.TypeNode | undefined {
  const { type, enum: enumValues, 'x-known-values': knownValues } = schema as Schema;
  const types = [type].flat();
  const isText = types.includes('string') && types.every((each) => each === 'string' || each === 'null');
  if (!Array.isArray(knownValues) || knownValues.length === 0 || enumValues !== undefined || !isText) return undefined;
  const literals = knownValues.map((value) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(String(value))),
  );
  // Plain `string` would absorb the literals of the union, so that editors could not suggest them.
  const anyStringType = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
  );
  const nullType = types.includes('null') ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...literals, anyStringType, ...nullType]);
}

/**
 * A copy for the generator. Descriptions, which become JSDoc, end with the name of the response field that shows the
 * value, and with the standing. A field of a request also has the known values of that response field.
 */
function annotateDocument(bundle: OpenApiDocument): OpenAPI3 {
  const copy = structuredClone(bundle);
  const reflections = new FieldReflections(copy);
  for (const { operation } of eachOperation(copy)) appendDescription(operation, operationStanding(operation));
  for (const schema of Object.values(copy.components['schemas'] ?? {}) as DescribedSchema[]) {
    for (const [name, field] of Object.entries(schema.properties ?? {}) as [string, DescribedSchema][]) {
      appendDescription(field, reflections.textOf(schema, name));
      appendDescription(field, schemaStanding(field, false));
      const knownValues = reflections.knownValuesOf(schema, name);
      if (knownValues.length > 0) field['x-known-values'] = knownValues;
    }
  }
  return copy as unknown as OpenAPI3;
}

function appendDescription(target: DescribedSchema | OpenApiOperation, text: string): void {
  if (text !== '') target.description = [target.description, text].filter(Boolean).join('\n\n');
}

function commentOf(schema: { description?: string }): string[] {
  return [schema.description ?? '', schemaStanding(schema, true)].filter(Boolean).join('\n').split('\n');
}
