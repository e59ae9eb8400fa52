import { STATUS_CODES } from 'node:http';
import type { Reply } from './behaviour.js';
import type { Json } from './store.js';

export function reply(status: number, body?: Json, headers: Record<string, string> = {}): Reply {
  return body === undefined
    ? { status, headers }
    : { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** An error response in the format of RFC 9457. */
export function problem(
  status: number,
  detail: string,
  more: { errors?: Json; headers?: Record<string, string> } = {},
): Reply {
  const { errors, headers } = more;
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
  const whole = errors === undefined ? body : { ...body, errors };
  return reply(status, whole, { 'Content-Type': 'application/problem+json', ...headers });
}
