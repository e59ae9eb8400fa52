import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { DocsPage } from '../../scripts/build/docs/pages/docs-page.js';
import { type GuideFile, guidePages, readGuideFiles } from '../../scripts/build/docs/pages/guide-pages.js';
import { groupsOf, referenceMarkdown } from '../../scripts/build/docs/reference/reference-blocks.js';
import { sitePages } from '../../scripts/build/docs/site/document-site.js';
import { llmsText } from '../../scripts/build/docs/site/llms.js';
import { menuOf } from '../../scripts/build/docs/site/menu.js';
import { htmlPage, pageFiles, type SiteFrame } from '../../scripts/build/docs/site/site-frame.js';
import type { Block } from '../../scripts/build/docs/text/blocks.js';
import { blocksToHtml } from '../../scripts/build/docs/text/blocks-to-html.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { BuildError, type Problem } from '../../scripts/text/problem.js';
import { bundle } from '../spec/bundle.js';

export const project = fileURLToPath(new URL('../../', import.meta.url));
export const guides = readGuideFiles(project);

/** Reads a table from this folder. */
export function table<Table>(name: string): Table {
  return parse(readFileSync(join(project, 'test/docs', `${name}.yaml`), 'utf8')) as Table;
}

/** The files of a site, by path. */
export type Site = ReadonlyMap<string, string>;

/** All pages in both forms, and the texts about the whole site, generated from a document and its guides. */
export function siteOf(document: OpenApiDocument, writtenPages: readonly DocsPage[] = []): Site {
  const pages = sitePages(document, writtenPages);
  const files = [
    ...pages.flatMap((page) => pageFiles(page, frameOf(document, writtenPages))),
    { path: 'reference.md', text: referenceMarkdown(document) },
    { path: 'llms.txt', text: llmsText(document, pages) },
  ];
  return new Map(files.map(({ path, text }) => [path, text]));
}

function frameOf(document: OpenApiDocument, writtenPages: readonly DocsPage[]): SiteFrame {
  return { menu: menuOf(groupsOf(document), writtenPages), version: document.info.version };
}

let createdSite: Site | undefined;

/** The site of the real document and the real guides. */
export function ownSite(): Site {
  createdSite ??= siteOf(bundle, guidePages(bundle, guides));
  return createdSite;
}

/** Returns the pages of a site, as `[path, HTML]`. */
export function pagesOf(site: Site): [path: string, html: string][] {
  return [...site].filter(([path]) => path.endsWith('.html'));
}

/** Returns a page inside the frame of the site. */
export function framed(page: DocsPage): string {
  return htmlPage(page, frameOf(bundle, guidePages(bundle, guides)));
}

/** Returns the content of a page as HTML, without its frame. */
export function contentOf({ blocks, path }: { blocks: readonly Block[]; path: string }): string {
  return blocksToHtml(blocks, path);
}

/** A guide with this text. */
export function guide(text: string | Uint8Array, name = 'mine'): GuideFile {
  return { path: `openapi/docs/${name}.md`, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text };
}

/** Returns the page of a changelog with this text. */
export function changelogPage(text: string): DocsPage[] {
  return guidePages(bundle, [{ path: 'CHANGELOG.md', bytes: new TextEncoder().encode(`# Changelog\n\n${text}\n`) }]);
}

/** Returns the problems in these files, as `file:line:column rule message hint`. */
export function refusals(...files: GuideFile[]): string[] {
  try {
    guidePages(bundle, files);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return error.problems.map(asLine);
  }
  return [];
}

export function asLine({ file, line, column, rule, message, hint }: Problem): string {
  return [`${file}:${line}:${column}`, rule, message, hint].join(' ');
}

/** A tag of a page, as a browser parses it. */
export interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

/** Returns all opening tags, in order. */
export function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][^\s>/]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)].map(([, name = '', inside = '']) => ({
    name: name.toLowerCase(),
    attributes: new Map(
      [...inside.matchAll(/\s([^\s=>"']+)(?:="([^"]*)")?/g)].map(([, attribute = '', value = '']) => [
        attribute.toLowerCase(),
        value,
      ]),
    ),
  }));
}

/** Returns the names of elements and attributes in a page, and the targets of links. */
export function partsOf(html: string): { elements: Set<string>; attributes: Set<string>; links: string[] } {
  const tags = tagsOf(html);
  return {
    elements: new Set(tags.map(({ name }) => name)),
    attributes: new Set(tags.flatMap(({ attributes }) => [...attributes.keys()])),
    links: tags.flatMap(({ attributes }) => attributes.get('href') ?? []),
  };
}

/** Cuts a page into its content and the parts before and after it. */
export function cutPage(html: string): { before: string; main: string; after: string } {
  const [start, end] = [html.indexOf('<main'), html.indexOf('</main>')];
  return { before: html.slice(0, start), main: html.slice(start, end), after: html.slice(end) };
}

/** Returns the content of a page, without its frame. */
export function mainOf(html: string): string {
  return cutPage(html).main;
}

const namedCharacters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the text in HTML. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot));/g, (_, decimal?: string, hexadecimal?: string, name = '') =>
      decimal || hexadecimal
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16))
        : (namedCharacters[String(name)] ?? ''),
    );
}

/** Returns the content from the heading with this id to the next heading of its level or above. */
export function sectionOf(html: string, id: string): string {
  const start = html.search(new RegExp(`<h\\d id="${id.replace(/[.+]/g, '\\$&')}">`));
  if (start === -1) return '';
  const level = Number(html.charAt(start + 2));
  const rest = html.slice(start + 3);
  const end = rest.search(new RegExp(`<h[1-${level}] |</main>`));
  return html.slice(start, end === -1 ? undefined : start + 3 + end);
}

/** Returns the content of a page without the parts that Markdown pages lack: navigation, the console and some calls. */
export function ownContent(html: string): string {
  return withoutFolds(
    html
      .replace(/<div class="try".*?<\/div>/gs, '')
      .replace(/<nav class="(?:above|contents)".*?<\/nav>/gs, '')
      .replace(/<section>\s*<h3 id="call-(?:python|go|java)">.*?<\/section>/gs, ''),
  );
}

/** Moves the content of each fold behind its table, where Markdown has it. */
function withoutFolds(html: string): string {
  const start = html.lastIndexOf('<details');
  if (start === -1) return html;
  const end = html.indexOf('</details>', start) + '</details>'.length;
  const tableEnd = html.indexOf('</table></div>', end) + '</table></div>'.length;
  const content = html.slice(start, end).replace(/<summary>.*?<\/summary>|<\/?details.*?>/g, '');
  return withoutFolds(html.slice(0, start) + html.slice(end, tableEnd) + content + html.slice(tableEnd));
}
