import { STATUS_CODES } from 'node:http';
import type { Json } from '../service-contract.js';
import type { Call, Mistake, Reply } from './behaviour.js';

export function reply(status: number, body?: Json, headers: Record<string, string> = {}): Reply {
  return body === undefined
    ? { status, headers }
    : { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

export function plain(text: string): Reply {
  return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, text };
}

/** Refuses a request. The form depends on the part of the service, as if three frameworks served it. */
export function refuse({ target }: Pick<Call, 'target'>, status: number, mistakes: string | Mistake[]): Reply {
  const texts = typeof mistakes === 'string' ? [mistakes] : mistakes.map(({ at, text }) => `${at.join('.')} ${text}`);
  if (/^\/glazes\b/i.test(target)) {
    const message = typeof mistakes === 'string' ? mistakes : texts;
    return reply(status, { statusCode: status, message, error: STATUS_CODES[status] ?? 'Error' });
  }
  if (/^\/(studios|health)\b/i.test(target)) {
    const detail =
      typeof mistakes === 'string'
        ? mistakes
        : mistakes.map(({ at, text }) => ({ loc: at, msg: text, type: 'value_error' }));
    return reply(status, { detail });
  }
  return reply(status, { error: { code: `E${status}`, text: texts.join('; ') } });
}
