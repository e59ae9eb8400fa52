import openapiTS, { astToString, type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { generatedNote } from './generated-note.js';
import { operationStanding, schemaStanding } from './provenance-text.js';

const notice = `${generatedNote}\n\n`;

/**
 * The document as TypeScript types: `paths`, `components`, `operations`, and each schema under its own name.
 *
 * The JSDoc shows the standing of each operation and schema. For an open set of values, editors suggest the known
 * values, and any other string is accepted as well.
 */
export async function typesText(bundle: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(withStanding(bundle)), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (schema) => openEnumeration(schema),
  });
  return notice + documentRootTypes(astToString(nodes), bundle);
}

/** `x-known-values: [public, hidden]` becomes `'public' | 'hidden' | (string & {})`. */
function openEnumeration(schema: SchemaObject): ts.TypeNode | undefined {
  const known = (schema as { 'x-known-values'?: unknown[] })['x-known-values'];
  if (!Array.isArray(known) || known.length === 0 || schema.type !== 'string') return undefined;
  const literals = known.map((value) =>
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(String(value))),
  );
  // `string & {}` keeps the literals, which a union with plain `string` would absorb.
  const anyOther = ts.factory.createParenthesizedType(
    ts.factory.createIntersectionTypeNode([
      ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      ts.factory.createTypeLiteralNode([]),
    ]),
  );
  return ts.factory.createUnionTypeNode([...literals, anyOther]);
}

/** A copy whose descriptions end with the standing, because the generator writes descriptions as JSDoc. */
function withStanding(bundle: OpenApiDocument): OpenAPI3 {
  const copy = structuredClone(bundle);
  for (const { operation } of eachOperation(copy)) append(operation, operationStanding(operation));
  for (const schema of Object.values(copy.components['schemas'] ?? {})) {
    append(schema as object, schemaStanding(schema as object, true));
    const properties = (schema as { properties?: Record<string, object> }).properties ?? {};
    for (const property of Object.values(properties)) append(property, schemaStanding(property, false));
  }
  return copy as unknown as OpenAPI3;
}

function append(target: { description?: string }, text: string): void {
  if (text !== '') target.description = [target.description, text].filter(Boolean).join('\n\n');
}

/** Text that cannot end the comment around it; the generator escapes its own comments in the same way. */
function commentText(text: string): string {
  return text.replaceAll('*/', '*\\/');
}

/** Editors show the alias `PartnerEntry` on hover, so the alias gets the comment of its schema. */
function documentRootTypes(text: string, bundle: OpenApiDocument): string {
  return text.replace(/^export type (\w+) = components\['schemas'\]\['(\w+)'\];$/gm, (line, _, name: string) => {
    const schema = bundle.components['schemas']?.[name] as { description?: string } | undefined;
    if (!schema) return line;
    const lines = [schema.description ?? '', schemaStanding(schema, true)].filter(Boolean).join('\n').split('\n');
    return `/**\n${lines.map((text) => ` * ${commentText(text)}`).join('\n')}\n */\n${line}`;
  });
}
