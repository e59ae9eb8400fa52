import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.example.ts'],
    // The files share their modules, so that the second one starts sooner.
    isolate: false,
    maxWorkers: 1,
    pool: 'threads',
  },
});
