import { describe, expect, it } from 'vitest';
import { type ReportFormat, renderReport, terminalReport } from '../../../scripts/check/reports/index.js';
import { words } from '../../words.js';
import { sampleReport } from './sample.js';

describe('each format', () => {
  const small = { tags: ['partner-entries', 'matchmaking', 'reviews'] };

  // The JSON report is tested as data.
  const files = words`junit.xml sarif.json markdown.md comment.md github.txt html.html evidence.md`;
  it.each(files)('of the sample report is golden/%s', async (file) => {
    const text = renderReport(file.split('.')[0] as ReportFormat, sampleReport(small));
    // The style is not part of the content.
    const content = text.replace(/<style>[\s\S]*?<\/style>/, '<style></style>');
    await expect(content).toMatchFileSnapshot(`golden/${file}`);
  });

  it.each(['red', 'green'])('on a terminal, of the %s sample report, is its golden file', async (colour) => {
    const report = sampleReport({ green: colour === 'green' });
    const text = terminalReport(report, { width: 80, colour: false, verbose: false });
    await expect(text).toMatchFileSnapshot(`golden/terminal-${colour}.txt`);
  });
});
