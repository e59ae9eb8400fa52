import { describe, expect, it } from 'vitest';
import { rootOf } from '../../scripts/build/docs/links/addresses.js';
import { operationPage } from '../../scripts/build/docs/pages/operation-page.js';
import { groupsOf } from '../../scripts/build/docs/reference/reference-blocks.js';
import { bundle } from '../spec/bundle.js';
import { cutPage, framed, mainOf, ownSite, pagesOf, partsOf, tagsOf } from './pages-fixture.js';

const heading = { heading: ['A'], level: 1, id: 'a' } as const;
const ownText = framed({ path: 'errors.html', title: 'Errors', description: 'All.', blocks: [heading] });
const policy = (html: string): string =>
  /<meta http-equiv="Content-Security-Policy" content="(.*?)">/.exec(html)?.[1] ?? '';

const site = ownSite();

describe('the frame of a page', () => {
  it('loads only one script, one style and one icon of the site, and forbids everything else', { tags: 'slow' }, () => {
    for (const [path, html] of pagesOf(site)) {
      const root = rootOf(path);
      const tags = tagsOf(html);
      const loaded = tags.filter(({ name }) => ['script', 'link', 'img', 'iframe', 'object', 'style'].includes(name));
      expect(loaded.map(({ name, attributes }) => [name, ...attributes.values()])).toEqual([
        ['link', 'icon', `${root}icon.svg`],
        ['link', 'stylesheet', `${root}site.css`],
        ['link', 'alternate', 'text/markdown', `${root}${path.replace(/html$/, 'md')}`],
        ['script', `${root}site.js`, ''],
      ]);
      expect([...partsOf(html).attributes].filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
      const [, rest = '', connect] = /^(.*?); connect-src (.*)$/.exec(policy(html)) ?? [];
      expect(rest, path).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'",
      );
      // Only pages with a console send requests to other addresses.
      expect(connect, path).toBe(/^operations\//.test(path) ? 'http: https:' : "'self'");
    }
  });

  it('allows requests to other addresses only on a page with the console', () => {
    const [group] = groupsOf(bundle);
    const page = operationPage(bundle, group!.operations[0]!, group!);
    expect(policy(framed(page))).toContain('connect-src http: https:');
    expect(policy(framed({ ...page, blocks: [heading] }))).toContain("connect-src 'self'");
  });

  it('links to the other pages, and marks the current page', () => {
    const { after } = cutPage(ownText);
    const menu = after.slice(after.indexOf('<nav id="menu"'), after.indexOf('<footer>'));
    expect(partsOf(menu).links.length).toBeGreaterThan(30);
    expect(menu.match(/aria-current="page"/g)).toHaveLength(1);
    expect(menu).toContain('<a href="errors.html" aria-current="page">');
  });

  it('leads from the menu of the first page to every other page, with at most one list between', () => {
    const reachedValues = new Set(partsOf(site.get('index.html') ?? '').links.map((href) => href.split('#')[0]));
    for (const list of ['operations.html', 'schemas.html', 'rules.html']) {
      expect(reachedValues).toContain(list);
      for (const href of partsOf(mainOf(site.get(list) ?? '')).links) reachedValues.add(href.split('#')[0]);
    }
    expect(
      pagesOf(site)
        .filter(([path]) => !reachedValues.has(path) && path !== '404.html')
        .map(([path]) => path),
    ).toEqual([]);
  });

  it('marks each page once in the menu, if the menu contains it', () => {
    const unmarkedPages = pagesOf(site).filter(([path, html]) => {
      const links = [...cutPage(html).after.matchAll(/<a href="([^"]*)" aria-current="page">/g)].map(
        ([, href]) => href,
      );
      expect(links, path).toEqual(links.length === 0 ? [] : [rootOf(path) + path]);
      return links.length === 0;
    });
    // These pages are below a page of the menu.
    for (const [path] of unmarkedPages) expect(path).toMatch(/^(?:schemas\/.*|rules-.*|menu|404)\.html$/);
  });

  it('shows where a page is: the pages above it, and the operations beside it', () => {
    const page = site.get('operations/updateFilter.html') ?? '';
    const [above = ''] = /<nav class="above".*?<\/nav>/s.exec(page) ?? [];
    expect(partsOf(above).links).toEqual(['../index.html', '../operations.html', '../operations.html#group-filters']);
    const { after } = cutPage(page);
    const group = groupsOf(bundle).find(({ tag }) => tag === 'filters');
    for (const { operation } of group?.operations ?? [])
      expect(after).toContain(`<a href="../operations/${operation.operationId}.html"`);
    expect(after).not.toContain('operations/updatePartnerEntry.html');
  });

  it('has a table of contents that leads to headings of the page', () => {
    for (const [path, html] of pagesOf(site)) {
      const [contents = ''] = /<nav class="contents".*?<\/nav>/s.exec(html) ?? [];
      const { links } = partsOf(contents);
      for (const href of links) expect(html, path).toMatch(new RegExp(`<h[23] id="${escaped(href.slice(1))}">`));
      expect(new Set(links).size, path).toBe(links.length);
      expect(links.length, path).not.toBe(1);
    }
  });

  it('has a table of contents without the tabs, which have their own links', () => {
    const tabs = [[{ heading: ['B'], level: 2, id: 'b' } as const]];
    const blocks = [
      heading,
      { tabs, about: 'letters' },
      ...['c', 'd'].map((id) => ({ heading: [id], level: 2, id }) as const),
    ];
    const html = framed({ path: 'errors.html', title: 'Errors', description: 'All.', blocks });
    const [contents = ''] = /<nav class="contents".*?<\/nav>/s.exec(html) ?? [];
    expect(html).toContain('<h2 id="b">');
    expect(partsOf(contents).links).toEqual(['#c', '#d']);
  });

  it('has no table of contents beside two columns, where none would fit', () => {
    expect(site.get('operations/updateFilter.html')).not.toContain('<nav class="contents"');
  });

  it('has a verb and a standing at each operation of the menu', () => {
    const { after } = cutPage(site.get('operations/updateFilter.html') ?? '');
    expect(after).toContain(
      'updateFilter.html" aria-current="page"><span>Update a filter</span> <span class="verb patch">PATCH</span>' +
        '<span class="standing stated"><span>stated</span></span></a>',
    );
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
