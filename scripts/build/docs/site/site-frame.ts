import { markup } from '../../../text/escape.js';
import { markdownTwin, rootOf } from '../links/addresses.js';
import { outlineOf } from '../links/markdown-links.js';
import type { DocsPage, PageLink, SiteFile } from '../pages/docs-page.js';
import { type Block, everyBlock, inside, textOf } from '../text/blocks.js';
import { blocksToHtml } from '../text/blocks-to-html.js';
import { blocksToMarkdown } from '../text/blocks-to-markdown.js';
import { shortened } from '../text/markdown-text.js';
import { type Menu, type MenuGroup, otherForms } from './menu.js';

/** What all pages of a site have in common. */
export interface SiteFrame {
  readonly menu: Menu;
  /** Version of the contract. */
  readonly version: string;
}

const name = 'Directory interface';

/** Pages run only the scripts next to them, and load nothing else, whatever the document contains. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** The console on these pages can send requests to an address that the reader types. */
const consolePolicy = `${policy}; connect-src http: https:`;

/** The two forms of a page. */
export function pageFiles(page: DocsPage, frame: SiteFrame): SiteFile[] {
  return [
    { path: page.path, text: htmlPage(page, frame) },
    { path: markdownTwin(page.path), text: blocksToMarkdown(page.blocks, page.path) },
  ];
}

/** A page in the frame of the site. It is readable without scripts, and then lacks search, tabs and the console. */
export function htmlPage(page: DocsPage, frame: SiteFrame): string {
  const { path, title, description, blocks, above = [], wide = false } = page;
  const root = rootOf(path);
  const hasConsole = [...everyBlock(blocks)].some((block) => 'tryOut' in block);
  const contents = contentsOf(blocks);
  const list = contents.map(
    ({ id, text, level }) => `<li class="l${level}"><a href="#${markup(id)}">${markup(text)}</a></li>`,
  );
  const beside =
    contents.length < 2
      ? ''
      : `<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>
${list.join('\n')}
</ul>
</nav>
`;
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${hasConsole ? consolePolicy : policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${markup(path === 'index.html' ? name : `${title} · ${name}`)}</title>
<meta name="description" content="${markup(shortened(description, longestDescription))}">
<link rel="icon" href="${root}icon.svg">
<link rel="stylesheet" href="${root}site.css">
<link rel="alternate" type="text/markdown" href="${root}${markdownTwin(path)}">
<script src="${root}site.js" defer></script>
</head>
<body${wide ? ' class="wide"' : ''}>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="home" href="${root}index.html">${name} <span class="soft">${markup(frame.version)}</span></a>
<button type="button" class="search" hidden>Search <kbd>/</kbd></button>
<a class="to-menu" href="#menu">Menu</a>
</header>
<div class="page">
<main id="main" tabindex="-1">
${path === 'index.html' ? '' : breadcrumbs(above, title, root)}${wide ? beside : ''}${blocksToHtml(blocks, path)}
</main>
${wide ? '' : beside}<nav id="menu" aria-label="Pages">
${menuHtml(frame.menu, page, root)}
</nav>
</div>
<footer>
<p>Version ${markup(frame.version)} of the contract.</p>
<nav aria-label="Other forms">
<a href="${root}${markdownTwin(path)}">This page as Markdown</a>
${otherForms.map((form) => link(form, path, root)).join('\n')}
</nav>
</footer>
</body>
</html>
`;
}

/** Search engines show no more than this many characters. */
const longestDescription = 300;

function breadcrumbs(above: readonly PageLink[], title: string, root: string): string {
  const items = [
    ...[{ path: 'index.html', title: 'Overview' }, ...above].map(
      (each) => `<li><a href="${root}${markup(each.path)}">${markup(each.title)}</a></li>`,
    ),
    `<li aria-current="page">${markup(title)}</li>`,
  ];
  return `<nav class="above" aria-label="Breadcrumbs"><ol>${items.join('')}</ol></nav>\n`;
}

function menuHtml({ sections, groups }: Menu, page: DocsPage, root: string): string {
  const [start, guides, ...others] = sections.map(({ name: title, links }) =>
    menuSection(
      title,
      links.map((each) => `<li>${link(each, page.path, root)}</li>`),
    ),
  );
  const reference = [
    ...[
      { path: 'operations.html', title: 'All operations' },
      { path: 'schemas.html', title: 'Schemas' },
      { path: 'reference.html', title: 'On one page' },
    ].map((each) => `<li>${link(each, page.path, root)}</li>`),
    ...groups.map((group) => groupItem(group, page, root)),
  ];
  return [start, guides, menuSection('Reference', reference), ...others].join('\n');
}

function menuSection(title: string, items: readonly string[]): string {
  return `<section><h2>${markup(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul></section>`;
}

function groupItem(group: MenuGroup, page: DocsPage, root: string): string {
  const head = link(group, page.path, root);
  if (group.tag !== page.group) return `<li>${head}</li>`;
  const operations = group.operations.map((operation) => {
    const mark = `<span class="mark ${operation.standing}">${operation.standing}</span>`;
    return `<li>${link(operation, page.path, root)} ${mark}</li>`;
  });
  return `<li>${head}\n<ul>\n${operations.join('\n')}\n</ul></li>`;
}

function link({ path, title }: PageLink, current: string, root: string): string {
  return `<a href="${root}${markup(path)}"${path === current ? ' aria-current="page"' : ''}>${markup(title)}</a>`;
}

interface Heading {
  id: string;
  text: string;
  level: number;
}

/** The headings of a page for its table of contents. */
function contentsOf(blocks: readonly Block[]): Heading[] {
  const found = [...withoutTabs(blocks)].flatMap((block): Heading[] => {
    if ('heading' in block) return [{ id: block.id, text: textOf(block.heading), level: block.level }];
    return 'markdown' in block ? outlineOf(block.markdown).headings : [];
  });
  const second = found.filter(({ level }) => level === 2);
  const both = found.filter(({ level }) => level === 2 || level === 3);
  // A long list is no help.
  return both.length <= 30 ? both : second;
}

function* withoutTabs(blocks: readonly Block[]): Iterable<Block> {
  for (const block of blocks) {
    if ('tabs' in block) continue;
    yield block;
    yield* withoutTabs(inside(block));
  }
}
