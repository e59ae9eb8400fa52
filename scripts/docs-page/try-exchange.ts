import hljs from 'highlight.js/lib/core';
import json from 'highlight.js/lib/languages/json';
import { isObject, type Json, parseJson } from '../contract/json.js';
import { toPointer } from '../contract/pointer.js';
import { withCopyButton } from './copy-buttons.js';
import { make } from './make.js';
import texts from './status-texts.json' with { type: 'json' };
import type { FormRequest } from './try-form.js';

hljs.registerLanguage('json', json);

export interface FullResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

export async function readResponse(response: Response): Promise<FullResponse> {
  return { status: response.status, headers: [...response.headers], text: await response.text() };
}

/** @param authorization the value of the header `Authorization` to display */
export function requestElements(
  { method, path, query, headers, body }: FormRequest,
  authorization: string,
): HTMLElement[] {
  const allHeaders = Object.entries({ Authorization: authorization, ...headers });
  const lines = [`${method} ${path}${query}`, ...allHeaders.map(headerLine)];
  return [codeElement(lines.join('\n')), ...(body === undefined ? [] : [bodyElement(body)])];
}

export function responseElements({ status, headers, text }: FullResponse): HTMLElement[] {
  const meaning = (texts as Readonly<Record<string, string>>)[status] ?? '';
  return [
    make('p', {}, make('strong', { className: status < 400 ? 'good' : 'bad' }, String(status)), ` ${meaning}`),
    make('details', {}, make('summary', {}, 'Headers'), codeElement(headers.map(headerLine).join('\n'))),
    text === '' ? make('p', {}, 'No body.') : bodyElement(text),
  ];
}

/** The maximum number of listed differences. The bodies show a larger number better. */
const maxDifferences = 12;

/** Lists the differences between the responses of the same read before and after a write. */
export function differenceElements(before: Json | undefined, after: Json | undefined): HTMLElement[] {
  const differences = findDifferences(before, after);
  if (differences.length === 0) return [make('p', {}, 'Nothing has changed.')];
  const code = (text: string): HTMLElement => make('code', {}, text);
  const items = differences.slice(0, maxDifferences).map(({ pointer, from, to }) => {
    const change = [code(shortText(from)), ' → ', code(shortText(to))];
    return make('li', {}, code(pointer || 'all'), ': ', ...change);
  });
  const hiddenCount = differences.length - items.length;
  return [
    make('p', {}, 'Changed by the request:'),
    make('ul', {}, ...items, ...(hiddenCount > 0 ? [make('li', {}, `and ${hiddenCount} more`)] : [])),
  ];
}

function shortText(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function headerLine([name, value]: readonly [string, string]): string {
  return `${name}: ${value}`;
}

function bodyElement(text: string): HTMLElement {
  const value = parseJson(text);
  if (value === undefined) return codeElement(text);
  const prettyJson = JSON.stringify(value, undefined, 2);
  return codeElement(prettyJson, hljs.highlight(prettyJson, { language: 'json' }).value);
}

function codeElement(text: string, html?: string): HTMLElement {
  // `innerHTML` is safe here: the highlighter escapes all text, and adds only its own elements.
  const codeNode = html === undefined ? make('code', {}, text) : make('code', { innerHTML: html });
  return withCopyButton(make('pre', { tabIndex: 0 }, codeNode));
}

/** A place at which two values differ. `from` or `to` is undefined if that value lacks the place. */
interface ValueDifference {
  readonly pointer: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

/** The innermost places at which two values differ. Lists of different lengths count as one difference. */
function findDifferences(from: Json | undefined, to: Json | undefined, path: string[] = []): ValueDifference[] {
  if (isObject(from) && isObject(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].flatMap((name) => findDifferences(from[name], to[name], [...path, name]));
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return from.flatMap((item, index) => findDifferences(item, to[index], [...path, String(index)]));
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ pointer: toPointer(path), from, to }];
}
