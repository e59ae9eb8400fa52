import type { Security } from '../../contract/security.js';
import { quoteForShell } from '../../text/escape.js';
import type { SentRequest } from './exchange.js';
import {
  beforeKey,
  cookieName,
  filledIn,
  isNearKey,
  type KeyPart,
  keyParts,
  type NearKey,
  nearKeyTexts,
  wordsBeforeKey,
} from './near-key.js';

/** Longer bodies are cut: nobody would paste them. */
const bodyLimit = 20_000;

/**
 * A shell command that repeats the request, with the key as `$DIRECTORY_API_KEY`.
 *
 * @param always headers of every request, with the variables of their values
 */
export function curlLine(
  baseUrl: string,
  request: SentRequest,
  security: Security,
  always: Readonly<Record<string, string>> = {},
): string {
  const parts = ['curl', ...methodOf(request), ...keyOf(request, security)];
  const { capitals = false, without = [], chunked = false } = request.writing ?? {};
  for (const [name, variable] of Object.entries(always))
    if (!without.includes(name.toLowerCase())) parts.push('-H', `"${escaped(name)}: ${variable}"`);
  const isJoined = cookieOf(request, security) !== undefined;
  for (const [name, value] of Object.entries(request.headers)) {
    if (without.includes(name) || (isJoined && name === 'cookie')) continue;
    parts.push('-H', quoteForShell(`${capitals ? name.toUpperCase() : name}: ${value}`));
  }
  // Without a value, curl leaves out a header that it would send.
  for (const name of without) parts.push('-H', quoteForShell(`${name}:`));
  if (chunked) parts.push('-H', quoteForShell('transfer-encoding: chunked'));
  if (request.body !== undefined) parts.push('--data-binary', bodyOf(request.body));
  const separator = request.path.includes('?') ? '&' : '?';
  const name = security.kind === 'query' ? encodeURIComponent(security.name).replaceAll("'", '%27') : '';
  const near = isNearKey(request.key) ? nearQuery(request.key, security, name) : [];
  if (near.length > 0)
    return [...parts, `${quoteForShell(baseUrl + request.path + separator).slice(0, -1)}'"${near.join('&')}"`].join(
      ' ',
    );
  const query = name !== '' && request.key === 'right' ? `${separator}${name}='"$DIRECTORY_API_KEY"'` : '';
  // The quoted key ends the quotes of the address and opens them again.
  return [...parts, `${quoteForShell(baseUrl + request.path).slice(0, -1)}${query}'`].join(' ');
}

function methodOf({ method }: SentRequest): string[] {
  // Every method that a check sends is a plain word; one from a file of somebody else may be anything.
  return method === 'GET'
    ? []
    : method === 'HEAD'
      ? ['-I']
      : ['-X', /^[\w-]+$/.test(method) ? method : quoteForShell(method)];
}

/** The query parameters with credentials that are right but for one thing. */
function nearQuery(use: NearKey, security: Security, name: string): string[] {
  const { own = [], query } = nearKeyTexts[use];
  const fill = (part: string): string => inShell(part, security);
  const values = name === '' ? [] : own.map((value) => `${name}=${filledIn(value, fill)}`);
  return query === undefined ? values : [...values, filledIn(query, fill)];
}

/** Names in lower case and values of headers with credentials that are right but for one thing. */
function nearHeaders(use: NearKey, security: Security): string[] {
  const { own = [], header } = nearKeyTexts[use];
  const words = wordsBeforeKey(security);
  const name = security.kind === 'header' ? escaped(security.name) : 'Authorization';
  const before = security.kind === 'cookie' ? `Cookie: ${escaped(cookieName(security.name))}=` : `${name}: `;
  const fill = (part: string): string => {
    const plain = words[part];
    if (plain !== undefined) return escaped(plain);
    return inShell(part, security);
  };
  const lines = security.kind === 'query' ? [] : own.map((value) => `${before}${filledIn(value, fill)}`);
  if (header) lines.push(`${header[0]}: ${filledIn(header[1], fill)}`);
  return lines.flatMap((line) => ['-H', `"${line}"`]);
}

/** What is made of the key, in the form that the scheme sends it in. */
function inShell(part: string, { kind }: Security): string {
  const text = keyParts[part as KeyPart] ?? '';
  return kind === 'basic' ? `$(printf %s "${text}" | base64)` : text;
}

/** The value of a `Cookie` header with the key, between double quotes; undefined if the key is not in a cookie. */
function cookieOf({ key, headers }: SentRequest, security: Security): string | undefined {
  if (security.kind !== 'cookie' || key === 'none' || isNearKey(key)) return undefined;
  const { cookie } = headers;
  const value = key === 'empty' ? '' : key === 'wrong' ? 'not-the-key' : '$DIRECTORY_API_KEY';
  return `${cookie === undefined ? '' : `${escaped(cookie)}; `}${escaped(cookieName(security.name))}=${value}`;
}

function keyOf(request: SentRequest, security: Security): string[] {
  const { key } = request;
  if (isNearKey(key)) return nearHeaders(key, security);
  if (security.kind === 'none' || security.kind === 'query' || key === 'none') return [];
  const cookie = cookieOf(request, security);
  if (cookie !== undefined) return ['-H', `"Cookie: ${cookie}"`];
  const name = security.kind === 'header' ? security.name : 'Authorization';
  const before = beforeKey(security, key);
  if (key === 'empty') return ['-H', quoteForShell(before === '' ? `${name};` : `${name}: ${before.trimEnd()}`)];
  const value = key === 'wrong' ? 'not-the-key' : '$DIRECTORY_API_KEY';
  if (security.kind === 'basic') return ['-u', `"${value}"`];
  return ['-H', `"${escaped(`${name}: ${before}`)}${value}"`];
}

/** Between double quotes, a shell replaces variables; names in a contract may look like some. */
function escaped(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&');
}

function bodyOf(body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return quoteForShell(text.length > bodyLimit ? `${text.slice(0, bodyLimit)}…` : text);
}
