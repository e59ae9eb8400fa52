import { escapeHtml } from '../../../text/escape.js';
import { markdownPath, rootOf } from '../links/addresses.js';
import { outlineOf } from '../links/markdown-links.js';
import type { DocsPage, PageLink, SiteFile } from '../pages/docs-page.js';
import { type Block, childBlocks, everyBlock, textOf } from '../text/blocks.js';
import { blocksToHtml } from '../text/blocks-to-html.js';
import { blocksToMarkdown } from '../text/blocks-to-markdown.js';
import { shorten } from '../text/markdown-text.js';
import { standingHtml, verbHtml } from '../text/marks.js';
import { type Brand, brandParts } from './brand.js';
import { type Menu, type MenuGroup, otherFormats, referenceLinks } from './menu.js';

export interface SiteFrame {
  readonly menu: Menu;
  readonly version: string;
  readonly brand?: Brand | undefined;
}

/**
 * Pages load only files of the site, whatever the document contains. Only a page with a console can send requests to
 * another address: the one that the reader types. The other pages may read the site itself, since programs that audit a
 * page read robots.txt from within it.
 */
const policyOf = (hasConsole: boolean): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  `connect-src ${hasConsole ? 'http: https:' : "'self'"}`;

export function pageFiles(page: DocsPage, frame: SiteFrame): SiteFile[] {
  return [
    { path: page.path, text: htmlPage(page, frame) },
    { path: markdownPath(page.path), text: blocksToMarkdown(page.blocks, page.path) },
  ];
}

/** A page in the frame of the site. All of its content can be read without scripts. */
export function htmlPage(page: DocsPage, frame: SiteFrame): string {
  const { path, title, description, blocks, parents = [], hasTwoColumns: isWide = false } = page;
  const root = rootOf(path);
  const { siteName, ...brand } = brandParts(frame.brand, root);
  const hasConsole = [...everyBlock(blocks)].some((block) => 'tryOut' in block);
  // Beside two columns there is no place for a table of contents.
  const pageHeadings = isWide ? [] : headingsOf(blocks);
  const list = pageHeadings.map(
    ({ id, text, level }) => `<li class="l${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  const contentsNav =
    pageHeadings.length < 2
      ? ''
      : `<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>
${list.join('\n')}
</ul>
</nav>
`;
  const breadcrumbs = path === 'index.html' ? '' : breadcrumbsHtml(parents, root);
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(hasConsole)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(path === 'index.html' ? siteName : `${title} · ${siteName}`)}</title>
<meta name="description" content="${escapeHtml(shorten(description, maxDescriptionLength))}">
<link rel="icon" href="${brand.icon}">
<link rel="stylesheet" href="${root}site.css">
${brand.style}<link rel="alternate" type="text/markdown" href="${root}${markdownPath(path)}">
<script src="${root}site.js" defer></script>
</head>
<body${isWide ? ' class="wide"' : ''}>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="to-menu" href="${root}menu.html">Menu</a>
<a class="home" href="${root}index.html">${brand.home} <span class="soft">${escapeHtml(frame.version)}</span></a>
<button type="button" class="search" hidden>Search <kbd>/</kbd></button>
</header>
<div class="page">
<main id="main" tabindex="-1">
${breadcrumbs}${blocksToHtml(blocks, path)}
</main>
${contentsNav}<nav id="menu" aria-label="Pages">
${menuHtml(frame.menu, page, root)}
</nav>
</div>
<footer>
${brand.footer}<p>Version ${escapeHtml(frame.version)} of the contract.</p>
<nav aria-label="Other forms">
<a href="${root}${markdownPath(path)}">This page as Markdown</a>
${otherFormats.map((form) => linkHtml(form, path, root)).join('\n')}
</nav>
</footer>
</body>
</html>
`;
}

/** Search engines show no more than this many characters. */
const maxDescriptionLength = 300;

function breadcrumbsHtml(parents: readonly PageLink[], root: string): string {
  const items = [{ path: 'index.html', title: 'Overview' }, ...parents].map(
    (link) => `<li><a href="${root}${escapeHtml(link.path)}">${escapeHtml(link.title)}</a></li>`,
  );
  return `<nav class="above" aria-label="Breadcrumbs"><ol>${items.join('')}</ol></nav>\n`;
}

function menuHtml({ sections, groups }: Menu, page: DocsPage, root: string): string {
  const [start, guides, ...otherSections] = sections.map(({ name: title, links }) =>
    sectionHtml(
      title,
      links.map((link) => `<li>${linkHtml(link, page.path, root)}</li>`),
    ),
  );
  const reference = [
    ...referenceLinks.map((link) => `<li>${linkHtml(link, page.path, root)}</li>`),
    ...groups.map((group) => groupItemHtml(group, page, root)),
  ];
  return [start, guides, sectionHtml('Reference', reference), ...otherSections].join('\n');
}

function sectionHtml(title: string, items: readonly string[]): string {
  return `<section><h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul></section>`;
}

function groupItemHtml(group: MenuGroup, page: DocsPage, root: string): string {
  const groupLink = linkHtml(group, page.path, root);
  if (group.tag !== page.group) return `<li>${groupLink}</li>`;
  const operations = group.operations.map((operation) => {
    const marks = `${verbHtml(operation.method)}${standingHtml(operation.standing)}`;
    return `<li>${linkHtml(operation, page.path, root, marks)}</li>`;
  });
  return `<li>${groupLink}\n<ul>\n${operations.join('\n')}\n</ul></li>`;
}

/** @param marks HTML behind the title */
function linkHtml({ path, title }: PageLink, currentPath: string, root: string, marks = ''): string {
  const attribute = path === currentPath ? ' aria-current="page"' : '';
  const text = marks === '' ? escapeHtml(title) : `<span>${escapeHtml(title)}</span> ${marks}`;
  return `<a href="${root}${escapeHtml(path)}"${attribute}>${text}</a>`;
}

interface Heading {
  id: string;
  text: string;
  level: number;
}

function headingsOf(blocks: readonly Block[]): Heading[] {
  const headings = [...withoutTabs(blocks)].flatMap((block): Heading[] => {
    if ('heading' in block) return [{ id: block.id, text: textOf(block.heading), level: block.level }];
    return 'markdown' in block ? outlineOf(block.markdown).headings : [];
  });
  const topHeadings = headings.filter(({ level }) => level === 2);
  const headingsOfTwoLevels = headings.filter(({ level }) => level === 2 || level === 3);
  // A longer table of contents would not help readers.
  return headingsOfTwoLevels.length <= 30 ? headingsOfTwoLevels : topHeadings;
}

function* withoutTabs(blocks: readonly Block[]): Iterable<Block> {
  for (const block of blocks) {
    if ('tabs' in block) continue;
    yield block;
    yield* withoutTabs(childBlocks(block));
  }
}
