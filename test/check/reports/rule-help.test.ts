import { describe, expect, it } from 'vitest';
import { renderReport, terminalReport } from '../../../scripts/check/reports/index.js';
import { docsAddress, homepage } from '../../../scripts/text/homepage.js';
import { sampleReport } from './sample.js';

const explain = 'directory-contract explain schema.type';
const address = 'https://docs.acme.dev/directory/rules-schema.html#schema.type';

describe('each report says where to read about a rule', () => {
  const published = sampleReport();
  published.run.docs = 'https://docs.acme.dev/directory/';

  it.each(['html', 'markdown', 'junit', 'github'] as const)(
    '%s: at the published docs, else by a command',
    (format) => {
      const alone = renderReport(format, sampleReport());
      expect(alone).toContain(explain);
      expect(alone).not.toMatch(/href="http|rules-schema|\]\(<?http/);
      const linked = renderReport(format, published);
      expect(linked.replaceAll('%3A', ':')).toContain(address);
      expect(linked).not.toContain(explain);
    },
  );

  it('the terminal: for the worst rule, at the end', () => {
    const text = terminalReport(sampleReport(), { width: 80, colour: false, verbose: false });
    const [verdict, last] = text.trimEnd().split('\n\n').reverse();
    expect(verdict).toMatch(/^Failed: /);
    expect(last?.split('\n').at(-1)).toBe(`${explain} says what it means, and what to do.`);
    expect(terminalReport(sampleReport({ green: true }), { width: 80, colour: false, verbose: false })).not.toContain(
      'explain',
    );
  });

  // Somebody else may have written the report, so its address of the docs is not trusted.
  it.each([
    'javascript:alert(1)//',
    'https://docs.acme.dev/>) [a](javascript:alert(1))/',
    'https://docs.acme.dev/\n\n# [a](javascript:alert(1))/',
    'https://docs.acme.dev/ javascript:',
    'https://acme.dev@javascript:1/',
    'https://docs.acme.dev/`javascript:`/',
    'https://javascript:alert/',
  ])('safety 21, inert-reports: never at %j, which is no plain address of the web', (docs) => {
    const report = sampleReport();
    report.run.docs = docs;
    for (const format of ['html', 'markdown', 'comment', 'sarif', 'junit', 'github'] as const)
      expect(renderReport(format, report)).not.toMatch(/javascript(?::|%3A)/);
  });

  it.each(['http://[::1]:4030/', 'https://docs.acme.dev:8443/a_b/~c/?v=1&x=%20#', 'HTTPS://DOCS.ACME.DEV/'])(
    'but at %s',
    (docs) => {
      const report = sampleReport();
      report.run.docs = docs;
      expect(renderReport('markdown', report)).toContain(`](<${docs}rules-`);
    },
  );
});

describe('the address of the docs', () => {
  it.each([
    ['https://docs.acme.dev/directory', 'https://docs.acme.dev/directory/'],
    ['https://docs.acme.dev/', 'https://docs.acme.dev/'],
  ])('%s is %s', (given, found) => {
    expect(docsAddress(given)).toBe(found);
  });

  it('is none while that of the package is a placeholder', () => {
    const isReserved = new URL(homepage).hostname.endsWith('.example');
    expect(docsAddress(undefined)).toBe(isReserved ? undefined : homepage);
  });
});
