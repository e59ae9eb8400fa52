/** Whether everything runs, as in `npm run test:long`. */
export const isWhole = process.env['SAMPLES'] === 'all';

/** Whether only the tests with the tag `slow` run, as in `npm run test:slow`. */
export const isSlow = process.env['SAMPLES'] === 'slow';

/** Every n-th row from the first on, always the same ones; in the long run all. */
export function sample<Row>(rows: readonly Row[], every: number): readonly Row[] {
  return isWhole ? rows : rows.filter((_, index) => index % every === 0);
}
