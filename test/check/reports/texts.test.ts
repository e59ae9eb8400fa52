import { describe, expect, it } from 'vitest';
import { type CreatedResource, creationSentence } from '../../../scripts/check/model/report/state-report.js';
import {
  parseReportOption,
  renderReport,
  reportFormats,
  terminalReport,
} from '../../../scripts/check/reports/index.js';
import { docsAddress, homepage } from '../../../scripts/text/homepage.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { yamlBeside } from '../../yaml-beside.js';
import { sampleReport } from './sample.js';

const table = yamlBeside<{
  options: [option: string, says: string][];
  addresses: string[];
  created: Record<'removed' | 'left' | 'nameless', CreatedResource>;
}>(import.meta.url, 'texts.yaml');

describe('--report', () => {
  it('names a format and a file, or - for standard output', () => {
    for (const format of reportFormats)
      expect(parseReportOption(`${format}=a=b.txt`)).toEqual({ format, path: 'a=b.txt' });
    expect(parseReportOption('github=-')).toEqual({ format: 'github', path: '-' });
  });

  it.each(table.options)('%s is refused with a sentence', (option, message) => {
    const act = (): unknown => parseReportOption(option);
    expect(act).toThrow(UsageError);
    expect(act).toThrow(message);
  });
});

describe('the report on a recording of three operations', () => {
  const report = sampleReport({ green: true });
  report.target = { baseUrl: 'traffic.har', kind: 'recording' };
  const ids = ['listDirectories', 'getDirectory', 'listTiers'];
  for (const operation of report.operations) if (!ids.includes(operation.operationId)) operation.requests = 0;
  const others = report.operations.length - ids.length;

  it.each([
    ['terminal', terminalReport(report, { width: 100, colour: false, verbose: false })],
    ['Markdown', renderReport('markdown', report)],
    ['HTML', renderReport('html', report)],
  ])('lists only the groups of these operations, and counts the others, as %s', (_, text) => {
    expect(text).toContain(`The recording has no requests for ${others} other operations of the contract.`);
    expect(text).toContain('directories');
    expect(text).toContain('tiers');
    for (const group of ['badges', 'reviews', 'matchmaking']) expect(text).not.toContain(group);
  });
});

const { removed, left, nameless } = table.created;

const formats = ['terminal', 'markdown', 'html', 'comment', 'json'] as const;

function renderTexts(format: (typeof formats)[number], createdResources: CreatedResource[]): string {
  const report = { ...sampleReport({ green: true }), created: createdResources };
  return format === 'terminal'
    ? terminalReport(report, { width: 200, colour: false, verbose: false })
    : renderReport(format, report);
}

describe('the report of what a run has created', () => {
  it.each(formats)('safety 22, escapes: names the remaining resources, as inert text: %s', (format) => {
    const text = renderTexts(format, [removed, left, nameless]);
    for (const word of ['createBadge', 'createDirectory']) expect(text).toContain(word);
    if (format !== 'json') expect(text).not.toContain('createTier t1');
    expect(text).not.toMatch(/\u001b|^::/m);
  });

  it('says on a terminal where a resource was, why it is left, and how many more there are', () => {
    const text = renderTexts('terminal', [removed, left, ...Array.from({ length: 30 }, () => nameless)]);
    expect(text).toMatch(/According to the responses, the run created 32 resources and removed all but 31\.$/m);
    expect(text).toMatch(/^ {2}createBadge {2}\S.*\/badges\/b%1B$/m);
    expect(text).toContain('The request that deletes the resource returned 403.');
    expect(text).toContain('and 21 more, in the JSON report');
  });

  it.each<[CreatedResource[], string | undefined]>([
    [[], undefined],
    [[removed], 'The run created 1 resource and removed it.'],
    [[removed, removed], 'The run created 2 resources and removed all of them.'],
    [[left], 'According to the responses, the run created 1 resource and removed none.'],
  ])('sums up all resources in one sentence', (createdResources, want) => {
    expect(creationSentence(createdResources)).toBe(want);
  });
});

const explain = 'directory-contract explain schema.type';
const address = 'https://docs.acme.dev/directory/rules-schema.html#schema.type';

describe('each report says where to read about a rule', () => {
  const publishedReport = sampleReport();
  publishedReport.run.docs = 'https://docs.acme.dev/directory/';

  it.each(['html', 'markdown', 'junit', 'github'] as const)('%s: in the docs, or else by a command', (format) => {
    const alone = renderReport(format, sampleReport());
    expect(alone).toContain(explain);
    expect(alone).not.toMatch(/href="http|rules-schema|\]\(<?http/);
    const linked = renderReport(format, publishedReport);
    expect(linked.replaceAll('%3A', ':')).toContain(address);
    expect(linked).not.toContain(explain);
  });

  // Somebody else may have written the report, so its address of the docs is not trusted.
  it.each(table.addresses)('safety 21, inert-reports: never at %j, which is not a plain web address', (docs) => {
    const report = sampleReport();
    report.run.docs = docs;
    for (const format of ['html', 'markdown', 'comment', 'sarif', 'junit', 'github'] as const)
      expect(renderReport(format, report)).not.toMatch(/javascript(?::|%3A)/);
  });

  const plainValues = ['http://[::1]:4030/', 'https://docs.acme.dev:8443/a_b/~c/?v=1&x=%20#', 'HTTPS://DOCS.ACME.DEV/'];
  it.each(plainValues)('but at %s', (docs) => {
    const report = sampleReport();
    report.run.docs = docs;
    expect(renderReport('markdown', report)).toContain(`](<${docs}rules-`);
  });
});

describe('the address of the docs', () => {
  it('ends with a slash, and is absent while the homepage of the package is a placeholder', () => {
    const givenText = 'https://docs.acme.dev/directory/';
    expect([givenText, givenText.slice(0, -1)].map(docsAddress)).toEqual([givenText, givenText]);
    const isReserved = new URL(homepage).hostname.endsWith('.example');
    expect(docsAddress(undefined)).toBe(isReserved ? undefined : homepage);
  });
});
