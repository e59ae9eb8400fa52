import { artefactRows, steps } from '../build/steps.js';
import { writeArtefacts } from '../build/write.js';
import type { CheckReport } from '../check/model/report/report.js';
import { BuildError } from '../text/problem.js';
import { duration, type Progress, progressOn, table, timed } from '../text/progress.js';
import { makeFiles } from './artefacts.js';
import { command, run } from './command.js';

const program = command(
  'start',
  'Builds everything from the contract, then checks the sandbox and the mock against it.',
).action(async () => {
  const artefacts = await makeFiles(process.cwd(), steps);
  writeArtefacts(process.cwd(), artefacts);
  process.stdout.write(`${table([['artefact', 'size', 'time'], ...artefactRows(artefacts)], [1, 2])}\n\n`);
  const progress = progressOn(process.stderr);
  try {
    await report(await checkServers(progress));
  } finally {
    progress.close();
  }
});

/** Starts sandbox and mock on free ports, checks each against the contract, and stops both. */
async function checkServers(progress: Progress): Promise<CheckReport[]> {
  // These import generated files, so they must be loaded after the build.
  const { createSandbox, defaultKey } = await import('../sandbox/sandbox.js');
  const { serveSandbox } = await import('../sandbox/server/serve.js');
  const { startMock } = await import('../mock/index.js');
  const { check } = await import('../check/engine/check.js');

  // Both servers accept this key.
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const everything = { include: ['named', 'inferred'], writes: 'disposable' } as const;

  const starting = timed(progress, 'start the mock', () => startMock());
  starting.catch(() => undefined); // Awaited below; until then the sandbox goes first.
  const served = await serveSandbox({ sandbox: createSandbox() });
  const reports: CheckReport[] = [];
  try {
    reports.push(
      await timed(progress, 'check the sandbox', () => check({ ...everything, baseUrl: served.url, strict: true })),
    );
  } finally {
    await served.close();
  }
  const mock = await starting;
  try {
    reports.push(
      await timed(progress, 'check the mock', () =>
        check({ ...everything, baseUrl: mock.url, target: 'mock', strict: true }),
      ),
    );
  } finally {
    await mock.close();
  }
  progress.close();
  return reports;
}

/** Prints one row a group, the verdict on each server, and the reports of those that failed. */
async function report(reports: readonly CheckReport[]): Promise<void> {
  const { operationTable } = await import('../../generated/operation-table.js');
  const { terminalReport } = await import('../check/reports/index.js');
  const standings = ['stated', 'named', 'inferred'] as const;
  const all = Object.values(operationTable);
  const tested = ({ operations }: CheckReport, tag: string | undefined): string => {
    const ours = operations.filter((operation) => tag === undefined || operation.tag === tag);
    return `${ours.filter(({ success }) => success.tested).length}/${ours.length}`;
  };
  const row = (tag: string | undefined): string[] => {
    const ours = all.filter((operation) => tag === undefined || operation.tag === tag);
    const counts = standings.map((wanted) => ours.filter(({ standing }) => standing === wanted).length);
    return [
      tag ?? 'all',
      ...counts.map((count) => (count === 0 ? '' : String(count))),
      ...reports.map((each) => tested(each, tag)),
    ];
  };
  const tags = new Set(all.map(({ tag }) => tag));
  const names = reports.map(({ target }) => (target.kind === 'mock' ? 'mock' : 'sandbox'));
  const rows = [['operations', ...standings, ...names], ...[...tags].map(row), row(undefined)];
  process.stdout.write(`${table(rows, [1, 2, 3, 4, 5])}\nThe last columns count operations with a tested success.\n\n`);
  for (const [index, { run, coverage, verdict, why, counts }] of reports.entries()) {
    const refused = `refusals ${coverage.refusalTested}/${coverage.inScope}`;
    process.stdout.write(
      `${names[index]}: success ${coverage.successTested}/${coverage.inScope}, ${refused}, ${counts.violation} ` +
        `violations, ${counts.drift} drifts, ${run.requests} requests in ${duration(run.milliseconds)}. ` +
        `${verdict === 'passed' ? 'Passed.' : why}\n`,
    );
  }
  const failed = reports.filter(
    ({ verdict, coverage }) => verdict !== 'passed' || coverage.successTested < coverage.inScope,
  );
  if (failed.length === 0) return;
  const texts = failed.map((each) =>
    terminalReport(each, { width: process.stdout.columns ?? 80, colour: false, verbose: false }),
  );
  throw new BuildError(`Not every server keeps the contract:\n\n${texts.join('\n')}`);
}

await run(program, process.argv.slice(2));
