import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { quickFiles, shortFiles } from './test/long-files.js';
import { LongestFirst } from './test/longest-first.js';
import { leaveMachine } from './test/own-machine.js';
import { gateLines } from './test/package/gate-lines.js';
import { isSlow, isWhole } from './test/sample.js';

// All workers, and the programs that they start, have the environment of this process. The gates fetch packages only
// when all run.
leaveMachine(isWhole);

/** Tests of what runs in this process: they share what takes long to load. */
const shared = [
  'test/{answers,canary,check,client,commands,diff,examples,learn,sandbox,spec,validators,worlds}/**/*.test.ts',
];
/** Tests of what the build makes. They load other modules, and expect an environment that the tests above change. */
const made = ['test/{build,contract,docs,files,generate,mock,system}/**/*.test.ts'];

export default defineConfig({
  test: {
    // Tests start real programs (Redocly, Prism) on machines that may be slow. The limit ends what hangs, and measures
    // nothing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Many tests wait for programs that they start, or for time to pass; one worker more than cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // `npm test` leaves out both, and the rest of their files is its sample.
    tags: [
      { name: 'slow', description: 'Takes a second or more. `npm run test:slow` and `.ci/run` run them all.' },
      { name: 'long', description: 'Takes longest. `npm run test:long` runs them all, `.ci/run` a part.' },
    ],
    // Peers of the benches bring tests of their own; the other runs leave out what they would only load or repeat.
    exclude: ['**/node_modules/**', ...(isWhole ? shortFiles() : []), ...(isSlow ? quickFiles() : [])],
    reporters: ['default', 'json', gateLines],
    // Read by .ci/run for the count.
    outputFile: { json: process.env['TEST_REPORT'] ?? 'node_modules/.vitest-results.json' },
    projects: [
      // Spectral takes seconds to load, and its tests change nothing that others could see: they share it.
      { extends: true, test: { name: 'rules', include: ['test/rules/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/package/*.test.ts'],
          // The gates run side by side, and wait for compilers and other programs.
          maxConcurrency: Math.max(2, availableParallelism()),
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: shared,
          setupFiles: 'test/unstubbed.ts',
          // Many files that load the same large modules; whatever a test sets for all is taken back before the next.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'made',
          include: made,
          setupFiles: 'test/unstubbed.ts',
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          include: ['test/**/*.test.ts'],
          exclude: ['test/rules/**', 'test/package/**', ...shared, ...made],
        },
      },
    ],
  },
});
