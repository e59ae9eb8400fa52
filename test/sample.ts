/**
 * The extent of the tests: `quick` is `npm test`, `slow` the tests with that tag, `ci` the additions of `.ci/run`, and
 * `all` `npm run test:long` before a release. The variable `TESTS` names one of them.
 */
type Extent = 'quick' | 'slow' | 'ci' | 'all';

const extent = (process.env['TESTS'] ?? 'quick') as Extent;

/** Whether each row of every table is tried, and not only a sample. This is so in the long runs. */
export const isWhole = extent === 'ci' || extent === 'all';

/** Whether only the tests with the tag `slow` run, as in `npm run test:slow`. */
export const isSlow = extent === 'slow';

/** Returns every n-th row, beginning with the first, so always the same ones; in the long runs, all rows. */
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
  /** Seeds with which each fault must be found, and seeds that compare concurrent writes with single ones. */
  checkSeeds: [1, 1, 2],
  sideSeeds: [1, 20, 20],
  archiveSeeds: [1, 1, 5],
  /** Every n-th fault and variant of the archive is tried. */
  archiveStep: [20, 12, 1],
  /** Hostile texts in each format of reports. */
  reportTexts: [100, 4_000, 4_000],
  /** Every n-th page of the docs is opened. */
  docsPages: [1, 10, 1],
} as const satisfies Record<string, readonly [quick: number, ci: number, all: number]>;

/** Returns the number in the table for this run. */
export function amountOf(name: keyof typeof table): number {
  return table[name][extent === 'all' ? 2 : extent === 'ci' ? 1 : 0];
}

/** Returns seeds that count from 0, as many as the table says. */
export function seedsOf(name: 'checkSeeds' | 'sideSeeds' | 'archiveSeeds'): number[] {
  return Array.from({ length: amountOf(name) }, (_, seed) => seed);
}

/**
 * Returns the seed of random tests: that of `TEST_SEED`, which a failure prints. Otherwise it is new before a release,
 * and fixed in all other runs.
 */
export function randomSeed(fixed: number): number {
  const given = process.env['TEST_SEED'];
  return given !== undefined ? Number(given) : extent === 'all' ? Math.floor(Math.random() * 2 ** 31) : fixed;
}
