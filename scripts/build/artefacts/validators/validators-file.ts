import { join } from 'node:path';
import { build } from 'esbuild';
import type { OpenApiDocument } from '../../../contract/document.js';
import { jsonBodyOf } from '../../../contract/json-success.js';
import { eachOperation, successesOf } from '../../../contract/operations.js';
import { type SchemaForms, schemaForms } from '../../../contract/schema-forms.js';
import { type SchemaNode, toPlainSchema } from '../../../contract/schema-walk.js';
import { nodesOf } from '../../../contract/walk.js';
import { BuildError } from '../../../text/problem.js';
import { generatedNote } from '../generated-module.js';
import { formatFunctions, ruleCode, ruleName } from './rule-code.js';

/**
 * The validators of the package: a module with all rules and validators, from which bundlers drop unused parts; an
 * index of the published validators; and the runtime code that they share.
 *
 * @returns texts by path below `generated/validators/`
 * @throws BuildError if a validator cannot be made for a schema
 */
export async function schemaValidators(document: OpenApiDocument): Promise<Record<string, string>> {
  const forms = schemaForms(document);
  const publicNames = publicNamesOf(forms);
  const runTimeNames = ['rule', 'validator', ...Object.values(formatFunctions)];
  const moduleLines = [
    generatedNote,
    `import { ${runTimeNames.join(', ')} } from './run-time.js';`,
    ...definitionLines(document, forms),
    ...exportsOf(new Map([...publicNames, ['expected', 'expected']]), 'esm'),
    '',
  ];
  return {
    'parts/run-time.js': await runTimeText(),
    'parts/validators.js': moduleLines.join('\n'),
    'parts/validators.d.ts': `${generatedNote}
import type { OperationId } from '../../operation-table.js';
import type { ExpectedResponses } from '../../../scripts/validators/response-issues.js';

export declare const expected: ExpectedResponses<OperationId>;
`,
    'index.js': `${generatedNote}\nexport { ${[...publicNames.keys()].join(', ')} } from './parts/validators.js';\n`,
    'index.d.ts': `${generatedNote}
import type { ${forms.names.join(', ')} } from '../types.js';
import type { Validator } from '../../scripts/validators/validator.js';
${validatorTypes(forms)}`,
  };
}

/** The validators' runtime code as one module without imports, since the published package contains no TypeScript. */
async function runTimeText(): Promise<string> {
  const result = await build({
    // In comments of its output, esbuild writes file names relative to this folder.
    absWorkingDir: join(import.meta.dirname, '../..'),
    entryPoints: ['../validators/run-time.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  });
  return `${generatedNote}\n${result.outputFiles[0]?.text ?? ''}`;
}

export type ModuleFormat = 'esm' | 'commonjs';

export interface ValidatorsFileOptions {
  /** The text of `parts/run-time.js`, which is copied into the file. */
  runtimeCode: string;
  form: ModuleFormat;
  /** The first line of the code and of the types. */
  note: string;
}

/**
 * Everything that `directory-contract/validators` exports, for any contract: one file that imports nothing, and its
 * types, which refer to `client.ts` and `types.ts` beside it. Formats unknown to the runtime code accept any text.
 *
 * @throws BuildError if no validator can be generated for a schema
 */
export function validatorsFile(
  document: OpenApiDocument,
  { runtimeCode, form, note }: ValidatorsFileOptions,
): { code: string; types: string } {
  const forms = schemaForms(withKnownFormats(document));
  const code = [
    note,
    ...(form === 'commonjs' ? ["'use strict';", "Object.defineProperty(exports, '__esModule', { value: true });"] : []),
    inlineModule(runtimeCode),
    ...definitionLines(document, forms),
    'function validateResponses(options) {',
    '  return validatedResponses(expected, options);',
    '}',
    ...exportsOf(new Map([...publicNamesOf(forms), ['validateResponses', 'validateResponses']]), form),
    '',
  ];
  return { code: code.join('\n'), types: `${note}\n${typesOf(forms)}` };
}

function withKnownFormats(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const { value } of nodesOf(copy, 'schema'))
    if (!Object.hasOwn(formatFunctions, String(value['format']))) delete value['format'];
  return copy;
}

/** The code of a module without its first line and its exports. An alias in the exports becomes a constant. */
function inlineModule(module: string): string {
  const [, code, exportList] = /^[^\n]*\n(.*)\nexport \{([^}]*)\};\n$/s.exec(module) ?? [];
  if (code === undefined || exportList === undefined)
    throw new Error('Expected a module that ends with "export { … };".');
  const aliases = [...exportList.matchAll(/(\w+) as (\w+)/g)].map(([, name, alias]) => `\nconst ${alias} = ${name};`);
  return code + aliases.join('');
}

/**
 * Maps the public names of validators to their names in the module, where a prefix avoids clashes with other functions.
 */
function publicNamesOf({ names, formIdOf }: SchemaForms): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [constantName(name), validatorName(formIdOf(name))]));
}

function validatorName(id: string): string {
  return `valid_${id.replace('.', '_')}`;
}

/** `PartnerEntry` becomes `partnerEntry`. */
function constantName(schema: string): string {
  const name = schema.charAt(0).toLowerCase() + schema.slice(1);
  try {
    // `new Function` parses the code without running it, and throws if the name is a reserved word.
    new Function(`'use strict'; const ${name} = 0;`);
  } catch {
    throw new BuildError(
      `Expected a schema name that can become the name of a constant, found ${schema}: ${name} is a reserved word of ` +
        'JavaScript. Rename the schema.',
    );
  }
  return name;
}

