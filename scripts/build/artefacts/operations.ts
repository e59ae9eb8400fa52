import type { OperationRow } from '../../client/types.js';
import type { OpenApiDocument, OpenApiOperation } from '../../contract/document.js';
import {
  eachOperation,
  hasBody,
  type PlacedOperation,
  parametersOf,
  successContent,
  successesOf,
} from '../../contract/operations.js';
import type { Paging } from '../../contract/paging/paging.js';
import { dereference } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { standingOf } from '../../contract/standing.js';

/** The parts of the bundled document that the generators read. */
export interface Bundle extends Partial<Pick<OpenApiDocument, 'components'>> {
  info: { version: string };
  paths?: Record<string, object>;
}

export interface OperationEntry {
  readonly id: string;
  /** Names that the operation had in the previous version. */
  readonly formerIds: readonly string[];
  readonly row: OperationRow;
  readonly operation: OpenApiOperation & { deprecated?: boolean };
  readonly requiredNames: Readonly<Record<'path' | 'query', readonly string[]>>;
  /** How the returned list is paged; `{}` for an array of all items; undefined if the operation returns no list. */
  readonly paging: Paging | undefined;
  /** Whether a call needs an argument: for a path parameter, a required query parameter, or a required body. */
  readonly needsArgument: boolean;
}

// Members of the client that are not operations, and methods that JavaScript itself calls or defines on objects.
const reservedNames = new Set([
  ...['raw', 'pages', 'orThrow', 'then', 'toJSON'],
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/**
 * The operations of a bundle, in document order.
 *
 * @throws Error for an operationId that occurs twice or is not a valid method name, an operation without a success
 * response, and a `$ref` that leads nowhere
 */
export function operationsOf(bundle: Bundle): OperationEntry[] {
  const names = new Set<string>();
  return [...eachOperation(bundle)].map((placedOperation) => {
    const { method, path, operation } = placedOperation;
    const label = `${method.toUpperCase()} ${JSON.stringify(path)}`;
    const id = operation.operationId ?? '';
    const formerIds = operation['x-formerly'] ?? [];
    for (const name of [id, ...formerIds]) {
      if (!/^[a-z][A-Za-z0-9]*$/.test(name) || reservedNames.has(name)) {
        const actual = JSON.stringify(name);
        throw new Error(
          `${label}: expected a camelCase operationId that is a valid method name, found ${actual}. Rename it.`,
        );
      }
      if (names.has(name))
        throw new Error(`${label}: expected a unique operationId, found ${name} twice. Rename one of them.`);
      names.add(name);
    }
    const successes = successesOf(bundle, operation);
    const [[usualStatus] = []] = successes;
    if (usualStatus === undefined) throw new Error(`${label}: expected a success response (2xx), found none. Add one.`);
    const [[mediaType, content] = [null]] = Object.entries(successContent(bundle, operation));
    const row = {
      method,
      path,
      tag: operation.tags?.[0] ?? '',
      standing: standingOf(operation),
      success: Number(usualStatus),
      media: mediaType,
      needsBody: needsBody(bundle, operation),
      mayBeEmpty: mediaType !== null && !successes.every(([, response]) => hasBody(response)),
    };
    const requiredNames = requiredNamesOf(bundle, placedOperation);
    const needsArgument = path.includes('{') || requiredNames.query.length > 0 || row.needsBody;
    const isList = /json/.test(mediaType ?? '') && isArraySchema(bundle, content?.schema);
    const paging = method === 'get' ? (operation['x-paging'] ?? (isList ? {} : undefined)) : undefined;
    return { id, formerIds, row, operation, requiredNames, paging, needsArgument };
  });
}

function requiredNamesOf(bundle: Bundle, operation: PlacedOperation): OperationEntry['requiredNames'] {
  const parameters = parametersOf(bundle, operation).map(({ parameter }) => parameter);
  const [path = [], query = []] = ['path', 'query'].map((section) =>
    parameters
      .filter((parameter) => parameter['in'] === section && parameter['required'] === true)
      .map(({ name }) => String(name)),
  );
  return { path, query };
}

function isArraySchema(bundle: Bundle, schema: Schema = {}): boolean {
  return [dereference<Schema>(bundle, schema as Schema & { $ref: string }).type].flat().includes('array');
}

function needsBody(bundle: Bundle, { requestBody }: OpenApiOperation): boolean {
  return (
    requestBody !== undefined &&
    dereference<object & { required?: boolean }>(bundle, requestBody as object).required === true
  );
}
