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
    // No operation creates a setting, and without `sync` an upload does not show what it made.
    const parameters = { 'setSetting.name': 'alarm', 'uploadLoad.sync': 'true' };
    return await check({ baseUrl: url, contract, writes: 'disposable', parameters, runs: 3, timeout: 5, ...more });
  } finally {
    await close();
  }
}

describe('a service whose creations want what no schema demands', () => {
  it('is tested where its document, its responses or the user name what it wants', async () => {
    const report = await checkKiln(new Kiln());
    const untested = report.operations.filter(({ success }) => !success.tested);
    // The query of one says `all`, and that is more than what the run made; nothing shows the ids of the others.
    expect(untested.map(({ operationId }) => operationId)).toEqual(
      words`getRecipeByNumber clearNotes labelLoad unlabelLoad getFiring getLevel setLevel`,
    );
    // It is lax and strict where its document does not say so, and nothing else.
    expect(
      accusations(report).filter(
        (line) => !/^(?:schema|status|request.refused createFiring|refusal\.(?!unknown))/.test(line),
      ),
    ).toEqual([]);
  });

  it('is told which parameter may show what a creation makes', async () => {
    const { operations } = await checkKiln(new Kiln(), { only: ['uploadLoad', 'deleteLoad'], parameters: {} });
    const reasons = operations.filter(({ inScope }) => inScope).map(({ success: { reason } }) => reason);
    expect(reasons).toContainEqual(expect.stringContaining('--param uploadLoad.sync=true'));
  });
});
