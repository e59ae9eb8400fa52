import { STATUS_CODES } from 'node:http';
import type { OpenApiResponse } from '../contract/document.js';
import type { PlacedOperation } from '../contract/operations.js';
import type { Draft, Part } from './draft.js';

/**
 * Lists a status of refusals for an operation, unless it has a response for it already.
 *
 * @param description of the response, if no operation has it yet
 * @returns the response, which all operations share
 */
export function listRefusal(
  { document }: Draft,
  { operation }: PlacedOperation,
  status: number,
  description = `The request was refused: ${STATUS_CODES[status] ?? `status ${status}`}.`,
): OpenApiResponse {
  const name = `Refusal${status}`;
  document.components['responses'] ??= {};
  const responses = document.components['responses'] as Record<string, OpenApiResponse>;
  const { content, 'x-unknown': open = [] } = (responses['UnexpectedError'] ?? {}) as OpenApiResponse & Part;
  const unknown = (open as string[]).filter((id) => id === 'errors.body');
  responses[name] ??= {
    description,
    ...(unknown.length > 0 && { 'x-unknown': unknown }),
    ...(content && { content: structuredClone(content) }),
  };
  operation.responses[String(status)] ??= { $ref: `#/components/responses/${name}` };
  return responses[name];
}
