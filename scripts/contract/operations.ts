import { type Method, methods, type OpenApiDocument, type OpenApiOperation, type OpenApiResponse } from './document.js';
import { isObject, type Node } from './json.js';
import { toPointer } from './pointer.js';
import { dereference } from './references.js';

export interface PlacedOperation {
  /** The operationId, or method and path if the operation has none. */
  id: string;
  hasName: boolean;
  method: Method;
  path: string;
  pointer: string;
  operation: OpenApiOperation;
  /** The same object as `operation`, without assumptions about its fields. */
  node: Node;
  /** Former names that the contract keeps for a while: `x-formerly`. */
  formerNames: readonly string[];
}

export function* eachOperation(document: { readonly paths?: object }): Iterable<PlacedOperation> {
  for (const [path, item] of Object.entries(document.paths ?? {}) as [string, unknown][]) {
    for (const [key, node] of isObject(item) ? Object.entries(item) : []) {
      const method = methods.find((each) => each === key);
      if (method === undefined || !isObject(node)) continue;
      const name = node['operationId'];
      const hasName = typeof name === 'string' && name !== '';
      yield {
        id: hasName ? name : `${method} ${path}`,
        hasName,
        method,
        path,
        pointer: toPointer(['paths', path, method]),
        operation: node as unknown as OpenApiOperation,
        node,
        formerNames: textsIn(node['x-formerly']),
      };
    }
  }
}

/** Whether any operation of a document has provenance. Without it, everything in the document counts as stated. */
export function hasAnyProvenance(document: { readonly paths?: object }): boolean {
  return [...eachOperation(document)].some(({ operation }) => operation['x-provenance'] !== undefined);
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export interface PlacedParameter {
  pointer: string;
  parameter: Node;
  /** The object at this place: the parameter, or a reference to it. */
  rawNode: Node;
}

/** The parameters of an operation and its path item; those of the operation win if name and `in` are the same. */
export function parametersOf(document: object, { path, pointer, operation }: PlacedOperation): PlacedParameter[] {
  const item = (document as Pick<OpenApiDocument, 'paths'>).paths[path] as { parameters?: unknown } | undefined;
  const all = [
    ...placeParameters(document, item?.parameters, toPointer(['paths', path, 'parameters'])),
    ...placeParameters(document, operation.parameters, `${pointer}/parameters`),
  ];
  const key = ({ parameter }: PlacedParameter): string => JSON.stringify([parameter['in'], parameter['name']]);
  const last = new Map(all.map((each) => [key(each), each]));
  return all.filter((each) => last.get(key(each)) === each);
}

function placeParameters(document: object, list: unknown, pointer: string): PlacedParameter[] {
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((node, index) => {
    const parameter = isObject(node) ? dereference<Node>(document, node as Node) : undefined;
    return isParameter(parameter) ? [{ pointer: `${pointer}/${index}`, parameter, rawNode: node as Node }] : [];
  });
}

const locations: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'cookie']);

export function isParameter(node: unknown): node is Node {
  return isObject(node) && typeof node['name'] === 'string' && locations.has(node['in']);
}

/** The success response with the lowest status; undefined if the operation has no success response. */
export function successOf(
  document: object,
  { responses }: OpenApiOperation,
): [status: string, response: OpenApiResponse] | undefined {
  const success = Object.entries(responses ?? {}).find(([status]) => /^2\d\d$/.test(status));
  return success && [success[0], dereference<OpenApiResponse>(document, success[1])];
}
