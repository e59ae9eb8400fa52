import { afterAll, vi } from 'vitest';

// Vitest takes stubs back before the next test, which is after `beforeAll` of the next file in the same process: what
// that sets would be lost.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
