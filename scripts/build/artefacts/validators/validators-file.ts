import type { OpenApiDocument } from '../../../contract/document.js';
import { formName } from '../../../contract/strict-schemas.js';
import { nodesOf } from '../../../contract/walk.js';
import { responseTable } from './response-validators.js';
import { formats } from './rule-code.js';
import { constantName, made, type SchemaForms, schemaForms, validatorTypes } from './schema-forms.js';

/** How a JavaScript file exports its names. */
export type ModuleForm = 'esm' | 'commonjs';

export interface ValidatorsFileOptions {
  /** The text of `parts/run-time.js`. */
  runTime: string;
  form: ModuleForm;
  /** The first line of both files. */
  note: string;
}

/**
 * Everything that `directory-contract/validators` exports, for any contract: one file that imports nothing, and its
 * types, which refer to `client.ts` and `types.ts` beside it. A format that the run time does not know is not checked.
 *
 * @throws BuildError if a validator cannot be made for a schema
 */
export function validatorsFile(
  document: OpenApiDocument,
  { runTime, form, note }: ValidatorsFileOptions,
): { code: string; types: string } {
  const forms = schemaForms(withKnownFormats(document));
  const { names, usualForm, responses } = forms;
  // Published names could be those of functions of the run time: a schema may be called Email.
  const nameOf = (id: string): string => `valid_${id}`;
  const checked = new Map([
    ...[...responses.schemas.keys()].map((id) => [id, id] as const),
    ...names.map((name) => [name, formName(name, usualForm(name))] as const),
  ]);
  const code = [
    note,
    ...(form === 'commonjs' ? ["'use strict';", "Object.defineProperty(exports, '__esModule', { value: true });"] : []),
    inlined(runTime),
    ...rulesOf(forms, [...checked.values()]),
    ...[...checked].map(([name, id]) => `const ${nameOf(name)} = ${made(ruleName(id))}`.trimEnd()),
    `const expected = ${responseTable(responses, nameOf)}function validateResponses(options) {`,
    '  return validatedResponses(expected, options);',
    '}',
    ...exportsOf(new Map([...names.map((name) => [constantName(name), nameOf(name)] as const), same]), form),
    '',
  ];
  return { code: code.join('\n'), types: `${note}\n${typesOf(forms)}` };
}

const same = ['validateResponses', 'validateResponses'] as const;

/** The rule of a schema in one of its forms. */
function ruleName(id: string): string {
  return `rule_${id.replace('.', '_')}`;
}

/** The code of the rules of some schemas, and of all that they refer to. */
function rulesOf({ code }: SchemaForms, wanted: readonly string[]): string[] {
  const ids = new Set(wanted);
  const texts: string[] = [];
  // The loop adds to the set that it iterates over.
  for (const id of ids) {
    const { text, references } = code(id, ruleName);
    texts.push(`const ${ruleName(id)} = ${text}`.trimEnd());
    for (const each of references) ids.add(each);
  }
  return texts;
}

/** The code of a module without its first line and its exports; a name that it exports as another one is declared. */
function inlined(module: string): string {
  const [, code, exported] = /^[^\n]*\n(.*)\nexport \{([^}]*)\};\n$/s.exec(module) ?? [];
  if (code === undefined || exported === undefined) throw new Error('Expected a module that ends with its exports.');
  const aliases = [...exported.matchAll(/(\w+) as (\w+)/g)].map(([, name, alias]) => `\nconst ${alias} = ${name};`);
  return code + aliases.join('');
}

function exportsOf(names: ReadonlyMap<string, string>, form: ModuleForm): string[] {
  if (form === 'commonjs') return [...names].map(([name, own]) => `exports.${name} = ${own};`);
  return [`export { ${[...names].map(([name, own]) => (name === own ? name : `${own} as ${name}`)).join(', ')} };`];
}

function withKnownFormats(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const { value } of nodesOf(copy, 'schema'))
    if (!Object.hasOwn(formats, String(value['format']))) delete value['format'];
  return copy;
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
