/**
 * How much the tests try: `quick` is `npm test`, `slow` the tests with that tag, `ci` what `.ci/run` adds, and `all`
 * what `npm run test:long` does before a release. The variable `TESTS` names one of them.
 */
type Extent = 'quick' | 'slow' | 'ci' | 'all';

const extent = (process.env['TESTS'] ?? 'quick') as Extent;

/** Whether each row of each table is tried, and not a sample: in the long runs. */
export const isWhole = extent === 'ci' || extent === 'all';

/** Whether only the tests with the tag `slow` run, as in `npm run test:slow`. */
export const isSlow = extent === 'slow';

/** Every n-th row from the first on, always the same ones; in the long runs all. */
export function sample<Row>(rows: readonly Row[], every: number): readonly Row[] {
  return isWhole ? rows : rows.filter((_, index) => index % every === 0);
}

/** The numbers of things that are tried: in quick and slow runs, in CI, before a release. */
const table = {
  /** Random sets of answers. */
  answerSets: [10, 60, 300],
  /** Random sets of answers that are learnt again from reads, and from writes. */
  learnSets: [1, 30, 300],
  learnSetsWrites: [0, 5, 60],
  /** Kills of a command while it saves answers, and of a sandbox while it keeps its state. */
  learnKills: [0, 100, 100],
  sandboxKills: [5, 200, 200],
  /** Random requests to the sandbox, and random schemas and bodies. */
  sandboxRequests: [5_000, 200_000, 200_000],
  /** Seeds with which each fault must be found, and tests of neighbours must find nothing. */
  checkSeeds: [1, 1, 2],
  sideSeeds: [1, 20, 20],
  /** Hostile texts in each format of reports. */
  reportTexts: [100, 4_000, 4_000],
  /** Every n-th page of the docs is drawn. */
  docsPages: [1, 10, 1],
} as const satisfies Record<string, readonly [quick: number, ci: number, all: number]>;

/** How many of something this run tries. */
export function amountOf(name: keyof typeof table): number {
  return table[name][extent === 'all' ? 2 : extent === 'ci' ? 1 : 0];
}

/** Seeds from 0 on, as many as the table says. */
export function seedsOf(name: 'checkSeeds' | 'sideSeeds'): number[] {
  return Array.from({ length: amountOf(name) }, (_, seed) => seed);
}

/**
 * The seed of random tests: that of `TEST_SEED`, which a failure prints; else a new one before a release, and a fixed
 * one in all other runs.
 */
export function randomSeed(fixed: number): number {
  const given = process.env['TEST_SEED'];
  return given !== undefined ? Number(given) : extent === 'all' ? Math.floor(Math.random() * 2 ** 31) : fixed;
}
