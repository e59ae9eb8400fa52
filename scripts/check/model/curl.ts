import type { Security } from '../../contract/security.js';
import { quoteForShell } from '../../text/escape.js';
import type { SentRequest } from './exchange.js';
import {
  cookieName,
  isNearKey,
  type KeyPart,
  type KeyUse,
  keyPartTexts,
  type NearKey,
  nearKeyTexts,
  replaceParts,
  textBeforeKey,
  wordsBeforeKey,
} from './near-key.js';

/** Maximum number of characters of a body. Longer bodies are cut, since nobody would paste them. */
const bodyLimit = 20_000;

/** Returns a shell command that repeats the request, with the key as `$DIRECTORY_API_KEY`. */
export function curlLine(
  baseUrl: string,
  request: SentRequest,
  security: Security,
  commonHeaders: Readonly<Record<string, string>> = {},
): string {
  const parts = ['curl', ...methodArguments(request), ...keyArguments(request, security)];
  const { capitals = false, without: omittedHeaders = [], chunked = false } = request.writing ?? {};
  for (const [name, variable] of Object.entries(commonHeaders))
    if (!omittedHeaders.includes(name.toLowerCase())) parts.push('-H', `"${escapeForShell(name)}: ${variable}"`);
  const hasKeyCookie = cookieOf(request, security) !== undefined;
  for (const [name, value] of Object.entries(request.headers)) {
    if (omittedHeaders.includes(name) || (hasKeyCookie && name === 'cookie')) continue;
    parts.push('-H', quoteForShell(`${capitals ? name.toUpperCase() : name}: ${value}`));
  }
  // `-H 'name:'` prevents curl from sending a header that it would add itself.
  for (const name of omittedHeaders) parts.push('-H', quoteForShell(`${name}:`));
  if (chunked) parts.push('-H', quoteForShell('transfer-encoding: chunked'));
  if (request.body !== undefined) parts.push('--data-binary', bodyArgument(request.body));
  const separator = request.path.includes('?') ? '&' : '?';
  const name = security.kind === 'query' ? encodeURIComponent(security.name).replaceAll("'", '%27') : '';
  const nearKeyParameters = isNearKey(request.key) ? nearKeyQuery(request.key, security, name) : [];
  const urlWithWrongKey = quoteForShell(baseUrl + request.path + separator);
  if (nearKeyParameters.length > 0) return [...parts, `${urlWithWrongKey}"${nearKeyParameters.join('&')}"`].join(' ');
  const hasKeyInQuery = name !== '' && (request.key === 'right' || request.key === 'other');
  const query = hasKeyInQuery ? `${separator}${name}='"${variableOf(request.key)}"'` : '';
  // The parameter ends the single quotes of the address, adds the key in double quotes, and opens single quotes again.
  return [...parts, `${quoteForShell(baseUrl + request.path).slice(0, -1)}${query}'`].join(' ');
}

/** Returns the shell variable of a key. */
function variableOf(key: KeyUse): string {
  return key === 'other' ? '$DIRECTORY_OTHER_API_KEY' : '$DIRECTORY_API_KEY';
}

function methodArguments({ method }: SentRequest): string[] {
  if (method === 'GET') return [];
  // The check sends only methods that are plain words, but a recording may contain any text.
  return method === 'HEAD' ? ['-I'] : ['-X', /^[\w-]+$/.test(method) ? method : quoteForShell(method)];
}

/** Returns the query parameters for credentials that differ from the right ones in one detail. */
function nearKeyQuery(use: NearKey, security: Security, name: string): string[] {
  const { keyValues = [], query } = nearKeyTexts[use];
  const fill = (part: string): string => keyPartToShell(part, security);
  const values = name === '' ? [] : keyValues.map((value) => `${name}=${replaceParts(value, fill)}`);
  return query === undefined ? values : [...values, replaceParts(query, fill)];
}

/** Returns the curl arguments for headers with credentials that differ from the right ones in one detail. */
function nearKeyHeaders(use: NearKey, security: Security): string[] {
  const { keyValues = [], header } = nearKeyTexts[use];
  const words = wordsBeforeKey(security);
  const name = security.kind === 'header' ? escapeForShell(security.name) : 'Authorization';
  const prefix = security.kind === 'cookie' ? `Cookie: ${escapeForShell(cookieName(security.name))}=` : `${name}: `;
  const fill = (part: string): string => {
    const word = words[part];
    return word === undefined ? keyPartToShell(part, security) : escapeForShell(word);
  };
  const lines = security.kind === 'query' ? [] : keyValues.map((value) => `${prefix}${replaceParts(value, fill)}`);
  if (header) lines.push(`${header[0]}: ${replaceParts(header[1], fill)}`);
  return lines.flatMap((line) => ['-H', `"${line}"`]);
}

/** Returns the shell text for a part that is made from the key, encoded as the scheme requires. */
function keyPartToShell(part: string, { kind }: Security): string {
  const text = keyPartTexts[part as KeyPart] ?? '';
  return kind === 'basic' ? `$(printf %s "${text}" | base64)` : text;
}

/** Returns the value of a `Cookie` header with the key, to put in double quotes; undefined if no cookie has the key. */
function cookieOf({ key, headers }: SentRequest, security: Security): string | undefined {
  if (security.kind !== 'cookie' || key === 'none' || isNearKey(key)) return undefined;
  const { cookie } = headers;
  const value = key === 'empty' ? '' : key === 'wrong' ? 'not-the-key' : variableOf(key);
  const others = cookie === undefined ? '' : `${escapeForShell(cookie)}; `;
  return `${others}${escapeForShell(cookieName(security.name))}=${value}`;
}

function keyArguments(request: SentRequest, security: Security): string[] {
  const { key } = request;
  if (isNearKey(key)) return nearKeyHeaders(key, security);
  if (security.kind === 'none' || security.kind === 'query' || key === 'none') return [];
  const cookie = cookieOf(request, security);
  if (cookie !== undefined) return ['-H', `"Cookie: ${cookie}"`];
  const name = security.kind === 'header' ? security.name : 'Authorization';
  const prefix = textBeforeKey(security, key);
  if (key === 'empty') return ['-H', quoteForShell(prefix === '' ? `${name};` : `${name}: ${prefix.trimEnd()}`)];
  const value = key === 'wrong' ? 'not-the-key' : variableOf(key);
  if (security.kind === 'basic') return ['-u', `"${value}"`];
  return ['-H', `"${escapeForShell(`${name}: ${prefix}`)}${value}"`];
}

/** Escapes text for use in double quotes, since a shell replaces `$name` and backticks between them. */
function escapeForShell(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&');
}

function bodyArgument(body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return quoteForShell(text.length > bodyLimit ? `${text.slice(0, bodyLimit)}…` : text);
}
