// @module-tag slow
import { expect, it } from 'vitest';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { createSandbox } from '../../../scripts/sandbox/sandbox.js';
import { isWhole } from '../../sample.js';
import { words } from '../../words.js';
import { accusations, checkServed, everything } from '../run.js';
import { type Fault, faults, faulty } from './neighbour-faults.js';

function checkFaulty(chosenFaults: readonly Fault[], options: Partial<CheckOptions> = {}): Promise<CheckReport> {
  return checkServed(faulty(createSandbox(), chosenFaults), { ...everything, writes: 'disposable', ...options });
}

const kinds = words`Filter FilterOption Tier Callout Badge Certification`;
const only = [
  ...kinds.flatMap((kind) => [...['create', 'get', 'update', 'delete'].map((verb) => verb + kind), `list${kind}s`]),
  ...words`listDirectories listPartnerEntries getPartnerEntry createPartnerEntry deletePartnerEntry`,
];

// A normal run uses some kinds of resources, the long run the whole interface.
it.each(Object.entries(faults))('the check finds that %s', async (_, fault) => {
  const report = await checkFaulty([fault], isWhole ? {} : { only });
  expect(accusations(report)).toContain(fault.finding.join(' '));
});

it('the check watches the other resources of a correct server with few requests', { tags: 'long' }, async () => {
  const report = await checkFaulty([]);
  expect(accusations(report)).toEqual([]);
  // Without reads of other resources, a run has about 2,500 requests.
  expect(report.run.requests).toBeLessThan(2970);
});
