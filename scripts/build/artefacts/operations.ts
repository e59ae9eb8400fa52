import type { OperationRow } from '../../client/types.js';
import { methods } from '../../contract/document.js';
import { type Provenance, standingOf } from '../../contract/standing.js';

/** What the generators read of a parameter; a `$ref` points into the bundle. */
export interface BundledParameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
}

/** What the generators read of a response: its media types. */
export interface BundledResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, object>>;
}

/** What the generators read of an operation. */
export interface BundledOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly BundledParameter[];
  readonly requestBody?: { readonly $ref?: string; readonly required?: boolean; readonly content?: object };
  readonly responses?: Readonly<Record<string, BundledResponse>>;
  readonly 'x-provenance'?: Provenance;
  readonly 'x-unknown'?: readonly string[];
  readonly 'x-formerly'?: readonly string[];
}

type PathItem = { readonly parameters?: readonly BundledParameter[] } & {
  readonly [Method in OperationRow['method']]?: BundledOperation;
};

/** What the generators read of the bundled document. */
export interface Bundle {
  readonly info: { readonly version: string };
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** One operation of the bundle: its row, and the object of the document. */
export interface OperationEntry {
  readonly id: string;
  /** The names that it had in the version before. */
  readonly formerly: readonly string[];
  readonly row: OperationRow;
  readonly operation: BundledOperation;
  /** Whether a call needs an argument: for a path parameter, a required query parameter, or a required body. */
  readonly needsArgument: boolean;
}

// Members that the client has besides its methods, or that the platform would call on any object.
const taken = new Set(['raw', 'then', 'toJSON', ...Object.getOwnPropertyNames(Object.prototype)]);

/**
 * The operations of a bundle, in document order.
 *
 * @throws Error for an operationId that cannot be the name of a method or stands twice, an operation without a success
 * response, and a `$ref` that leads nowhere.
 */
export function operationsOf(bundle: Bundle): OperationEntry[] {
  const seen = new Set<string>();
  return Object.entries(bundle.paths ?? {}).flatMap(([path, item]) =>
    (Object.keys(item) as (keyof PathItem)[])
      .filter((key) => methods.some((method) => method === key))
      .map((key): OperationEntry => {
        const method = key as OperationRow['method'];
        const operation = item[method] ?? {};
        const id = operation.operationId ?? '';
        const where = `${method.toUpperCase()} ${JSON.stringify(path)}`;
        const formerly = operation['x-formerly'] ?? [];
        for (const name of [id, ...formerly]) {
          if (!/^[a-z][A-Za-z0-9]*$/.test(name) || taken.has(name)) {
            const found = JSON.stringify(name);
            throw new Error(
              `${where}: expected a camelCase operationId that can name a method, found ${found}. Rename it.`,
            );
          }
          if (seen.has(name))
            throw new Error(`${where}: expected a unique operationId, found ${name} twice. Rename one.`);
          seen.add(name);
        }
        const responses = Object.entries(operation.responses ?? {});
        const [success, response] = responses.find(([status]) => /^2\d\d$/.test(status)) ?? [];
        if (!success || !response) throw new Error(`${where}: expected a success response (2xx), found none. Add it.`);
        const [media = null] = Object.keys(resolved(bundle, response).content ?? {});
        const tag = operation.tags?.[0] ?? '';
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
          resolved(bundle, one),
        );
        return {
          id,
          formerly,
          row: { method, path, tag, standing: standingOf(operation), success: Number(success), media },
          operation,
          needsArgument:
            path.includes('{') ||
            parameters.some((one) => one.in === 'query' && one.required === true) ||
            (operation.requestBody !== undefined && resolved(bundle, operation.requestBody).required === true),
        };
      }),
  );
}

/** The object itself, or what its `$ref` points to in the components of the bundle. */
export function resolved<Value extends { readonly $ref?: string }>(bundle: Bundle, value: Value): Value {
  if (value.$ref === undefined) return value;
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(value.$ref) ?? [];
  const target = bundle.components?.[kind]?.[name];
  if (!target) {
    throw new Error(
      `Expected ${JSON.stringify(value.$ref)} to be a component of the bundle, found none. Bundle again.`,
    );
  }
  return resolved(bundle, target as Value);
}
