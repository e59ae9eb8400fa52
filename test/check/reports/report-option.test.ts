import { describe, expect, it } from 'vitest';
import { parseReportOption, reportFormats } from '../../../scripts/check/reports/index.js';
import { UsageError } from '../../../scripts/text/usage-error.js';

describe('--report', () => {
  it('names a format and a file, or - for standard output', () => {
    for (const format of reportFormats)
      expect(parseReportOption(`${format}=a=b.txt`)).toEqual({ format, path: 'a=b.txt' });
    expect(parseReportOption('github=-')).toEqual({ format: 'github', path: '-' });
  });

  it.each([
    ['junt=out.xml', 'Did you mean junit?'],
    ['sarf', 'Did you mean sarif?'],
    ['report.html', 'Expected --report with a format and a file, such as junit=report.xml, found "report.html".'],
    ['json', 'Expected a file after --report json=, found none.'],
    ['json=', 'Use json=- for standard output.'],
  ])('%s is refused with a sentence', (option, says) => {
    const act = (): unknown => parseReportOption(option);
    expect(act).toThrow(UsageError);
    expect(act).toThrow(says);
  });
});
