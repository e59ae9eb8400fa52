import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { yamlBeside } from '../yaml-beside.js';

/** The committed bundle. `npm test` first verifies that it agrees with `openapi/`. */
export const bundle = yamlBeside<OpenApiDocument>(import.meta.url, '../../generated/openapi.yaml');

/** Returns a schema of the bundle, or of another document, by name. */
export function schema(name: string, document = bundle): Schema {
  const component = document.components['schemas']?.[name];
  if (component === undefined) throw new Error(`The bundle has no schema ${name}.`);
  return component as Schema;
}

/** Returns the schema, or the schema that it refers to. */
export function resolve(node: Schema, document = bundle): Schema {
  return node.$ref === undefined ? node : schema(node.$ref.replace('#/components/schemas/', ''), document);
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  enum?: unknown[];
  minProperties?: number;
  'x-open'?: boolean;
  'x-known-values'?: unknown[];
  'x-provenance'?: { section: string; stated: boolean };
  'x-reflected-as'?: string;
  'x-unknown'?: string[];
}
