import type { astToString, default as OpenapiTypescript, SchemaObject } from 'openapi-typescript';
import type ts from 'typescript';
import type { OpenApiDocument } from '../../contract/document.js';
import type { Schema } from '../../contract/schema.js';
import { describeFields } from './described-document.js';
import { generatedNote } from './generated-module.js';
import { declareTypes } from './named-types.js';
import { schemaStanding } from './provenance-text.js';

/** The generator of types, and its compiler. The published package includes neither; it loads its user's copies. */
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
  const schemas = bundle.components['schemas'] ?? {};
  // A field of a request also has the known values of the response field that shows it. Descriptions become JSDoc.
  const describedBundle = describeFields(bundle, (field, knownValues) => {
    if (knownValues.length > 0) field['x-known-values'] = knownValues;
    const schema = schemas[field.$ref?.split('/').at(-1) ?? ''] as { description?: string } | undefined;
    if (schema?.description && !field.description) field.description = schema.description;
  });
  const nodes = await tools.openapiTS(JSON.stringify(describedBundle), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
    transform: (schema) => toOpenEnum(schema, tools.ts),
  });
  for (const node of nodes) writePlainComments(node, tools.ts);
  const statements = declareTypes(nodes, (name) => commentOf(schemas[name] as object), tools.ts);
  return `${note}\n\n${tools.astToString(statements)}`;
}

/** `x-known-values: [public, hidden]` becomes `'public' | 'hidden' | (string & {})`; `enum` stays unchanged. */
function toOpenEnum(schema: SchemaObject, { factory, SyntaxKind }: typeof ts): ts.TypeNode | undefined {
  const { type, enum: enumValues, 'x-known-values': knownValues } = schema as Schema;
  const types = [type].flat();
  const isText = types.includes('string') && types.every((text) => text === 'string' || text === 'null');
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

function writePlainComments(node: ts.Node, compiler: typeof ts): void {
  for (const comment of compiler.getSyntheticLeadingComments(node) ?? []) comment.text = plainComment(comment.text);
  compiler.forEachChild(node, (child) => writePlainComments(child, compiler));
}

/** Writes sentences, since editors show `@description` as it is. Tags that they know, like `@deprecated`, come last. */
function plainComment(comment: string): string {
  const text = comment.replace(/^\*(\n \*)? /, '').trimEnd();
  // Each part begins a line; its further lines are indented by four spaces.
  const parts = text.split(/\n \* (?! {4})/).map((part) => part.replaceAll('\n *     ', '\n'));
  const partsLike = (form: RegExp): string[] => parts.flatMap((part) => form.exec(part)?.[1] ?? []);
  const formats = partsLike(/^(Format: .*)/).map((format) => `${format}.`);
  const examples = partsLike(/^@example ([^\n`]+)$/).map((example) => `\`${example}\``);
  const lines = [
    partsLike(/^((?!@|Format: ).*)/s).join('\n'),
    ...partsLike(/^@description (.*)/s),
    [...formats, ...(examples.length > 0 ? [`For example ${examples.join(', ')}.`] : [])].join(' '),
    partsLike(/^(@(?!description |example [^\n`]+$).*)/s).join('\n'),
  ];
  const plainText = lines.filter(Boolean).join('\n\n');
  if (!plainText.includes('\n')) return `* ${plainText} `;
  return `*\n${plainText.replaceAll(/^/gm, ' * ').replaceAll(/ +$/gm, '')}\n `;
}

function commentOf(schema: { description?: string }): string[] {
  return [schema.description ?? '', schemaStanding(schema, true)].filter(Boolean).join('\n').split('\n');
}
