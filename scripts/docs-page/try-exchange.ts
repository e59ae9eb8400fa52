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

export function responseElements(response: FullResponse): HTMLElement[] {
  const { status, headers, text } = response;
  const isSuccess = status < 400;
  return [
    make('p', {}, make('strong', { className: isSuccess ? 'good' : 'bad' }, String(status)), ` ${meaningOf(status)}`),
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
  const items = differences
    .slice(0, maxDifferences)
    .map(({ pointer, before: oldValue, after: newValue }) =>
      make(
        'li',
        {},
        make('code', {}, pointer || 'all'),
        ': ',
        make('code', {}, shortText(oldValue)),
        ' → ',
        make('code', {}, shortText(newValue)),
      ),
    );
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

const statusTexts: Readonly<Record<string, string>> = texts;

function meaningOf(status: number): string {
  return statusTexts[status] ?? '';
}

/** A place at which two values differ. `before` or `after` is undefined if that value lacks the place. */
interface ValueDifference {
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The innermost places at which two values differ. Lists of different lengths count as one difference. */
function findDifferences(before: Json | undefined, after: Json | undefined, path: string[] = []): ValueDifference[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => findDifferences(before[name], after[name], [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => findDifferences(item, after[index], [...path, String(index)]));
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ pointer: toPointer(path), before, after }];
}
