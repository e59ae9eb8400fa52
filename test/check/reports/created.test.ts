import { describe, expect, it } from 'vitest';
import { type CreatedResource, creationSentence } from '../../../scripts/check/model/report/state-report.js';
import { renderReport, terminalReport } from '../../../scripts/check/reports/index.js';
import { sampleReport } from './sample.js';

const removed: CreatedResource = { operationId: 'createTier', id: 't1', path: '/tiers/t1', removed: true };
const left: CreatedResource = {
  operationId: 'createBadge',
  id: 'b\u001b[2J\n::error::1',
  path: '/badges/b%1B',
  removed: false,
  why: 'Its deletion returned 403.',
};
const nameless: CreatedResource = {
  operationId: 'createDirectory',
  path: '/directories',
  removed: false,
  why: 'The request succeeded (200), and no response identifies what it created.',
};

const formats = ['terminal', 'markdown', 'html', 'comment', 'json'] as const;

function rendered(format: (typeof formats)[number], created: CreatedResource[]): string {
  const report = { ...sampleReport({ green: true }), created };
  return format === 'terminal'
    ? terminalReport(report, { width: 200, colour: false, verbose: false })
    : renderReport(format, report);
}

describe('the report of what a run has created', () => {
  it.each(formats)('safety 22, escapes: names what is left, as text that is inert: %s', (format) => {
    const text = rendered(format, [removed, left, nameless]);
    for (const word of ['createBadge', 'createDirectory']) expect(text).toContain(word);
    if (format !== 'json') expect(text).not.toContain('createTier t1');
    expect(text).not.toMatch(/\u001b|^::/m);
  });

  it('says on a terminal where it was, why it is left, and how many more there are', () => {
    const text = rendered('terminal', [removed, left, ...Array.from({ length: 30 }, () => nameless)]);
    expect(text).toMatch(/created 32 resources, as far as responses say, and removed all but 31 of them\./);
    expect(text).toMatch(/^ {2}createBadge {2}\S.*\/badges\/b%1B$/m);
    expect(text).toContain('Its deletion returned 403.');
    expect(text).toContain('and 21 more, in the JSON report');
  });

  it.each<[CreatedResource[], string | undefined]>([
    [[], undefined],
    [[removed], 'The run created 1 resource and removed it.'],
    [[removed, removed], 'The run created 2 resources and removed all of them.'],
    [[left], 'The run created 1 resource, as far as responses say, and removed none of them.'],
  ])('has one sentence', (created, want) => {
    expect(creationSentence(created)).toBe(want);
  });

  it.each(formats)('says nothing where nothing was created: %s', (format) => {
    expect(rendered(format, [])).not.toContain('The run created');
  });
});
