import type { OpenApiDocument, OpenApiResponse } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { dereference } from '../../../contract/references.js';
import { plainSchema, type SchemaNode } from '../../../contract/schema-walk.js';
import { generatedNote } from '../generated-note.js';

/** What the success answer of an operation must be. */
interface AnswerRow {
  method: string;
  path: string;
  operationId: string;
  status: number;
  /** The id of the schema of its JSON; undefined where it has none. */
  schema: string | undefined;
}

export interface ResponseJudges {
  rows: readonly AnswerRow[];
  /** The schemas that stand in an answer itself, most of them lists; each form once, by an id. */
  schemas: ReadonlyMap<string, SchemaNode>;
}

/** The success answers of all operations; lint has made sure that each operation has one. */
export function responseJudgesOf(document: OpenApiDocument): ResponseJudges {
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
    const json = dereference<OpenApiResponse>(document, node).content?.['application/json'];
    return [
      { method, path, operationId: operation.operationId, status: Number(status), schema: json && idOf(json.schema) },
    ];
  });
  return { rows, schemas };
}

/** Whether a schema is one of the document's components, rather than one that stands in an answer itself. */
export function isComponent({ schemas }: ResponseJudges, id: string): boolean {
  return !schemas.has(id);
}

/** A table from method and path to what the success answer must be, in the names that `nameOf` gives to validators. */
export function responseTable({ rows }: ResponseJudges, nameOf: (id: string) => string): string {
  const lines = rows.map(({ method, path, operationId, status, schema }) => {
    const parts = [JSON.stringify(operationId), status, ...(schema === undefined ? [] : [nameOf(schema)])];
    return `  ${JSON.stringify(`${method} ${path}`)}: [${parts.join(', ')}],\n`;
  });
  return `\nexport const answers = {\n${lines.join('')}};\n`;
}

export const answersTypes = `${generatedNote}
import type { OperationId } from '../../operation-table.js';
import type { Validator } from '../../../scripts/validators/validator.js';

/**
 * What the success answer of an operation must be, by \`get /the/{path}/\`: the operation, its status, and the validator of
 * its JSON if it has any.
 */
export declare const answers: Readonly<Record<string, readonly [OperationId, number, Validator<unknown>?] | undefined>>;
`;
