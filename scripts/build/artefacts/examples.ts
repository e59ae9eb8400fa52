import type { MediaType, OpenApiDocument, OpenApiResponse } from '../../contract/document.js';
import type { Example } from '../../contract/example-walk.js';
import { eachOperation } from '../../contract/operations.js';
import { escapeToken, toPointer } from '../../contract/pointer.js';
import { dereference } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { formatList } from '../../text/numbers.js';
import { BuildError } from '../../text/problem.js';
import { locate, type SourceMap } from '../source/source-map.js';
import { escapeComment } from './client.js';
import { type ExampleUse, findFactories } from './example-factories.js';
import { generatedNote } from './generated-module.js';
import { quote, valueLiteral } from './literal.js';

interface ExampleConstant extends Example {
  readonly name: string;
  /** The types of the example, as code; more than one if it is an example of several schemas. */
  readonly types: Set<string>;
  /** Ids of the operations that use the example, by the kind of body: `Request`, `Response 200` and so on. */
  readonly operationIdsByUse: Map<string, string[]>;
}

const ownFactory = "import { createFactory as _createFactory } from '../scripts/client/factory.js';\n";

/**
 * The text of `generated/examples.ts`: each named example of the document as a constant with a camelCase name and the
 * type of the body that it illustrates, and a factory for each schema of an object in these examples. Bundlers drop
 * those that a program does not import.
 *
 * @param factoryCode code that declares `_createFactory`: names with an underscore belong to no example
 * @throws BuildError for an example without a value, or with a name that is not a valid constant name or already taken
 */
export function examplesText(
  document: OpenApiDocument,
  sourceMap: SourceMap,
  note = generatedNote,
  factoryCode = ownFactory,
): string {
  const { examples, uses } = collectExamples(document);
  const typeNames = new Set<string>();
  const pointersByName = new Map<string, string>();
  const namesByPointer = new Map<string, string>();
  const constants = [...examples].map(
    ([pointer, { name, summary, value, types, operationIdsByUse: uses, 'x-invented': inventedPointers = [] }]) => {
      const refuse = (expected: string, actual: string): never => {
        const message = `Expected ${expected}; found ${actual}. Correct the example.`;
        const problem = { ...locate(sourceMap, pointer), rule: 'example-name', message, pointer };
        throw new BuildError('Not every example can be exported.', [problem]);
      };
      const exportName =
        constantName(name) ?? refuse('an example with a name that can be written in camelCase', JSON.stringify(name));
      const otherPointer = pointersByName.get(exportName);
      if (otherPointer !== undefined)
        refuse(
          `a unique name for each example (${otherPointer} already has the name ${exportName})`,
          JSON.stringify(name),
        );
      pointersByName.set(exportName, pointer);
      namesByPointer.set(pointer, exportName);
      if (value === undefined) refuse('an example with a value', 'none');
      for (const type of types)
        for (const [schema] of type.matchAll(/^[A-Z][A-Za-z0-9]*(?![A-Za-z0-9<])/g)) typeNames.add(schema);
      const inventedNotes =
        inventedPointers.length === 0
          ? []
          : [
              escapeComment(
                `Invented: ${inventedPointers.map((pointer) => pointer || 'the whole example').join(', ')}.`,
              ),
            ];
      const comment = [escapeComment(summary ?? name), ...inventedNotes, ...[...uses].map(usageText)].map(
        (line) => ` * ${line}\n`,
      );
      const type = types.size === 0 ? 'unknown' : [...types].join(' & ');
      return `\n/**\n${comment.join(' *\n')} */\nexport const ${exportName}: ${type} = ${valueLiteral(value)};\n`;
    },
  );
  const factories = findFactories(document, uses).flatMap(({ schema, pointer, path }) => {
    // An example that already has the name of the schema keeps it, because programs may import it.
    const name = [schema, `${schema}Factory`].map(constantName).find((each) => each && !pointersByName.has(each));
    const type = typeOf({ $ref: `#/components/schemas/${escapeToken(schema)}` });
    if (name === undefined || type === undefined) return [];
    pointersByName.set(name, pointer);
    if (!type.includes('(')) typeNames.add(type);
    const example = namesByPointer.get(pointer);
    const keys = path.map((key) => `, ${/^\d+$/.test(key) ? key : quote(key)}`).join('');
    const location = path.length === 0 ? '' : ` at ${escapeComment(toPointer(path))}`;
    const comment = `/** Makes values like {@link ${example}}${location}, each with its own \`id\`. */`;
    return `\n${comment}\nexport const ${name} = /* @__PURE__ */ _createFactory<${type}>(${example}${keys});\n`;
  });
  const names = [...typeNames].sort().map((name) => `  ${name},\n`);
  const typeImport = names.length === 0 ? '' : `import type {\n${names.join('')}} from './types.js';\n`;
  const imports = typeImport + (factories.length === 0 ? '' : factoryCode);
  return `${note}\n${imports}${[...constants, ...factories].join('') || '\nexport {};\n'}`;
}

