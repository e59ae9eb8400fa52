import { describe, expect, it } from 'vitest';
import {
  type ReportFormat,
  renderReport,
  reportFormats,
  terminalReport,
} from '../../../scripts/check/reports/index.js';
import { sampleReport } from './sample.js';

const files: Record<ReportFormat, string> = {
  junit: 'report.xml',
  json: 'report.json',
  sarif: 'report.sarif',
  markdown: 'summary.md',
  comment: 'comment.md',
  github: 'annotations.txt',
  html: 'report.html',
  evidence: 'evidence.md',
};

describe('each format', () => {
  const small = { tags: ['partner-entries', 'reviews'] };

  it.each(reportFormats)('%s matches its golden file', async (format) => {
    const text = renderReport(format, sampleReport(small));
    // The style is not part of the content.
    await expect(text.replace(/<style>[\s\S]*?<\/style>/, '<style></style>')).toMatchFileSnapshot(
      `golden/${files[format]}`,
    );
  });

  it('the terminal report matches its golden files', async () => {
    const options = { width: 80, colour: false, verbose: false };
    await expect(terminalReport(sampleReport(), options)).toMatchFileSnapshot('golden/terminal-red.txt');
    await expect(terminalReport(sampleReport({ green: true }), options)).toMatchFileSnapshot(
      'golden/terminal-green.txt',
    );
  });
});
