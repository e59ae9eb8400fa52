import type { Security } from '../../contract/security.js';
import type { SentRequest } from './exchange.js';
import { beforeKey } from './key-scheme.js';

/** Longer bodies are cut: nobody would paste them. */
const bodyLimit = 20_000;

/** A shell command that repeats the request, with the key as `$DIRECTORY_API_KEY`. */
export function curlLine(baseUrl: string, request: SentRequest, security: Security): string {
  const parts = ['curl', ...methodOf(request), ...keyOf(request, security)];
  for (const [name, value] of Object.entries(request.headers)) parts.push('-H', quoted(`${name}: ${value}`));
  if (request.body !== undefined) parts.push('--data-binary', bodyOf(request.body));
  const separator = request.path.includes('?') ? '&' : '?';
  const name = security.kind === 'query' ? encodeURIComponent(security.name).replaceAll("'", '%27') : '';
  const query = name !== '' && request.key === 'right' ? `${separator}${name}='"$DIRECTORY_API_KEY"'` : '';
  // The quoted key ends the quotes of the address and opens them again.
  return [...parts, `${quoted(baseUrl + request.path).slice(0, -1)}${query}'`].join(' ');
}

function methodOf({ method }: SentRequest): string[] {
  return method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method];
}

function keyOf({ key }: SentRequest, security: Security): string[] {
  if (security.kind === 'none' || security.kind === 'query' || key === 'none') return [];
  const name = security.kind === 'header' ? security.name : 'Authorization';
  const before = beforeKey(security, key);
  if (key === 'empty') return ['-H', quoted(before === '' ? `${name};` : `${name}: ${before.trimEnd()}`)];
  const value = key === 'wrong' ? 'not-the-key' : '$DIRECTORY_API_KEY';
  if (security.kind === 'basic') return ['-u', `"${value}"`];
  // Between double quotes, a shell replaces the variable; a contract may have such characters, too.
  return ['-H', `"${`${name}: ${before}`.replace(/[\\"$`]/g, '\\$&')}${value}"`];
}

function bodyOf(body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return quoted(text.length > bodyLimit ? `${text.slice(0, bodyLimit)}…` : text);
}

/** Between single quotes, a shell changes nothing but a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
