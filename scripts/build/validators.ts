import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { eachOperation, type MediaType, type OpenApiDocument } from '../contract/document.js';
import { generatedNote } from './generated-note.js';

const notice = `${generatedNote}\n`;
const schemaRef = '#/components/schemas/';

/**
 * The body of each request and of each success answer as a function that judges a value (JSON Schema 2020-12, formats
 * in full). One module without dependencies: nothing is compiled where it runs.
 *
 * The module exports `requests` and `answers`, from operationId to function; what a function found is in its `errors`.
 */
export async function validatorsText(bundle: OpenApiDocument): Promise<string> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    inlineRefs: false, // Else each body would hold a copy of what it refers to.
    code: { source: true, esm: true },
  });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(bundle.components['schemas'] ?? {})) {
    ajv.addSchema({ ...plain(schema as object), $id: name });
  }
  const tables: Record<'requests' | 'answers', string[]> = { requests: [], answers: [] };
  const exported: Record<string, string> = {};
  const add = (kind: 'requests' | 'answers', operationId: string, content: Record<string, MediaType> | undefined): void => {
    const [media] = Object.values(content ?? {});
    if (!media) return;
    const { $ref } = media.schema as { $ref?: string };
    const name = $ref?.replace(schemaRef, '') ?? `${kind}_${operationId}`;
    if ($ref === undefined) ajv.addSchema({ ...plain(media.schema), $id: name });
    exported[name] = name;
    tables[kind].push(`${operationId}: ${name}`);
  };
  for (const { operation } of eachOperation(bundle)) {
    add('requests', operation.operationId, operation.requestBody?.content);
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    if (success && !('$ref' in success)) add('answers', operation.operationId, success.content);
  }
  const code = standaloneCode.default(ajv, exported);
  const unexported = code.replaceAll(/export const (\w+) = (validate\d+);/g, 'const $1 = $2;');
  const exports = Object.entries(tables).map(([kind, rows]) => `export const ${kind} = { ${rows.join(', ')} };`);
  return notice + (await selfContained(`${unexported}\n${exports.join('\n')}`));
}

/** The types of the module; they are the same for every contract. */
export const validatorsTypes = `${notice}
export interface ValidationError {
  /** JSON pointer to the value that is wrong; empty for the whole. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}
export interface Validate {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
}
/** Judges the body of a request, by operationId. */
export declare const requests: Record<string, Validate | undefined>;
/** Judges the body of a success answer, by operationId. */
export declare const answers: Record<string, Validate | undefined>;
`;

/** A schema without what only people and other tools read, and with references that Ajv resolves by name. */
function plain(node: object): object {
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !key.startsWith('x-') && !['description', 'example', 'examples'].includes(key))
      .map(([key, value]) => [key, key === 'properties' ? mapValues(value as Record<string, object>) : plainValue(key, value)]),
  );
}

function plainValue(key: string, value: unknown): unknown {
  if (key === '$ref') return String(value).replace(schemaRef, '');
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? plain(item) : item));
  return isObject(value) ? plain(value) : value;
}

/** The names of properties are data: one that is called `description` stays. */
function mapValues(properties: Record<string, object>): Record<string, object> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Ajv's code calls for parts of its run time; they are put into the module. */
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
