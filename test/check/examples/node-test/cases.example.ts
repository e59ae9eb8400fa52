import assert from 'node:assert/strict';
import { after, test } from 'node:test';
// In your own project: from 'directory-contract/check'.
import { cases } from '../../../../scripts/check/engine/runners/cases-for-runners.js';
import { findingsText } from '../../../../scripts/check/reports/finding-text.js';
import { idOf } from '../../../../scripts/sandbox/data/initial-state.js';
import { serve } from '../serve.js';

const server = await serve();
after(() => server.close());

const allCases = cases({
  baseUrl: server.url,
  only: ['listPartnerEntries', 'getPartnerEntry', 'updatePartnerEntry', 'getBadge'],
  parameters: {
    directory_id: idOf('Directory', 'Solution partners'),
    entry_id: idOf('PartnerEntry', 'Fjordline Data'),
  },
});

for (const { operationId, about, run } of allCases) {
  test(`${operationId} ${about}`, async () => {
    const departures = (await run()).filter(({ severity }) => severity !== 'observation');
    assert.ok(departures.length === 0, findingsText(departures));
  });
}

for (const { operationId, parameters } of allCases.needs) {
  test(operationId, { skip: `It needs ${parameters.join(', ')}.` });
}
