import { literal } from '../../../contract/ajv-code.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import { formName } from '../../../contract/strict-schemas.js';
import { nodesOf } from '../../../contract/walk.js';
import { formats } from './check-code.js';
import { type CompiledSchemas, compiledSchemas, constantName, made, validatorTypes } from './compiled-schemas.js';
import { responseTable } from './response-validators.js';

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
  const compiled = compiledSchemas(withKnownFormats(document));
  const { names, usualForm, responses } = compiled;
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
    ...checksOf(compiled, [...checked.values()]),
    ...[...checked].map(([name, id]) => `const ${nameOf(name)} = ${made(checkName(id))}`.trimEnd()),
    `const expected = ${responseTable(responses, nameOf)}function validateResponses(options) {`,
    '  return validatedResponses(expected, options);',
    '}',
    ...exportsOf(new Map([...names.map((name) => [constantName(name), nameOf(name)] as const), same]), form),
    '',
  ];
  return { code: code.join('\n'), types: `${note}\n${typesOf(compiled)}` };
}

const same = ['validateResponses', 'validateResponses'] as const;

/** The function for a schema in one of its forms. */
function checkName(id: string): string {
  return `check_${id.replace('.', '_')}`;
}

/** The code of the functions for some schemas, of all that they call, and of the constants that they use. */
function checksOf({ compile }: CompiledSchemas, wanted: readonly string[]): string[] {
  /** Names by value: different checks may use the same name for different values. */
  const constants = new Map<string, string>();
  const functions: string[] = [];
  const ids = new Set(wanted);
  // The loop adds to the set that it iterates over.
  for (const id of ids) {
    const { text, constants: own, calls } = compile(id, checkName(id));
    const names = new Map<string, string>();
    for (const [alias, called] of calls) {
      ids.add(called);
      names.set(alias, checkName(called));
    }
    for (const declaration of own) {
      const [, name = '', value = ''] = /^const (\w+) = (.*);\n$/s.exec(declaration) ?? [];
      if (!constants.has(value)) constants.set(value, `constant_${constants.size}`);
      names.set(name, constants.get(value) ?? '');
    }
    functions.push(renamed(text, names).trimEnd());
  }
  return [...[...constants].map(([value, name]) => `const ${name} = ${value};`), ...functions];
}

/** Code with other names for some variables, but not for properties and inside of texts. */
function renamed(code: string, names: ReadonlyMap<string, string>): string {
  return code.replaceAll(new RegExp(`${literal}|(?<![\\w.$])\\w+`, 'g'), (found) => names.get(found) ?? found);
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

function typesOf(compiled: CompiledSchemas): string {
  return `import type {
  Middleware,
  ResponseIssueOf,
  ResponseValidationOptionsOf,
  Validator,
} from 'directory-contract/runtime';
import type { OperationId } from './client.js';
import type { ${compiled.names.join(', ')} } from './types.js';

export type { ValidationIssue, ValidationResult, Validator } from 'directory-contract/runtime';

/** An issue in a success response. */
export type ResponseIssue = ResponseIssueOf<OperationId>;

export type ResponseValidationOptions = ResponseValidationOptionsOf<OperationId>;

/**
 * A middleware for \`client.raw.use(…)\` that checks each success response against the contract: its status, and its
 * body if JSON is documented. It changes nothing and rejects nothing; it ignores error responses (4xx, 5xx).
 */
export declare function validateResponses(options: ResponseValidationOptions): Middleware;
${validatorTypes(compiled)}`;
}
