import { STATUS_CODES } from 'node:http';
import type { Json } from '../service/contract.js';
import { type Reply, reply } from '../service/service.js';

export { reply };

/** An error response in the format of RFC 9457. */
export function problem(
  status: number,
  detail: string,
  { errors, headers }: { errors?: Json; headers?: Record<string, string> } = {},
): Reply {
  const title = STATUS_CODES[status] ?? 'Error';
  const body = { type: 'about:blank', title, status, detail, ...(errors !== undefined && { errors }) };
  return reply(status, body, { 'Content-Type': 'application/problem+json', ...headers });
}

export function noContent(headers: Record<string, string> = {}): Reply {
  return reply(204, undefined, headers);
}
