import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.example.ts'],
    // The files share what they load, so that the second begins at once.
    isolate: false,
    maxWorkers: 1,
    pool: 'threads',
  },
});
