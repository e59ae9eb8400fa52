import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckedContract } from '../../../scripts/check/model/contract/contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';

/** A document, and the sentence of its reader. */
export interface Row {
  whole?: string;
  schema?: string;
  item?: string;
  rest?: string;
  says: string;
  line: number;
  way: string;
}

/** The operation of a document of Swagger 2.0, later sections, and the responses that the operation allows. */
interface Swagger {
  operation: string;
  others?: string;
  allowed: unknown[];
  forbidden: unknown[];
  more?: { operation: object; lines: Record<string, number> };
}

interface Rows extends Record<'noted' | 'silent' | 'refused' | 'cycles', Record<string, Row>> {
  swagger: {
    lists: [form: string, object][];
    servers: [string, string, string][];
    keys: [string, string, object][];
    documents: Record<string, Swagger>;
  };
  meanings: Record<string, { schema: string; allowed: unknown[]; forbidden: unknown[] }>;
  latest: Record<string, { schema: string; components: string; allowed: unknown[]; forbidden: unknown[] }>;
}

export const rows = yamlBeside<Rows>(import.meta.url, 'contracts.yaml');

export const folder = temporaryFolder('contract');

/** Writes this text to a file that all calls share, and returns its path. */
export function fileWith(text: string): string {
  const file = join(folder, 'api.yaml');
  writeFileSync(file, text);
  return file;
}

export const read = (text: string): CheckedContract => readContract(fileWith(text));

/** Returns the error message with which a contract is refused, given its text or its file. */
export function refusalOf(text: string, file = fileWith(text)): string {
  try {
    readContract(file);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replaceAll(folder, '');
  }
  return 'It was read.';
}

/** Returns for each value whether the response of the first operation may be that value. */
export function allows(contract: CheckedContract, ...values: unknown[]): boolean[] {
  const [operation] = contract.operations as [CheckedOperation];
  return values.map((value) => contract.judge.response(operation, '200', value).length === 0);
}

export const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';
/** A document with one operation, whose response has this schema. */
export const get = (schema: string): string =>
  `${head}paths:\n  /a:\n    get:\n      operationId: getA\n      responses:\n        "200":\n` +
  `          description: ok\n          content:\n            application/json:\n              schema: ${schema}\n`;

/** A document with one path item. */
export const api = (item: string, components = ''): string =>
  `${head}paths:\n  /a:\n    ${item}\n${components && `components:\n  ${components}\n`}`;
/** A document whose response has the schema A, defined in these component schemas. */
export const schemas = (text: string): string => `${get(ref('A'))}components:\n  schemas:\n    ${text}\n`;
export const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
