import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { indexPage } from '../../scripts/build/docs/index-page.js';
import { readWrittenFiles } from '../../scripts/build/docs/read-written-files.js';
import { rulesPages } from '../../scripts/build/docs/rules-pages.js';
import { unknownsPage } from '../../scripts/build/docs/unknowns-page.js';
import type { WrittenFile } from '../../scripts/build/docs/written-page.js';
import { type WrittenSiteFile, writtenPages } from '../../scripts/build/docs/written-pages.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { BuildError, type Problem } from '../../scripts/text/problem.js';
import { bundle } from '../spec/bundle.js';

export const project = fileURLToPath(new URL('../../', import.meta.url));
export const changelog = readFileSync(`${project}CHANGELOG.md`, 'utf8');
export const guides = readWrittenFiles(project);

/** The pages under test, made from the real document and the real guides. */
export function ownPages(document: OpenApiDocument = bundle): WrittenSiteFile[] {
  const written = writtenPages(document, guides);
  return [
    { path: 'index.html', title: 'Overview', text: indexPage(document, changelog, written) },
    { path: 'unknowns.html', title: 'Open questions', text: unknownsPage(document) },
    ...rulesPages(document.info.version)
      .filter(({ path }) => path.endsWith('.html'))
      .map((page) => ({ ...page, title: 'Rules' })),
    ...written,
  ];
}

/** A guide with this text. */
export function guide(text: string | Uint8Array, name = 'mine'): WrittenFile {
  return { path: `openapi/docs/${name}.md`, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text };
}

/** The problems of these files, as `file:line:column rule message hint`. */
export function refusals(...files: WrittenFile[]): string[] {
  try {
    writtenPages(bundle, files);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    return error.problems.map(asLine);
  }
  return [];
}

export function asLine({ file, line, column, rule, message, hint }: Problem): string {
  return [`${file}:${line}:${column}`, rule, message, hint].join(' ');
}

/** Elements of a page by name, and the names of their attributes, as a browser reads them. */
export function partsOf(html: string): { elements: Set<string>; attributes: Set<string>; links: string[] } {
  const tags = [...html.matchAll(/<([a-z][^\s>/]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)];
  const attributes = tags.flatMap(([, , inside = '']) => [...inside.matchAll(/\s([^\s=>"']+)(?:="([^"]*)")?/g)]);
  return {
    elements: new Set(tags.map(([, name = '']) => name.toLowerCase())),
    attributes: new Set(attributes.map(([, name = '']) => name.toLowerCase())),
    links: attributes.filter(([, name]) => name === 'href').map(([, , value = '']) => value),
  };
}

/** The content of a page, without its frame. */
export function mainOf(html: string): string {
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}
