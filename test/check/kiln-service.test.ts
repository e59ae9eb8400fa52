// @module-tag slow
import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { temporaryFile } from '../temporary-folder.js';
import { words } from '../words.js';
import { kilnDocument } from './kiln-document.js';
import { Kiln, serveKiln } from './kiln-service.js';
import { accusations } from './run.js';

const contract = temporaryFile('kiln.json', JSON.stringify(kilnDocument));

async function checkKiln(kiln: Kiln, more: Partial<CheckOptions> = {}): Promise<CheckReport> {
  const { url, close } = await serveKiln(kiln);
  try {
    // No operation creates a setting, and without `sync` the response to an upload does not show its id.
    const parameters = { 'setSetting.name': 'alarm', 'uploadLoad.sync': 'true' };
    return await check({ baseUrl: url, contract, writes: 'disposable', parameters, runs: 3, timeout: 5, ...more });
  } finally {
    await close();
  }
}

describe('a service whose creations require values that no schema demands', () => {
  it('is tested where its document, its responses or the user name these values', async () => {
    const report = await checkKiln(new Kiln());
    const untested = report.operations.filter(({ success }) => !success.tested);
    // `clearNotes` needs `all`, which would delete more than the run has made; the others need ids that nothing shows.
    expect(untested.map(({ operationId }) => operationId)).toEqual(
      words`getRecipeByNumber clearNotes labelLoad unlabelLoad getFiring getLevel setLevel`,
    );
    // The service is only found to be laxer or stricter than its document says.
    expect(
      accusations(report).filter(
        (line) => !/^(?:schema|status|request.refused createFiring|refusal\.(?!unknown))/.test(line),
      ),
    ).toEqual([]);
  });

  it('leads to a hint about the parameter that may show the id of a new resource', async () => {
    const { operations } = await checkKiln(new Kiln(), { only: ['uploadLoad', 'deleteLoad'], parameters: {} });
    const reasons = operations.filter(({ inScope }) => inScope).map(({ success: { reason } }) => reason);
    expect(reasons).toContainEqual(expect.stringContaining('--param uploadLoad.sync=true'));
  });
});
