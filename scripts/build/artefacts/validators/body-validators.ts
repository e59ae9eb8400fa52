import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { rewritten } from '../../../contract/ajv-code.js';
import type { MediaType, OpenApiDocument, OpenApiResponse } from '../../../contract/document.js';
import { linearCode } from '../../../contract/linear-code.js';
import { eachOperation } from '../../../contract/operations.js';
import { dereference } from '../../../contract/references.js';
import { plainSchema, type SchemaNode, schemaRef } from '../../../contract/schema-walk.js';
import { generatedNote } from '../generated-note.js';

const notice = `${generatedNote}\n`;

/**
 * A function for the body of each request and each success response that validates a value (JSON Schema 2020-12, all
 * formats). One module without dependencies, which compiles nothing at run time.
 *
 * The module exports `requests` and `answers`, from operationId to function, and `refusals`, from operationId and
 * status. A function lists the mistakes in its `errors`; a loop adds at most 10,000 of them.
 */
export async function bodyValidatorsText(bundle: OpenApiDocument): Promise<string> {
  const { code, tables } = bodyValidatorsCode(bundle);
  const exports = Object.entries(tables).map(([kind, table]) => `export const ${kind} = ${table};`);
  return notice + (await selfContained(`${code}\n${exports.join('\n')}`));
}

/**
 * The same functions as code of a script, which has the parts of Ajv's run time from a function `require`, and the
 * tables that lead to them as object literals.
 */
export function bodyValidatorsCode(bundle: OpenApiDocument): {
  code: string;
  tables: Readonly<Record<'requests' | 'answers' | 'refusals', string>>;
} {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    inlineRefs: false, // Inlining would copy referenced schemas into each body.
    code: { source: true, esm: true, lines: true },
  });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(bundle.components['schemas'] ?? {})) {
    ajv.addSchema({ ...plainSchema(schema as SchemaNode), $id: name });
  }
  const tables: Record<'requests' | 'answers', string[]> = { requests: [], answers: [] };
  const refusals: string[] = [];
  const exported: Record<string, string> = {};
  /** The name of the function for a body; undefined if there is no body. */
  const validator = (own: string, content: Record<string, MediaType> | undefined): string | undefined => {
    const media = content?.['application/json'] ?? Object.values(content ?? {})[0];
    if (!media) return undefined;
    const { $ref } = media.schema as { $ref?: string };
    const name = $ref?.replace(schemaRef, '') ?? own;
    if ($ref === undefined) ajv.addSchema({ ...plainSchema(media.schema), $id: name });
    exported[name] = name;
    return name;
  };
  for (const { operation } of eachOperation(bundle)) {
    const id = operation.operationId;
    const request = validator(`requests_${id}`, operation.requestBody?.content);
    if (request) tables.requests.push(`${id}: ${request}`);
    const refused: string[] = [];
    let answered = false;
    for (const [status, node] of Object.entries(operation.responses)) {
      const isSuccess = status.startsWith('2');
      if (isSuccess && answered) continue;
      answered ||= isSuccess;
      const own = isSuccess ? `answers_${id}` : `refusals_${id}_${status}`;
      const name = validator(own, dereference<OpenApiResponse>(bundle, node).content);
      if (name && isSuccess) tables.answers.push(`${id}: ${name}`);
      else if (name) refused.push(`${/^\d+$/.test(status) ? status : JSON.stringify(status)}: ${name}`);
    }
    refusals.push(`${id}: { ${refused.join(', ')} }`);
  }
  const code = linearCode(standaloneCode.default(ajv, exported));
  const unexported = rewritten(code, 'scripts/build/artefacts/validators/body-validators.ts', [
    {
      what: 'exports',
      part: /export const (\w+) = (validate\d+);/g,
      by: 'const $1 = $2;',
      times: Object.keys(exported).length,
    },
  ]);
  const object = (rows: readonly string[]): string => `{ ${rows.join(', ')} }`;
  return {
    code: unexported,
    tables: { requests: object(tables.requests), answers: object(tables.answers), refusals: object(refusals) },
  };
}

/** The types of the module, which are the same for every contract. */
export const bodyValidatorsTypes = `${notice}
export interface ValidationError {
  /** JSON pointer to the wrong value; empty for the whole body. */
  instancePath: string;
  keyword: string;
  /** Place of the keyword in its schema. */
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}
export interface Validate {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
}
/** Validates the body of a request, by operationId. */
export declare const requests: Record<string, Validate | undefined>;
/** Validates the body of a success response, by operationId: its JSON, if it may have other media types, too. */
export declare const answers: Record<string, Validate | undefined>;
/** Validates the body of any other response, by operationId and then by status or \`default\`. */
export declare const refusals: Record<string, Record<string, Validate | undefined>>;
`;

/** Bundles the parts of Ajv's run time that the code calls into the module. */
async function selfContained(code: string): Promise<string> {
  const result = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    format: 'esm',
    write: false,
    minifySyntax: true,
    legalComments: 'none',
  });
  return result.outputFiles[0]?.text ?? '';
}
