import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { forRedoc } from '../../scripts/build/docs/for-redoc.js';
import { components, redocDigest } from '../../scripts/build/docs/notices/components.js';
import { noticesFile, noticesText } from '../../scripts/build/docs/notices/notices.js';
import { pageScripts } from '../../scripts/build/docs/page-scripts.js';
import { BuildError } from '../../scripts/text/problem.js';
import { framed } from './pages-fixture.js';

const redocly = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));
const script = readFileSync(join(redocly, 'lib/chunks/redoc.standalone.js'), 'utf8');
const page = (redoc = script): string =>
  `<script>export{}</script><script type="module">\n${redoc}\n` +
  `const document = '/*! of the document (c) Somebody */';</script>`;
const scripts = await pageScripts();
const notices = noticesText(page(), scripts.licences);
/** From the heading of a licence to that of the next one. */
const sections = notices.split(/^={80}$/m).slice(1);

describe('the notices of the docs', () => {
  it('belong to the script that was examined', () => {
    const hint =
      'Redoc is another one now. Look through its script again, as ' +
      'scripts/build/docs/notices/components.ts says, then change redocDigest there.';
    expect(createHash('sha256').update(script).digest('hex'), hint).toBe(redocDigest);
  });

  it.each([
    ['react', 'MIT'],
    ['react-dom', 'MIT'],
    ['scheduler', 'MIT'],
    ['react-router 8.3.0', 'MIT'],
    ['styled-components 6.5.3', 'MIT'],
    ['stylis', 'MIT'],
    ['redoc 3.0.1', 'MIT'],
    ['js-yaml 5.4.1', 'MIT'],
    ['markdown-it', 'MIT'],
    ['json-crawl 0.5.3', 'MIT'],
    ['dompurify 3.4.16', 'Apache-2.0'],
    ['flexsearch 0.8.212', 'Apache-2.0'],
    ['@opentelemetry/api', 'Apache-2.0'],
    ['entities', 'BSD-2-Clause'],
    ['hoist-non-react-statics', 'BSD-3-Clause'],
  ])('name %s and its holder under %s', (name, licence) => {
    const section = sections.find((text) => text.startsWith(`\nUnder the licence ${licence};`)) ?? '';
    expect(section).toMatch(
      new RegExp(`^${name.replaceAll('.', '\\.')}(?:,.*| \\(.*)?\\n  .*(?:Copyright|\\(c\\))`, 'm'),
    );
  });

  it.each(['minisearch 7.2.0', 'highlight.js 11.12.0', 'ajv-formats 3.0.1', 'fastest-levenshtein 1.0.16'])(
    'name %s of the other scripts, with its licence',
    (name) => {
      const [, text = ''] = notices.split(`\n${name}\n\n`);
      expect(text.slice(0, 2000)).toMatch(/Copyright (?:\(c\)|\d)/);
      expect(text.slice(0, 2000)).toMatch(/Permission is hereby granted|Redistribution and use/);
    },
  );

  it.each([
    ['MIT', 'Permission is hereby granted, free of charge'],
    ['Apache-2.0', 'END OF TERMS AND CONDITIONS'],
    ['BSD-2-Clause', 'Redistributions in binary form must reproduce'],
    ['BSD-3-Clause', 'specific prior written permission'],
  ])('contain the text of %s', (licence, words) => {
    expect(sections.find((text) => text.startsWith(`\nUnder the licence ${licence};`))).toContain(words);
  });

  it('cover every licence, holder and package that the script names', { tags: 'slow' }, () => {
    const banners = [...script.matchAll(/\/\*[*!][^`]*?(?:@license|Copyright|licence)[^`]*?\*\//gi)].map(
      ([text]) => text,
    );
    const packages = new Set([...script.matchAll(/"node_modules\/([\w.-]+)\//g)].map(([, name]) => name));
    expect(banners.length).toBeGreaterThan(20);
    expect([...packages].sort()).toEqual(['entities', 'linkify-it', 'markdown-it', 'mdurl', 'punycode', 'uc.micro']);
    for (const text of [...banners, ...[...packages].map((name) => `node_modules/${name}/`)]) {
      const without = components.filter(({ mark }) => !mark.test(text));
      expect(without.length, text).toBeLessThan(components.length);
      expect(() => noticesText(page(), [], without)).toThrow(BuildError);
    }
  });

  it.each([
    ['a comment with a licence', '/*! stranger v1 | MIT licence */', 'Unknown: / ! stranger v1 | MIT licence /'],
    [
      'a comment with a holder',
      '/**\n * stranger\n * Copyright Somebody\n */',
      'Unknown: / stranger Copyright Somebody /',
    ],
    ['a package', 'x({"node_modules/@some/stranger/index.js"(){}})', 'Unknown: node_modules/@some/stranger/'],
  ])('are not made for a script with %s that is unknown', (_, text, says) => {
    expect(() => noticesText(page(text + script), [])).toThrow(says);
  });

  it('are not made for a script that lacks a listed package', () => {
    expect(() => noticesText(page(script.replaceAll('json-crawl v0.5.3', '')), [])).toThrow(
      'No longer found: json-crawl',
    );
    expect(() => noticesText('<script type="module">another</script>', [])).toThrow(
      'The script of Redoc was not found in the reference page',
    );
  });

  it('are linked from every page, and from the reference', () => {
    const link = (path: string): string => framed({ path, title: 'A', description: '', blocks: [] });
    expect(link('a.html')).toContain(`<a href="${noticesFile}">Third-party notices</a>`);
    expect(link('operations/a.html')).toContain(`<a href="../${noticesFile}">Third-party notices</a>`);
    expect(forRedoc(contract).info.description).toContain(`[${noticesFile}](${noticesFile})`);
    expect(readFileSync('scripts/build/docs/reference-template.hbs', 'utf8')).toContain(noticesFile);
  });
});
