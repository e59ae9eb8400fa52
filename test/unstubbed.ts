import { afterAll, vi } from 'vitest';

// Vitest undoes stubs before the next test, but that comes after `beforeAll` of the next file in the same process. So
// stubs that are set there would be lost.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
