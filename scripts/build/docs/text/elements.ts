import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { escapeHtml } from '../../../text/escape.js';
import { memoize } from './markdown-text.js';

/**
 * The HTML of elements that both blocks and hand-written Markdown need. Parameters are HTML unless a comment says
 * otherwise.
 */

const languages = { bash, go, http, java, json, python, typescript, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

const aliases: Readonly<Record<string, keyof typeof languages>> = {
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  js: 'typescript',
  javascript: 'typescript',
  yml: 'yaml',
};

/** Code with more lines than this gets a scroll bar, so that the following text is not too far away. */
const maxLines = 30;

/** Code with longer lines than this can be scrolled sideways on a phone. */
const maxColumns = 36;

/** `source` is plain text. `language` is the word after a code fence; code in an unknown language gets no colours. */
export function codeHtml(source: string, language: string): string {
  const languageName = aliases[language] ?? language;
  const lines = source.split('\n');
  const isLong = lines.length > maxLines;
  // Code that can be scrolled must be reachable by keyboard.
  const focusText = isLong || lines.some(({ length }) => length > maxColumns) ? focusAttributes('Code') : '';
  const html = Object.hasOwn(highlighters, languageName) ? highlighters[languageName]?.(source) : escapeHtml(source);
  return `<pre${isLong ? ' class="long"' : ''}${focusText}><code>${html}</code></pre>`;
}

/** Results are cached: many pages show the same examples, and highlighting takes most of the time to render a page. */
const highlighters = Object.fromEntries(
  Object.keys(languages).map((language) => [
    language,
    memoize((source) =>
      allowLineBreaks(withoutPlainSpans(hljs.highlight(source, { language, ignoreIllegals: true }).value)),
    ),
  ]),
);

/** Leaves out elements without a colour of their own, and escapes that text does not need. Samples are on all pages. */
function withoutPlainSpans(html: string): string {
  return html
    .replace(/<span class="hljs-(?:punctuation|bullet|operator|type|params)">([^<]*)<\/span>/g, '$1')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'");
}

/** Allows line breaks after the slashes of long paths, so that none is broken inside a word. */
export function allowLineBreaks(html: string): string {
  return html.replace(/(?:\/[\w.~%{}-]+){3,}/g, (path) =>
    path.length > 30 ? path.replace(/(?<=.)\//g, '/<wbr>') : path,
  );
}

export function headingHtml(level: number, id: string, html: string): string {
  return `<h${level} id="${escapeHtml(id)}">${html}${level === 1 ? '' : anchorLink(id)}</h${level}>`;
}

export function anchorLink(id: string, about = 'this section'): string {
  return ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to ${escapeHtml(about)}">#</a>`;
}

/** A table that can be scrolled if it is wider than the page; `kind` is a class for its style, or empty. */
export function tableHtml(columns: readonly string[], rows: readonly string[], kind = ''): string {
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  const html = `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
  // A table that can be scrolled must be reachable by keyboard: through a link inside, or directly.
  const focusText = html.includes('<a ') ? '' : focusAttributes('Table');
  return `<div class="table${kind && ` ${kind}`}"${focusText}>${html}</div>`;
}

/** The attributes of a part that can be scrolled with the keyboard. */
export function focusAttributes(label: 'Table' | 'Code'): string {
  return ` role="group" aria-label="${label}" tabindex="0"`;
}