function exportsOf(names: ReadonlyMap<string, string>, form: ModuleFormat): string[] {
  if (form === 'commonjs') return [...names].map(([name, localName]) => `exports.${name} = ${localName};`);
  return [
    `export { ${[...names].map(([name, local]) => (name === local ? name : `${local} as ${name}`)).join(', ')} };`,
  ];
}

/** The code of all rules and validators, and of `expected`: the success responses of each operation. */
function definitionLines(document: OpenApiDocument, { names, formIdOf, schemas }: SchemaForms): string[] {
  const { rows, inlineSchemas } = responsesOf(document);
  const schemasById = new Map([...schemas, ...inlineSchemas]);
  const validatorIds = [...inlineSchemas.keys(), ...names.map(formIdOf)];
  const ids = new Set([
    ...validatorIds,
    ...rows.flatMap(({ statuses }) => statuses.flatMap(([, schema]) => schema ?? [])),
  ]);
  const ruleLines: string[] = [];
  // The loop also visits the ids that it adds to the set.
  for (const id of ids) {
    const { text, references } = ruleCodeOf(id, schemasById.get(id) ?? {});
    ruleLines.push(`const ${ruleName(id)} = ${text}`);
    for (const reference of references) ids.add(reference);
  }
  const idOf = (schema: string): string => (inlineSchemas.has(schema) ? schema : formIdOf(schema));
  const tableLines = rows.map(({ call, operationId, statuses }) => {
    const parts = statuses.flatMap(([status, schema]) => [
      status,
      ...(schema === undefined ? [] : [validatorName(idOf(schema))]),
    ]);
    return `  ${JSON.stringify(call)}: [${[JSON.stringify(operationId), ...parts].join(', ')}],`;
  });
  return [
    ...ruleLines,
    // The comment tells bundlers that the call has no side effects.
    ...validatorIds.map((id) => `const ${validatorName(id)} = /* @__PURE__ */ validator(${ruleName(id)});`),
    'const expected = {',
    ...tableLines,
    '};',
  ];
}

/** @throws BuildError if no code can be made for a part of the schema */
function ruleCodeOf(id: string, schema: SchemaNode): ReturnType<typeof ruleCode> {
  try {
    return ruleCode(schema);
  } catch (error) {
    const [name] = id.split('.');
    const advice =
      'Use other keywords in the schema, or add support for these keywords to ' +
      'scripts/build/artefacts/validators/rule-code.ts.';
    throw new BuildError(`No validator can be made for the schema ${name}: ${(error as Error).message}. ${advice}`);
  }
}

interface ResponseRow {
  /** Method and path, such as `get /filters/`. */
  call: string;
  operationId: string;
  /**
   * The success statuses, each with the schema of its JSON body: the name of the schema, the id of an inline schema, or
   * undefined if the response has no JSON body.
   */
  statuses: [status: string, schema: string | undefined][];
}

/**
 * The success responses of all operations; lint has verified that each operation has at least one.
 *
 * @returns one row for each operation, and the inline schemas by id; most are lists, and equal schemas share one id
 */
function responsesOf(document: OpenApiDocument): {
  rows: ResponseRow[];
  inlineSchemas: ReadonlyMap<string, SchemaNode>;
} {
  const ids = new Map<string, string>();
  const inlineSchemasById = new Map<string, SchemaNode>();
  const idOf = (schema: SchemaNode): string => {
    const unannotatedSchema = toPlainSchema(schema);
    if (typeof schema['$ref'] === 'string') return String(unannotatedSchema['$ref']);
    const text = JSON.stringify(unannotatedSchema);
    const id = ids.get(text) ?? `answer${ids.size}`;
    ids.set(text, id);
    inlineSchemasById.set(id, unannotatedSchema);
    return id;
  };
  const rows = [...eachOperation(document)].map(({ method, path, operation }): ResponseRow => {
    const statuses = successesOf(document, operation).map(([status, { content }]): ResponseRow['statuses'][0] => {
      const body = jsonBodyOf(content);
      return [status, body && idOf(body.schema)];
    });
    return { call: `${method} ${path}`, operationId: operation.operationId, statuses };
  });
  return { rows, inlineSchemas: inlineSchemasById };
}

/** The type declarations of all validators. The module around them must import the schema types. */
function validatorTypes({ names, requestOnlyNames }: SchemaForms): string {
  const declarationOf = (name: string): string => `
/** Validates a \`${name}\`${requestOnlyNames.has(name) ? ', and rejects fields that it does not declare' : ''}. */
export declare const ${constantName(name)}: Validator<${name}>;
`;
  return names.map(declarationOf).join('');
}

function typesOf(forms: SchemaForms): string {
  return `import type {
  Middleware,
  ResponseIssueOf,
  ResponseValidationOptionsOf,
  Validator,
} from 'directory-contract/runtime';
import type { OperationId } from './client.js';
import type { ${forms.names.join(', ')} } from './types.js';

export type { ValidationIssue, ValidationResult, Validator } from 'directory-contract/runtime';

/** An issue in a success response. */
export type ResponseIssue = ResponseIssueOf<OperationId>;

export type ResponseValidationOptions = ResponseValidationOptionsOf<OperationId>;

/**
 * A middleware for \`client.raw.use(…)\` that checks each success response against the contract: its status, and its
 * body if JSON is documented. It changes nothing and rejects nothing; it ignores error responses (4xx, 5xx).
 */
export declare function validateResponses(options: ResponseValidationOptions): Middleware;
${validatorTypes(forms)}`;
}
