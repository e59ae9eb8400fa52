// @module-tag slow
import { describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckReport } from '../../scripts/check/model/report.js';
import { temporaryFile } from '../temporary-folder.js';
import { kilnDocument } from './kiln-document.js';
import { Kiln, serveKiln } from './kiln-service.js';
import { accusations } from './run.js';

const contract = temporaryFile('kiln.json', JSON.stringify(kilnDocument));

async function checkKiln(kiln: Kiln): Promise<CheckReport> {
  const { url, close } = await serveKiln(kiln);
  try {
    // No operation creates a setting.
    const parameters = { 'setSetting.name': 'alarm' };
    return await check({ baseUrl: url, contract, writes: 'disposable', parameters, runs: 3, timeout: 5 });
  } finally {
    await close();
  }
}

describe('a service whose creations want what no schema demands', () => {
  it('is tested in all its operations', async () => {
    const report = await checkKiln(new Kiln());
    const untested = report.operations.filter(({ success }) => !success.tested);
    // Its query says `all`, and that is more than what the run made.
    expect(untested.map(({ operationId }) => operationId)).toEqual(['clearNotes']);
    // It is lax and strict where its document does not say so, and nothing else.
    expect(
      accusations(report).filter(
        (line) => !/^(?:schema|status|request.refused createFiring|refusal\.(?!unknown))/.test(line),
      ),
    ).toEqual([]);
  });
});
