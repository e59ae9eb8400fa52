/**
 * Every n-th of the rows, the same ones each time: a build takes seconds, and a normal run has no time for all of them.
 * `BUILD_MISTAKES=all`, which `npm run test:long` sets, gives all.
 */
export function sample<Row>(rows: readonly Row[], every: number): readonly Row[] {
  return process.env['BUILD_MISTAKES'] === 'all' ? rows : rows.filter((_, index) => index % every === 0);
}
