import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start real programs (Redocly, Prism) on machines that may be slow; nothing here is a measure of speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
