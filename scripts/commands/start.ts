import { artefactRows, steps } from '../build/steps.js';
import { writeArtefacts } from '../build/write.js';
import type { CheckReport } from '../check/model/report/report.js';
import { formatCount } from '../text/numbers.js';
import { BuildError } from '../text/problem.js';
import { createProgress, formatDuration, formatTable, runTimed, type StepProgress } from '../text/progress.js';
import { makeFiles } from './artefacts.js';
import { command, runMain } from './command.js';

const program = command(
  'start',
  'Builds everything from the contract, then checks the sandbox and the mock against it.',
).action(async () => {
  const artefacts = await makeFiles(process.cwd(), steps);
  writeArtefacts(process.cwd(), artefacts);
  process.stdout.write(`${formatTable([['artefact', 'size', 'time'], ...artefactRows(artefacts)], [1, 2])}\n\n`);
  const progress = createProgress(process.stderr);
  try {
    await printReport(await checkServers(progress));
  } finally {
    progress.close();
  }
});

/** Starts sandbox and mock on free ports, checks each against the contract, and stops both. */
async function checkServers(progress: StepProgress): Promise<CheckReport[]> {
  // These modules import generated files, so they must be loaded after the build.
  const { createSandbox, defaultKey } = await import('../sandbox/sandbox.js');
  const { serveSandbox } = await import('../sandbox/server/serve.js');
  const { startMock } = await import('../mock/index.js');
  const { check } = await import('../check/engine/check.js');

  // Both servers accept this key.
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const options = { include: ['named', 'inferred'], writes: 'disposable' } as const;

  const mockStart = runTimed(progress, 'start the mock', () => startMock());
  mockStart.catch(() => undefined); // Errors are thrown below, where the promise is awaited.
  const server = await serveSandbox({ sandbox: createSandbox() });
  const reports: CheckReport[] = [];
  try {
    reports.push(
      await runTimed(progress, 'check the sandbox', () => check({ ...options, baseUrl: server.url, strict: true })),
    );
  } finally {
    await server.close();
  }
  const mock = await mockStart;
  try {
    reports.push(
      await runTimed(progress, 'check the mock', () =>
        check({ ...options, baseUrl: mock.url, target: 'mock', strict: true }),
      ),
    );
  } finally {
    await mock.close();
  }
  progress.close();
  return reports;
}

/** Prints one row for each group of operations, the verdict on each server, and the report of each failed server. */
async function printReport(reports: readonly CheckReport[]): Promise<void> {
  const { operationTable } = await import('../../generated/operation-table.js');
  const { terminalReport } = await import('../check/reports/index.js');
  const standings = ['stated', 'named', 'inferred'] as const;
  const allRows = Object.values(operationTable);
  const testedCountText = ({ operations }: CheckReport, tag: string | undefined): string => {
    const group = operations.filter((operation) => tag === undefined || operation.tag === tag);
    return `${group.filter(({ success }) => success.tested).length}/${group.length}`;
  };
  const row = (tag: string | undefined): string[] => {
    const group = allRows.filter((operation) => tag === undefined || operation.tag === tag);
    const counts = standings.map((kind) => group.filter(({ standing }) => standing === kind).length);
    return [
      tag ?? 'all',
      ...counts.map((count) => (count === 0 ? '' : String(count))),
      ...reports.map((report) => testedCountText(report, tag)),
    ];
  };
  const tags = new Set(allRows.map(({ tag }) => tag));
  const names = reports.map(({ target }) => (target.kind === 'mock' ? 'mock' : 'sandbox'));
  const rows = [['operations', ...standings, ...names], ...[...tags].map(row), row(undefined)];
  process.stdout.write(
    `${formatTable(rows, [1, 2, 3, 4, 5])}\n` +
      'The last two columns show for how many operations a successful response was tested.\n\n',
  );
  for (const [index, { run, coverage, verdict, why, counts }] of reports.entries()) {
    const refusalsText = `refusals ${coverage.refusalTested}/${coverage.inScope}`;
    const findingsText = `${formatCount(counts.violation, 'violation')}, ${formatCount(counts.drift, 'drift')}`;
    process.stdout.write(
      `${names[index]}: success ${coverage.successTested}/${coverage.inScope}, ${refusalsText}, ${findingsText}, ` +
        `${run.requests} requests in ${formatDuration(run.milliseconds)}. ${verdict === 'passed' ? 'Passed.' : why}\n`,
    );
  }
  const failures = reports.filter(
    ({ verdict, coverage }) => verdict !== 'passed' || coverage.successTested < coverage.inScope,
  );
  if (failures.length === 0) return;
  const texts = failures.map((failure) =>
    terminalReport(failure, { width: process.stdout.columns ?? 80, colour: false, verbose: false }),
  );
  throw new BuildError(`Not every server follows the contract:\n\n${texts.join('\n')}`);
}

await runMain(program, process.argv.slice(2));
