import { STATUS_CODES } from 'node:http';
import type { Answer } from './behaviour.js';
import type { Json } from './store.js';

export function answer(status: number, body?: Json, headers: Record<string, string> = {}): Answer {
  return body === undefined
    ? { status, headers }
    : { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** A refusal as RFC 9457 has it. */
export function problem(
  status: number,
  detail: string,
  more: { errors?: Json; headers?: Record<string, string> } = {},
): Answer {
  const { errors, headers } = more;
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
  const whole = errors === undefined ? body : { ...body, errors };
  return answer(status, whole, { 'Content-Type': 'application/problem+json', ...headers });
}
