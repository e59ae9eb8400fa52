import type { OpenApiDocument, OpenApiResponse } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { dereference } from '../../../contract/references.js';
import { plainSchema, type SchemaNode } from '../../../contract/schema-walk.js';
import { generatedNote } from '../generated-note.js';

/** The expected success response of an operation. */
interface ResponseRow {
  method: string;
  path: string;
  operationId: string;
  status: number;
  /** The id of the schema of its JSON body; undefined if it has none. */
  schema: string | undefined;
}

export interface ExpectedResponses {
  rows: readonly ResponseRow[];
  /** Inline schemas of responses, most of them lists; each different schema once, by an id. */
  schemas: ReadonlyMap<string, SchemaNode>;
}

/** The success responses of all operations; lint has verified that each operation has one. */
export function expectedResponsesOf(document: OpenApiDocument): ExpectedResponses {
  const ids = new Map<string, string>();
  const schemas = new Map<string, SchemaNode>();
  const idOf = (schema: SchemaNode): string => {
    const plain = plainSchema(schema);
    if (typeof schema['$ref'] === 'string') return String(plain['$ref']);
    const text = JSON.stringify(plain);
    const id = ids.get(text) ?? `answer${ids.size}`;
    ids.set(text, id);
    schemas.set(id, plain);
    return id;
  };
  const rows = [...eachOperation(document)].flatMap(({ method, path, operation }) => {
    const [status, node] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
    if (node === undefined) return [];
    // If another media type comes first, the body need not be JSON.
    const [[media, body] = []] = Object.entries(dereference<OpenApiResponse>(document, node).content ?? {});
    const json = media === 'application/json' ? body : undefined;
    return [
      { method, path, operationId: operation.operationId, status: Number(status), schema: json && idOf(json.schema) },
    ];
  });
  return { rows, schemas };
}

/** Whether a schema is a component of the document, not an inline schema of a response. */
export function isComponent({ schemas }: ExpectedResponses, id: string): boolean {
  return !schemas.has(id);
}

/** The code of a table from method and path to the expected success response; `nameOf` names the validators. */
export function responseTable({ rows }: ExpectedResponses, nameOf: (id: string) => string): string {
  const lines = rows.map(({ method, path, operationId, status, schema }) => {
    const parts = [JSON.stringify(operationId), status, ...(schema === undefined ? [] : [nameOf(schema)])];
    return `  ${JSON.stringify(`${method} ${path}`)}: [${parts.join(', ')}],\n`;
  });
  return `{\n${lines.join('')}};\n`;
}

export const responseTypes = `${generatedNote}
import type { OperationId } from '../../operation-table.js';
import type { ExpectedResponses } from '../../../scripts/validators/response-issues.js';

export declare const answers: ExpectedResponses<OperationId>;
`;
