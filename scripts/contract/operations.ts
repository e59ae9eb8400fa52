import {
  type MediaType,
  type Method,
  methods,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiResponse,
} from './document.js';
import { isObject, type Node } from './json.js';
import { toPointer } from './pointer.js';
import { dereference } from './references.js';

export interface PlacedOperation {
  /** The operationId; for an operation without one, its method and path. */
  id: string;
  hasOperationId: boolean;
  method: Method;
  path: string;
  pointer: string;
  operation: OpenApiOperation;
  /** The same object as `operation`, typed without assumptions about its fields. */
  node: Node;
  /** Former names of the operation, which the contract keeps for a while: `x-formerly`. */
  formerNames: readonly string[];
}

export function* eachOperation(document: { readonly paths?: object }): Iterable<PlacedOperation> {
  for (const [path, item] of Object.entries(document.paths ?? {}) as [string, unknown][]) {
    for (const [key, node] of isObject(item) ? Object.entries(item) : []) {
      const method = methods.find((method) => method === key);
      if (method === undefined || !isObject(node)) continue;
      const name = node['operationId'];
      const hasName = typeof name === 'string' && name !== '';
      yield {
        id: hasName ? name : `${method} ${path}`,
        hasOperationId: hasName,
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
  /** The node in the document: the parameter itself, or a reference to it. */
  rawNode: Node;
}

/**
 * The parameters of an operation and its path item; an operation's parameter replaces the path item's with equal name
 * and `in`. Leaves out headers that OpenAPI describes elsewhere: they "SHALL be ignored" (OAS 3.1 §4.8.12.2).
 */
export function parametersOf(document: object, { path, pointer, operation }: PlacedOperation): PlacedParameter[] {
  const item = (document as Pick<OpenApiDocument, 'paths'>).paths[path] as { parameters?: unknown } | undefined;
  const allParameters = [
    ...placeParameters(document, item?.parameters, toPointer(['paths', path, 'parameters'])),
    ...placeParameters(document, operation.parameters, `${pointer}/parameters`),
  ];
  const key = ({ parameter }: PlacedParameter): string => JSON.stringify([parameter['in'], parameter['name']]);
  const lastByKey = new Map(allParameters.map((parameter) => [key(parameter), parameter]));
  return allParameters.filter((parameter) => lastByKey.get(key(parameter)) === parameter);
}

function placeParameters(document: object, list: unknown, pointer: string): PlacedParameter[] {
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((node, index) => {
    const parameter = isObject(node) ? dereference<Node>(document, node as Node) : undefined;
    return isParameter(parameter) && !isIgnoredHeader(parameter)
      ? [{ pointer: `${pointer}/${index}`, parameter, rawNode: node as Node }]
      : [];
  });
}

function isIgnoredHeader({ in: place, name }: Node): boolean {
  return place === 'header' && /^(?:accept|content-type|authorization)$/i.test(String(name));
}

const parameterLocations: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'cookie']);

export function isParameter(node: unknown): node is Node {
  return isObject(node) && typeof node['name'] === 'string' && parameterLocations.has(node['in']);
}

type SuccessResponse = [status: string, response: OpenApiResponse];

/** The responses with exact success statuses (not 2XX), first the usual (`x-usual-status`) or the lowest status. */
export function successesOf(
  document: object,
  { responses, 'x-usual-status': usualStatus }: Pick<OpenApiOperation, 'responses' | 'x-usual-status'>,
): SuccessResponse[] {
  return Object.entries(responses ?? {})
    .filter(([status]) => /^2\d\d$/.test(status))
    .sort(([a], [b]) => Number(b === usualStatus) - Number(a === usualStatus))
    .map(([status, response]) => [status, dereference<OpenApiResponse>(document, response)]);
}

/** The usual success response; undefined if the operation has none. */
export function successOf(document: object, operation: OpenApiOperation): SuccessResponse | undefined {
  return successesOf(document, operation)[0];
}

/** Whether a response has a body: `content: {}` means the same as no `content`. */
export function hasBody({ content = {} }: OpenApiResponse): boolean {
  return Object.keys(content).length > 0;
}

/** The content that all success responses with a body share; empty if no response has a body. */
export function successContent(document: object, operation: OpenApiOperation): Record<string, MediaType> {
  return successesOf(document, operation).find(([, response]) => hasBody(response))?.[1].content ?? {};
}
