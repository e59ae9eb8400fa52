import { posix } from 'node:path';
import createParser from 'markdown-it';
import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { decodePath } from '../../../contract/path-template.js';
import { createLineFinder } from '../../../text/json-place.js';
import type { Problem } from '../../../text/problem.js';
import type { SiteFile } from '../pages/docs-page.js';
import { referenceAddress } from './addresses.js';
import { outlineOf } from './markdown-links.js';

/** Prefixes of external addresses to which pages may link; all are documentation. */
export const documentationSites = [
  'https://openapi-ts.dev/',
  'https://spec.openapis.org/',
  'https://json-schema.org/',
  'https://standardschema.dev/',
  'https://www.rfc-editor.org/',
] as const;

/** Redoc's page. Its script creates its anchors in the browser, so they cannot be checked here; nor are its links. */
const redocPage = 'reference.html';

/** A file of the site, with the ids to which links can lead, and with its own links in their original spelling. */
interface FileOutline {
  file: SiteFile;
  anchors: readonly string[];
  links: readonly { href: string; offset: number }[];
}

/**
 * Checks that every link in the docs leads to one of the files, and that its fragment, if any, exists there. The only
 * external links lead to `documentationSites`, so the docs work offline, below any path, and as local files.
 *
 * @returns a problem for each wrong link, and for each id that occurs twice in a page
 */
export function findLinkProblems(files: readonly SiteFile[], document: OpenApiDocument): Problem[] {
  const outlines = files.map((file) => readFileOutline(file, document));
  const anchors = new Map(outlines.map((outline) => [outline.file.path, new Set(outline.anchors)]));
  return outlines.flatMap(({ file, anchors: ownAnchors, links }) => {
    const createProblem = (offset: number, message: string, hint: string): Problem => ({
      file: `generated/docs/${file.path}`,
      ...createLineFinder(file.text)(offset),
      rule: 'docs/link',
      message,
      hint,
    });
    const ids = new Set<string>();
    const duplicates = ownAnchors.filter((id) => ids.size === ids.add(id).size);
    return [
      ...duplicates.map((id) =>
        createProblem(
          file.text.lastIndexOf(`id="${id}"`),
          `Expected each id once, found "${id}" twice.`,
          'Rename one of them.',
        ),
      ),
      ...links.flatMap(({ href, offset }) => {
        const mistake = findMistake(href, file.path, anchors);
        return mistake ? [createProblem(offset, mistake.message, mistake.hint)] : [];
      }),
    ];
  });
}

function findMistake(
  href: string,
  page: string,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): { message: string; hint: string } | undefined {
  if (documentationSites.some((address) => href.startsWith(address))) return undefined;
  if (/^[^/?#]*:|^\/|\\/.test(href)) {
    const sitesText = documentationSites.join(', ');
    const hint = `Link to a file of the docs by a relative path; outside the docs, link only to ${sitesText}.`;
    return { message: `Expected a link to a page in the docs, found "${href}".`, hint };
  }
  const [path = '', fragment] = href.split('#', 2);
  const target = path === '' ? page : posix.join(posix.dirname(page), decodePath(path));
  const hint = 'Correct the link, or create its target.';
  const targetAnchors = anchors.get(target);
  if (!targetAnchors) return { message: `"${href}" leads to ${target}, which does not exist in the docs.`, hint };
  if (fragment === undefined || targetAnchors.has(decodePath(fragment))) return undefined;
  return { message: `The file ${target} has no link target with the id "${decodePath(fragment)}".`, hint };
}

function readFileOutline(file: SiteFile, document: OpenApiDocument): FileOutline {
  const { path, text } = file;
  if (path === redocPage) return { file, anchors: redocAnchors(document), links: [] };
  if (path.endsWith('.md') || path === 'llms.txt') {
    const { headings, links } = outlineOf(text);
    return { file, anchors: headings.map(({ id }) => id), links };
  }
  const htmlAttributes = path.endsWith('.html') ? [...eachAttribute(text)] : [];
  return {
    file,
    anchors: htmlAttributes.filter(({ name }) => name === 'id').map(({ value }) => value),
    links: htmlAttributes
      .filter(({ name }) => linkAttributes.has(name))
      .map(({ value, offset }) => ({ href: value, offset })),
  };
}

function redocAnchors(document: OpenApiDocument): string[] {
  const operations = [...eachOperation(document)].map(({ operation }) =>
    decodePath(referenceAddress(operation).split('#')[1] ?? ''),
  );
  return [...new Set([...operations, ...operations.map((anchor) => anchor.slice(0, anchor.lastIndexOf('/')))])];
}

const linkAttributes = new Set([
  'href',
  'xlink:href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'cite',
  'background',
]);

const { unescapeAll } = createParser().utils;

/** All attributes in the HTML of a page. This build puts every value in quotation marks. */
function* eachAttribute(html: string): Iterable<{ name: string; value: string; offset: number }> {
  for (const tag of html.matchAll(/<[a-z][^\s>/]*((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)) {
    const start = tag.index + tag[0].length - 1 - (tag[1] ?? '').length;
    for (const { 1: name = '', 2: doubleQuotedText, 3: singleQuotedText, index } of (tag[1] ?? '').matchAll(
      /\s([^\s=/>"']+)=(?:"([^"]*)"|'([^']*)')/g,
    )) {
      yield {
        name: name.toLowerCase(),
        value: unescapeAll(doubleQuotedText ?? singleQuotedText ?? ''),
        offset: start + index + 1,
      };
    }
  }
}
