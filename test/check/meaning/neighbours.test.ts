// @module-tag slow
import { expect, it } from 'vitest';
import { createSandbox } from '../../../scripts/sandbox/sandbox.js';
import { accusations, checkServed, everything } from '../run.js';

it('the check watches the other resources of a correct server with few requests', { tags: 'long' }, async () => {
  const report = await checkServed(createSandbox(), { ...everything, writes: 'disposable' });
  expect(accusations(report)).toEqual([]);
  // Without reads of other resources, a run has about 2,640 requests.
  expect(report.run.requests).toBeGreaterThan(2700);
  expect(report.run.requests).toBeLessThan(2970);
});
