// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { words } from '../words.js';
import { kiln, kilnDocument } from './kiln-service.js';
import { accusations, untested } from './run.js';
import { checkDocument } from './service/resources.js';

async function checkKiln(more: Partial<CheckOptions> = {}): Promise<CheckReport> {
  // No operation creates a setting, and without `sync` the response to an upload does not show its id.
  const parameters = { 'setSetting.name': 'alarm', 'uploadLoad.sync': 'true' };
  return (await checkDocument(kilnDocument, kiln, { parameters, runs: 3, ...more })).report;
}

describe('a service whose creations require values that no schema demands', () => {
  it('is tested if its document, its responses or the user name these values', async () => {
    const report = await checkKiln();
    // `clearNotes` needs `all`, which would delete more than the run has made; no response shows the ids of the others.
    expect(untested(report)).toEqual(words`getRecipeByNumber clearNotes labelLoad unlabelLoad getLevel setLevel`);
    // The only findings are that the service is laxer or stricter than its document says.
    expect(
      accusations(report).filter(
        (line) => !/^(?:schema|status|request.refused createFiring|refusal\.(?!unknown))/.test(line),
      ),
    ).toEqual([]);
  });

  it('leads to a hint about the parameter that may show the id of a new resource', async () => {
    const { operations } = await checkKiln({ only: ['uploadLoad', 'deleteLoad'], parameters: {} });
    const reasons = operations.filter(({ inScope }) => inScope).map(({ success: { reason } }) => reason);
    expect(reasons).toContainEqual(expect.stringContaining('--param uploadLoad.sync=true'));
  });
});
