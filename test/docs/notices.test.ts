import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { noticesFile, noticesText } from '../../scripts/build/docs/notices/notices.js';
import { toRedocDocument } from '../../scripts/build/docs/reference/redoc-document.js';
import { buildPageScripts } from '../../scripts/build/docs/site/page-scripts.js';
import { framed } from './pages-fixture.js';

const scripts = await buildPageScripts();
const notices = noticesText(scripts.licences);
/** The sections of the notices, one for each licence. */
const sections = notices.split(/^={80}$/m).slice(1);

describe('the notices of the docs', () => {
  it('come from a list for the current version of Redocly', () => {
    expect(() => noticesText([], '0.0.1')).toThrow(
      /^Expected Redoc's package list for @redocly\/cli 0\.0\.1, found the list for 2\.[\d.]+\. Update scripts\//,
    );
  });

  it.each([
    ['MIT', 'Permission is hereby granted, free of charge', ['react', 'styled-components 6.5.3', 'redoc 3.0.1']],
    ['Apache-2.0', 'END OF TERMS AND CONDITIONS', ['dompurify 3.4.16', '@opentelemetry/api']],
    ['BSD-2-Clause', 'Redistributions in binary form must reproduce', ['entities']],
    ['BSD-3-Clause', 'specific prior written permission', ['hoist-non-react-statics']],
  ])('contain the text of %s, and name its packages and their holders', (licence, text, names) => {
    const section = sections.find((each) => each.startsWith(`\nThese packages are under the licence ${licence}.`));
    expect(section).toContain(text);
    for (const name of names)
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

  it('are linked from every page, and from the reference', () => {
    const link = (path: string): string => framed({ path, title: 'A', description: '', blocks: [] });
    expect(link('a.html')).toContain(`<a href="${noticesFile}">Third-party notices</a>`);
    expect(link('operations/a.html')).toContain(`<a href="../${noticesFile}">Third-party notices</a>`);
    expect(toRedocDocument(contract).info.description).toContain(`[${noticesFile}](${noticesFile})`);
    expect(readFileSync('scripts/build/docs/reference/reference-template.hbs', 'utf8')).toContain(noticesFile);
  });
});
