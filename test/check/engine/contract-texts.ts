import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary-folder.js';

export const folder = temporaryFolder('contract');

/** Writes this text to a file that all calls share, and returns its path. */
export function fileWith(text: string): string {
  const file = join(folder, 'api.yaml');
  writeFileSync(file, text);
  return file;
}

export const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';
/** A document with one operation, whose response has this schema. */
export const get = (schema: string): string =>
  `${head}paths:\n  /a:\n    get:\n      operationId: getA\n      responses:\n        "200":\n` +
  `          description: ok\n          content:\n            application/json:\n              schema: ${schema}\n`;

/** A document with one path item. */
export const api = (item: string, components = ''): string =>
  `${head}paths:\n  /a:\n    ${item}\n${components && `components:\n  ${components}\n`}`;
/** A document whose response has the schema A, with these component schemas. */
export const schemas = (text: string): string => `${get(ref('A'))}components:\n  schemas:\n    ${text}\n`;
export const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
