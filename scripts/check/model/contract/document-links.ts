import { isObject } from '../../../contract/json.js';
import { parsePointer, valueAt } from '../../../contract/pointer.js';
import { dereference } from '../../../contract/references.js';
import type { Parameters } from '../request.js';
import type { CheckedContract } from './contract.js';
import type { CheckedOperation } from './operations.js';

/** A link from a response to another operation (OpenAPI 3.1.1 §4.8.20). */
interface DocumentLink {
  target: CheckedOperation;
  /** The source of each parameter of the target: `$response.body#/id`, `$request.path.id`, or a constant. */
  sources: readonly (readonly [name: string, source: unknown])[];
}

export function linksOf(contract: CheckedContract, { success }: CheckedOperation): DocumentLink[] {
  const response = success && valueAt(contract.document, success.pointer);
  const links = isObject(response) && isObject(response['links']) ? Object.values(response['links']) : [];
  return links.filter(isObject).flatMap((node) => {
    const link = dereference<Record<string, unknown>>(contract.document, node);
    const target = targetOf(contract, link);
    const parameters = isObject(link['parameters']) ? Object.entries(link['parameters']) : [];
    // The name of a parameter may begin with its location: `path.id`.
    const sources = parameters.map(([name, source]) => [name.replace(/^path\./, ''), source] as const);
    return target ? [{ target, sources }] : [];
  });
}

function targetOf(contract: CheckedContract, { operationId, operationRef }: Record<string, unknown>) {
  if (typeof operationId === 'string') return contract.operation(operationId);
  if (typeof operationRef !== 'string' || !operationRef.startsWith('#/paths/')) return undefined;
  const [, path, method] = parsePointer(operationRef.slice(1));
  return contract.operations.find((operation) => operation.path === path && operation.method === method);
}

/** Returns the path parameters for the target of a link; undefined if one of them has no usable value. */
export function parametersOfLink(
  { target, sources }: DocumentLink,
  { value, parameters }: { value: unknown; parameters: Parameters },
): Parameters | undefined {
  const sourceByParameter = new Map(sources);
  const values = target.pathParameters.map((name): [string, unknown] => [
    name,
    sourceByParameter.has(name) ? evaluate(sourceByParameter.get(name), value, parameters) : parameters[name],
  ]);
  const isUsable = values.every(([, each]) => typeof each === 'string' || typeof each === 'number');
  return isUsable ? Object.fromEntries(values.map(([name, each]) => [name, String(each)])) : undefined;
}

function evaluate(source: unknown, value: unknown, parameters: Parameters): unknown {
  if (typeof source !== 'string' || !source.startsWith('$')) return source;
  if (source.startsWith('$response.body#')) return valueAt(value, source.slice('$response.body#'.length));
  return source.startsWith('$request.path.') ? parameters[source.slice('$request.path.'.length)] : undefined;
}