/** The comment of an example names at most this many operations, since all of them can share an error response. */
const maxListedOperations = 6;

function usageText([usage, ids]: [string, string[]]): string {
  return escapeComment(`${usage} of ${formatList(ids, maxListedOperations)}.`);
}

/** All named examples by JSON pointer, the components first, then the inline examples; and their uses as bodies. */
function collectExamples(document: OpenApiDocument): { examples: Map<string, ExampleConstant>; uses: ExampleUse[] } {
  const exampleUses: ExampleUse[] = [];
  const byPointer = new Map<string, ExampleConstant>();
  const addExample = (pointer: string, name: string, example: Example): ExampleConstant => {
    const entry = byPointer.get(pointer) ?? {
      ...example,
      name,
      types: new Set<string>(),
      operationIdsByUse: new Map<string, string[]>(),
    };
    byPointer.set(pointer, entry);
    return entry;
  };
  for (const [name, example] of Object.entries(document.components['examples'] ?? {})) {
    addExample(`/components/examples/${escapeToken(name)}`, name, example as Example);
  }
  for (const { path, method, operation } of eachOperation(document)) {
    const operationPointer = `/paths/${escapeToken(path)}/${method}`;
    const bodies: [use: string, pointer: string, body: { $ref: string } | { content?: Record<string, MediaType> }][] = [
      ['Request', `${operationPointer}/requestBody`, operation.requestBody ?? {}],
      ...Object.entries(operation.responses).map(([status, response]): (typeof bodies)[number] => [
        `Response ${status}`,
        `${operationPointer}/responses/${escapeToken(status)}`,
        response,
      ]),
    ];
    for (const [use, pointer, body] of bodies) {
      const { content = {} } = dereference<Pick<OpenApiResponse, 'content'>>(document, body);
      for (const [mediaType, { schema, examples = {} }] of Object.entries(content)) {
        for (const [key, node] of Object.entries(examples)) {
          const place = `content/${escapeToken(mediaType)}/examples/${escapeToken(key)}`;
          const examplePointer = pointerOf(node, `${pointerOf(body, pointer)}/${place}`);
          const example = addExample(examplePointer, key, dereference<Example>(document, node));
          exampleUses.push({ pointer: examplePointer, schema, value: example.value, isRead: method === 'get' });
          example.types.add(typeOf(schema) ?? bodyType(operation.operationId, use, mediaType));
          example.operationIdsByUse.set(use, [...(example.operationIdsByUse.get(use) ?? []), operation.operationId]);
        }
      }
    }
  }
  return { examples: byPointer, uses: exampleUses };
}

/** The JSON pointer of a node or, if the node is a `$ref`, of the component that it refers to. */
function pointerOf(node: object, ownPointer: string): string {
  return '$ref' in node && typeof node.$ref === 'string' ? node.$ref.slice(1) : ownPointer;
}

/** The TypeScript type of a body, as code; undefined if its schema has neither a name nor a simple type. */
function typeOf(schema: Schema): string | undefined {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  if (name !== undefined && /^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
  if (name !== undefined) return `import('./types.js').components['schemas'][${quote(name)}]`;
  const items = schema.type === 'array' && schema.items ? typeOf(schema.items) : undefined;
  if (items !== undefined) return `${items}[]`;
  if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'number') return schema.type;
  return schema.type === 'integer' ? 'number' : undefined;
}

function bodyType(operationId: string, use: string, mediaType: string): string {
  const [, status] = use.split(' ');
  const body =
    status === undefined
      ? `NonNullable<import('./types.js').operations[${quote(operationId)}]['requestBody']>`
      : `import('./types.js').operations[${quote(operationId)}]['responses']` +
        `[${/^\d+$/.test(status) ? status : quote(status)}]`;
  return `${body}['content'][${quote(mediaType)}]`;
}

/** `PartnerEntryHidden` becomes `partnerEntryHidden`; undefined if that is not a valid name of a constant. */
function constantName(example: string): string | undefined {
  const camelCaseName = example.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase());
  const name = camelCaseName.charAt(0).toLowerCase() + camelCaseName.slice(1);
  if (!/^[a-z][A-Za-z0-9]*$/.test(name) || ['await', 'undefined', 'globalThis'].includes(name)) return undefined;
  try {
    // `new Function` parses the code without running it, and throws if the name is a reserved word.
    new Function(`'use strict'; const ${name} = 0;`);
    return name;
  } catch {
    return undefined;
  }
}
