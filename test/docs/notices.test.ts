import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { noticesFile, noticesText } from '../../scripts/build/docs/notices/notices.js';
import { toRedocDocument } from '../../scripts/build/docs/reference/redoc-document.js';
import { buildPageScripts } from '../../scripts/build/docs/site/page-scripts.js';
import { framed } from './pages-fixture.js';

const scripts = await buildPageScripts();
const notices = noticesText(scripts.licences);
/** The parts of the notices, each from one licence to the next. */
const sections = notices.split(/^={80}$/m).slice(1);

describe('the notices of the docs', () => {
  it('are not made from a list for another version of Redocly', () => {
    expect(() => noticesText([], '0.0.1')).toThrow(
      /^Expected the list .* for @redocly\/cli 0\.0\.1, found the one for 2\.[\d.]+\. Update scripts\//,
    );
  });

  it.each([
    ['react', 'MIT'],
    ['styled-components 6.5.3', 'MIT'],
    ['redoc 3.0.1', 'MIT'],
    ['dompurify 3.4.16', 'Apache-2.0'],
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

  it('are linked from every page, and from the reference', () => {
    const link = (path: string): string => framed({ path, title: 'A', description: '', blocks: [] });
    expect(link('a.html')).toContain(`<a href="${noticesFile}">Third-party notices</a>`);
    expect(link('operations/a.html')).toContain(`<a href="../${noticesFile}">Third-party notices</a>`);
    expect(toRedocDocument(contract).info.description).toContain(`[${noticesFile}](${noticesFile})`);
    expect(readFileSync('scripts/build/docs/reference/reference-template.hbs', 'utf8')).toContain(noticesFile);
  });
});
