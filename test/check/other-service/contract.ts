import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import { eachOperation } from '../../../scripts/contract/operations.js';
import { escapeToken } from '../../../scripts/contract/pointer.js';
import { dereference } from '../../../scripts/contract/references.js';
import type { Json } from './store.js';

/** The document, for `--contract`. */
export const contractFile = fileURLToPath(new URL('openapi.yaml', import.meta.url));

type Loose = Record<string, unknown>;

export interface QueryParameter {
  name: string;
  type: 'integer' | 'boolean' | 'string';
  default?: Json;
  validate: ValidateFunction;
}

export interface Operation {
  id: string;
  method: string;
  /** The path template. */
  path: string;
  query: QueryParameter[];
  body?: { media: string; validate: ValidateFunction; examples: Json[] };
  /** By status: the schemas of the body by media type, and the headers with their schemas, by name in lower case. */
  responses: ReadonlyMap<number, { bodies: ReadonlyMap<string, ValidateFunction>; headers: Header[] }>;
}

export interface Header {
  name: string;
  required: boolean;
  validate: ValidateFunction;
}

const document = parse(readFileSync(contractFile, 'utf8')) as OpenApiDocument;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'shelf');

export const operations: readonly Operation[] = [...eachOperation(document)].map(({ path, method, operation }) => {
  const at = `/paths/${escapeToken(path)}/${method}`;
  const parameters = (operation.parameters ?? []).map((node, index) => [`${at}/parameters/${index}`, node] as const);
  const body = operation.requestBody && followed(`${at}/requestBody`, operation.requestBody);
  const [media, content] = Object.entries((body?.[1]['content'] ?? {}) as Record<string, Loose>)[0] ?? [];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    query: parameters.map(([pointer, node]) => queryOf(...followed(pointer, node))),
    ...(body &&
      media &&
      content && {
        body: {
          media,
          validate: compiled(`${body[0]}/content/${escapeToken(media)}/schema`),
          examples: Object.values(content['examples'] as Record<string, { value: Json }>).map(({ value }) => value),
        },
      }),
    responses: new Map(
      Object.entries(operation.responses).map(([status, node]) => [
        Number(status),
        responseOf(...followed(`${at}/responses/${status}`, node)),
      ]),
    ),
  };
});

export const operationOf = (id: string): Operation | undefined => operations.find((each) => each.id === id);

/** Validation errors in the form of a problem document's `errors`. */
export function problemsOf(errors: ErrorObject[] | null | undefined): { pointer: string; detail: string }[] {
  return (errors ?? []).map(({ instancePath, message }) => ({
    pointer: instancePath,
    detail: message ?? 'does not fit',
  }));
}

function queryOf(pointer: string, node: Loose): QueryParameter {
  const schema = dereference<{ type?: string; default?: Json }>(document, node['schema'] as object);
  return {
    name: String(node['name']),
    type: schema.type as QueryParameter['type'],
    ...(schema.default !== undefined && { default: schema.default }),
    validate: compiled(`${pointer}/schema`),
  };
}

function responseOf(pointer: string, node: Loose): { bodies: Map<string, ValidateFunction>; headers: Header[] } {
  const bodies = Object.keys(node['content'] ?? {}).map(
    (media) => [media, compiled(`${pointer}/content/${escapeToken(media)}/schema`)] as const,
  );
  const headers = Object.entries((node['headers'] ?? {}) as Record<string, Loose>).map(([name, header]) => {
    const [at, found] = followed(`${pointer}/headers/${name}`, header);
    return { name: name.toLowerCase(), required: found['required'] === true, validate: compiled(`${at}/schema`) };
  });
  return { bodies: new Map(bodies), headers };
}

function followed(pointer: string, node: object): [pointer: string, node: Loose] {
  const { $ref } = node as { $ref?: string };
  return $ref === undefined ? [pointer, node as Loose] : [$ref.slice(1), dereference<Loose>(document, node as Loose)];
}

function compiled(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `shelf#${pointer.split('/').map(encodeURIComponent).join('/')}` });
}
