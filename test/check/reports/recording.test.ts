import { describe, expect, it } from 'vitest';
import { renderReport, terminalReport } from '../../../scripts/check/reports/index.js';
import { sampleReport } from './sample.js';

describe('the report on a recording of three operations', () => {
  const report = sampleReport({ green: true });
  report.target = { baseUrl: 'traffic.har', kind: 'recording' };
  const recorded = ['listDirectories', 'getDirectory', 'listTiers'];
  for (const operation of report.operations) if (!recorded.includes(operation.operationId)) operation.requests = 0;
  const others = report.operations.length - recorded.length;

  it.each([
    ['terminal', terminalReport(report, { width: 100, colour: false, verbose: false })],
    ['Markdown', renderReport('markdown', report)],
    ['HTML', renderReport('html', report)],
  ])('lists only their groups, and counts the others, as %s', (_, text) => {
    expect(text).toContain(`The recording has no request to ${others} other operations of the contract.`);
    expect(text).toContain('directories');
    expect(text).toContain('tiers');
    for (const group of ['badges', 'reviews', 'matchmaking']) expect(text).not.toContain(group);
  });

  it('contains everything as data', () => {
    expect(JSON.parse(renderReport('json', report))).toMatchObject({
      operations: { length: report.operations.length },
    });
  });
});
