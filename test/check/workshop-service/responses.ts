import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../service/contract.js';
import { type Mistake, type Reply, reply } from '../service/service.js';
import type { Call } from './behaviour.js';

export { reply };

export function plain(text: string): Reply {
  return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, text };
}

/** Refuses a request. The form of the refusal depends on the part of the service, as if four frameworks served it. */
export function refuse({ target }: Pick<Call, 'target'>, status: number, mistakes: string | readonly Mistake[]): Reply {
  const texts = typeof mistakes === 'string' ? [mistakes] : mistakes.map(({ at, text }) => `${at.join('.')} ${text}`);
  if (/^\/archive\b/i.test(target))
    return reply(status, problemOf(status, texts), { 'Content-Type': 'application/problem+json' });
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

/** Returns the problem that a refusal of the archive shows (RFC 9457). */
export function problemOf(status: number, errors: string[]): JsonObject {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail: errors.join('; '), errors };
}
