/**
 * The extent of the tests: `quick` is `npm test`, `slow` only tests with that tag, `ci` the additions of `.ci/run`, and
 * `all` is `npm run test:long` before a release. The variable `TESTS` names one of these extents.
 */
type Extent = 'quick' | 'slow' | 'ci' | 'all';

const extent = (process.env['TESTS'] ?? 'quick') as Extent;

/** Whether tests try each row of every table, and not only a sample, as in the long runs. */
export const isWhole = extent === 'ci' || extent === 'all';

/** Whether only the tests with the tag `slow` run, as in `npm run test:slow`. */
export const isSlow = extent === 'slow';

/** Returns every n-th row, beginning with the first, so always the same rows; in the long runs, all rows. */
export function sample<Row>(rows: readonly Row[], every: number): readonly Row[] {
  return isWhole ? rows : rows.filter((_, index) => index % every === 0);
}

/** Numbers of repetitions: in quick and slow runs, in CI, before a release. */
const table = {
  /** Random sets of answers. */
  answerSets: [10, 60, 300],
  /** Random sets of answers that are learnt again from reads, and from writes. */
  learnSets: [1, 30, 300],
  learnSetsWrites: [0, 5, 60],
  /** Kills of a sandbox while it writes its state. */
  sandboxKills: [5, 200, 200],
  /** Random requests to the sandbox, and random schemas and bodies. */
  sandboxRequests: [5_000, 200_000, 200_000],
  /** Seeds for finding each fault, and seeds that compare concurrent writes with single writes. */
  checkSeeds: [1, 1, 2],
  sideSeeds: [1, 20, 20],
  archiveSeeds: [1, 1, 5],
  /** Tests try every n-th fault and variant of the archive. */
  archiveStep: [20, 12, 1],
  /** Hostile texts in each format of reports. */
  reportTexts: [100, 4_000, 4_000],
  /** Pairs of random schemas, in requests and in responses. */
  diffPairs: [60, 2_000, 20_000],
  /** Tests open every n-th page of the docs. */
  docsPages: [1, 10, 1],
} as const satisfies Record<string, readonly [quick: number, ci: number, all: number]>;

/** Returns the number in the table for this run. */
export function amountOf(name: keyof typeof table): number {
  return table[name][extent === 'all' ? 2 : extent === 'ci' ? 1 : 0];
}

/** Returns seeds that count from 0; the table gives their number. */
export function seedsOf(name: 'checkSeeds' | 'sideSeeds' | 'archiveSeeds'): number[] {
  return Array.from({ length: amountOf(name) }, (_, seed) => seed);
}

/**
 * Returns the seed of random tests: `TEST_SEED` if it is set, as a failure suggests. Otherwise the seed is new before a
 * release, and fixed in all other runs.
 */
export function randomSeed(fixed: number): number {
  const givenText = process.env['TEST_SEED'];
  return givenText !== undefined ? Number(givenText) : extent === 'all' ? Math.floor(Math.random() * 2 ** 31) : fixed;
}
