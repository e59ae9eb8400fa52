import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guidePages, readGuideFiles } from '../../scripts/build/docs/pages/guide-pages.js';
import { bundle } from '../spec/bundle.js';
import { temporaryFolder } from '../temporary-folder.js';
import { words } from '../words.js';
import { contentOf, guide, guides, partsOf, project, refusals, table } from './pages-fixture.js';

const { links, brokenLinks, brokenGuides } = table<{
  links: Record<string, string>;
  brokenLinks: Record<string, string>;
  brokenGuides: { guide: string; text: string; says: string }[];
}>('guides');
const latin = Buffer.from('# A\n\nbé\n', 'latin1');

function pageOf(text: string): string {
  const [page] = guidePages(bundle, [guide(text), guide('# Errors\n\n## See both\n', 'errors')]);
  return contentOf(page!);
}

describe('the guides', () => {
  it('are these, and the changelog, each a page with its title', () => {
    const names = words`
      authentication check client contract-changes errors front-end generators languages lists mock-and-sandbox
      own-service proxy quick-start rollout safety teach testing validators versions weights
    `;
    expect(guides.map(({ path }) => path)).toEqual([...names.map((name) => `openapi/docs/${name}.md`), 'CHANGELOG.md']);
    const pages = guides.map(({ path, bytes }) => {
      const [, name = ''] = /([^/]+)\.md$/.exec(path) ?? [];
      const [, title] = /^# (.+)\n/.exec(new TextDecoder().decode(bytes)) ?? [];
      return [`${name.toLowerCase()}.html`, title];
    });
    expect(guidePages(bundle, guides).map(({ path, title }) => [path, title])).toEqual(pages);
    expect(pages).toContainEqual(['own-service.html', 'Your own service']);
    expect(pages.at(-1)).toEqual(['changelog.html', 'Changelog']);
  });

  it('begin with one or two sentences that say what a reader can do, but for the lists of changes', () => {
    for (const { path, bytes } of guides.filter((each) => !/change/i.test(each.path))) {
      const [, paragraph = ''] = /^# .+\n\n([A-Z](?:.|\n(?!\n))+)\n\n/.exec(new TextDecoder().decode(bytes)) ?? [];
      expect(paragraph, path).toMatch(/\.$/);
      expect(paragraph.split(/\.\s/).length, path).toBeLessThanOrEqual(2);
      expect(paragraph.length, path).toBeLessThanOrEqual(300);
    }
  });

  it('include a changelog with one sentence if the project has no changelog', () => {
    expect(guidePages(bundle, [guide('# Mine\n')]).at(-1)).toMatchObject({
      path: 'changelog.html',
      title: 'Changelog',
    });
  });
});

describe('a link of a guide', () => {
  it.each(Object.entries(links))('%s leads to %s', (href, address) => {
    expect(partsOf(pageOf(`# Mine\n\nText [with it](${href}).\n`)).links).toEqual([address]);
    expect(partsOf(pageOf(`# Mine\n\nText [with it].\n\n[with it]: ${href}\n`)).links).toEqual([address]);
  });

  it.each(Object.entries(brokenLinks))('%s is reported with line and column', (href, message) => {
    const errors = guide('# Errors\n\n## See both\n', 'errors');
    const [first = '', ...otherValues] = refusals(errors, guide(`# Mine\n\n**A** [b](${href}) c\n`));
    expect(first).toMatch(/^openapi\/docs\/mine\.md:3:11 docs\/link /);
    expect(first).toContain(message);
    expect(otherValues).toEqual([]);
  });

  it('is reported wherever it is: in a table, a list, a definition, and twice on a line', () => {
    const text =
      '# Mine\n\n| a |\n|---|\n| x |\n| [b](operation:no) |\n\n' +
      '- [c](unknown:no) [d](unknown:no)\n\n[e]\n\n[e]: no.md\n';
    expect(refusals(guide(text)).map((line) => line.split(' ')[0])).toEqual([
      'openapi/docs/mine.md:6:7',
      'openapi/docs/mine.md:8:7',
      'openapi/docs/mine.md:8:23',
      'openapi/docs/mine.md:12:6',
    ]);
  });

  it('is also reported in the changelog', () => {
    const { bytes } = guide('# Changelog\n\nSee [the readme](README.md).\n');
    expect(refusals({ path: 'CHANGELOG.md', bytes }).join()).toMatch(
      /^CHANGELOG\.md:3:18 docs\/link .* leads to README\.md, which is not a page of the docs\./,
    );
  });

  it('is plain text in a code block', () => {
    expect(refusals(guide('# Mine\n\n`[a](b.md)`\n\n```\n[a](operation:no)\n```\n'))).toEqual([]);
  });
});

describe('a broken guide', () => {
  it.each([...brokenGuides, { guide: 'is not UTF-8', text: latin, says: '3:2 docs/text Expected UTF-8, found bytes' }])(
    'that $guide is reported with line and column',
    ({ text, says }) => {
      const [first = '', ...otherValues] = refusals(guide(text));
      expect(first).toContain(`openapi/docs/mine.md:${says}`);
      expect(otherValues).toEqual([]);
    },
  );

  it.each(
    words`Mine .. index reference changelog operations schemas names unknowns rules rules-mine 404`.concat('my guide'),
  )('includes one with the name %s', (name) => {
    expect(refusals(guide('# One\n', name))).toEqual([
      expect.stringContaining(`openapi/docs/${name}.md:1:1 docs/name `) as string,
    ]);
  });

  it('does not hide another broken guide', () => {
    expect(refusals(guide('', 'a'), guide('# B\n\n```\n', 'b')).map((line) => line.split(' ')[0])).toEqual([
      'openapi/docs/a.md:1:1',
      'openapi/docs/b.md:3:1',
    ]);
  });

  it('may have Windows line endings and a byte-order mark', () => {
    expect(refusals(guide('\ufeff# One\r\n\r\n```sh\r\ncurl\r\n```\r\n'))).toEqual([]);
    expect(refusals(guide('# One\r\n\r\n[a](operation:no)\r\n'))[0]).toContain('openapi/docs/mine.md:3:5 ');
  });
});

describe('the files of the guides', () => {
  it('are regular files of the folder, not folders or symbolic links', () => {
    const folder = temporaryFolder('guides');
    mkdirSync(join(folder, 'openapi/docs/folder.md'), { recursive: true });
    writeFileSync(join(folder, 'openapi/docs/b.md'), '# B\n');
    writeFileSync(join(folder, 'openapi/docs/a.md'), '# A\n');
    writeFileSync(join(folder, 'openapi/docs/picture.svg'), '<svg/>');
    symlinkSync(join(project, 'package.json'), join(folder, 'openapi/docs/link.md'));
    expect(readGuideFiles(folder).map(({ path }) => path)).toEqual(['openapi/docs/a.md', 'openapi/docs/b.md']);
  });
});
