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

  it('never at an address that runs code', () => {
    const report = sampleReport();
    report.run.docs = 'javascript:alert(1)//';
    for (const format of ['html', 'markdown', 'sarif'] as const)
      expect(renderReport(format, report)).not.toContain('javascript:');
  });
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
