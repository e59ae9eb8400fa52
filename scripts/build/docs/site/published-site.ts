import { escapeHtml } from '../../../text/escape.js';
import type { SiteFile } from '../pages/docs-page.js';

/**
 * Prepares a site for the address at which it will be published: each page names its own address, for search engines
 * and for people who share a link; `sitemap.xml` lists all pages; the document also gets an address with its version,
 * which stays valid; and the page for unknown addresses works at any depth.
 *
 * @param files the pages of `buildDocumentSite` and the page of Redoc; other files are ignored
 * @param address with a slash at the end
 * @returns the files that are new or differ
 */
export function toPublishedFiles(files: readonly SiteFile[], address: string, version: string): SiteFile[] {
  const pages = files.filter(({ path }) => path.endsWith('.html') && path !== '404.html');
  const addresses = pages.map(({ path }) => addressOf(path, address));
  return [
    ...pages.map(({ path, text }) => ({ path, text: withAddress(text, addressOf(path, address)) })),
    ...files
      .filter(({ path }) => path === '404.html')
      .map(({ path, text }) => ({ path, text: withRootLinks(text, address) })),
    { path: 'sitemap.xml', text: siteMapText(addresses.sort()) },
    ...files
      .filter(({ path }) => /^openapi(?:-3\.0)?\.(?:yaml|json)$/.test(path))
      .map(({ path, text }) => ({ path: `v/${encodeURIComponent(version)}/${path}`, text })),
  ];
}

/** Makes links absolute, since `404.html` is sent for any address. `<base>` would also change links within it. */
export function withRootLinks(page: string, address: string): string {
  const root = escapeHtml(address);
  return page
    .replace('data-root=""', () => `data-root="${root}"`)
    .replace(/ (href|src)="(?!#|[a-z][a-z+.-]*:)/g, (_, name: string) => ` ${name}="${root}`);
}

function addressOf(path: string, address: string): string {
  return (
    address +
    path
      .replace(/^index\.html$/, '')
      .split('/')
      .map(encodeURIComponent)
      .join('/')
  );
}

function withAddress(page: string, address: string): string {
  const titleMatch = /<title>([^<]*)<\/title>\n?(?:\s*<meta name="description" content="([^"]*)">)?/.exec(page);
  if (!titleMatch) return page;
  const [matchText, title = '', description = ''] = titleMatch;
  const tags = [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:url" content="${escapeHtml(address)}">`,
    `<meta property="og:title" content="${title}">`,
    ...(description === '' ? [] : [`<meta property="og:description" content="${description}">`]),
    '<meta name="twitter:card" content="summary">',
  ];
  const end = titleMatch.index + matchText.length;
  return `${page.slice(0, end).trimEnd()}\n${tags.join('\n')}${page.slice(end)}`;
}

/** Returns the text of a site map (https://www.sitemaps.org/protocol.html). */
function siteMapText(addresses: readonly string[]): string {
  const lines = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('')}</urlset>
`;
}
