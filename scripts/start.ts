import { makeArtefacts, steps } from './build/artefacts.js';
import type { OpenApiDocument } from './contract/document.js';
import { BuildError } from './build/problem.js';
import { writeArtefacts } from './build/write.js';
import type { OperationVerdict } from './call-every-operation.js';
import { command, run } from './command.js';
import { startMock } from './mock.js';
import { duration, progressOn, size, table, type Progress } from './progress.js';

/** A key that opens nothing; the mock takes any. */
const mockKey = 'mock-key';

const program = command('start', 'Builds everything from the contract, then calls every operation of the mock.').action(
  async () => {
    const progress = progressOn(process.stderr);
    try {
      await start(progress);
    } finally {
      progress.close();
    }
  },
);

async function start(progress: Progress): Promise<void> {
  const artefacts = await makeArtefacts(process.cwd(), steps, {
    begin: (step) => progress.begin(step),
    end: (step, milliseconds) => progress.end(step, duration(milliseconds)),
  });
  writeArtefacts(process.cwd(), artefacts);
  progress.close();
  const rows = artefacts.map(({ path, text, milliseconds }) => [
    path, size(Buffer.byteLength(text)), duration(milliseconds),
  ]);
  process.stdout.write(`${table([['artefact', 'size', 'time'], ...rows], [1, 2])}\n\n`);

  // The client is imported only now: before, it was the one of the last build.
  const { createDirectoryClient } = await import('../generated/client.js');
  const { callEveryOperation } = await import('./call-every-operation.js');
  const text = artefacts.find(({ path }) => path === 'generated/openapi.json')?.text ?? '{}';

  progress.begin('start the mock');
  const begun = performance.now();
  const mock = await startMock();
  progress.end('start the mock', duration(performance.now() - begun));
  try {
    const client = createDirectoryClient({ baseUrl: mock.url, apiKey: mockKey });
    const verdicts: OperationVerdict[] = [];
    progress.begin('call every operation');
    const calling = performance.now();
    for await (const verdict of callEveryOperation(client, JSON.parse(text) as OpenApiDocument)) verdicts.push(verdict);
    progress.end('call every operation', duration(performance.now() - calling));
    progress.close();
    await report(verdicts);
  } finally {
    await mock.close();
  }
}

/** One row a group, then each operation that answered otherwise than documented. */
async function report(verdicts: readonly OperationVerdict[]): Promise<void> {
  const { operationTable } = await import('../generated/operation-table.js');
  const standings = ['stated', 'named', 'inferred'] as const;
  const count = (tag: string | undefined): string[] => {
    const ours = verdicts.filter(({ operationId }) => tag === undefined || operationTable[operationId].tag === tag);
    const right = ours.filter(({ faults }) => faults.length === 0);
    const byStanding = standings.map(
      (standing) => ours.filter(({ operationId }) => operationTable[operationId].standing === standing).length,
    );
    return [tag ?? 'all', ...byStanding.map((n) => (n === 0 ? '' : String(n))), `${right.length}/${ours.length}`];
  };
  const tags = new Set(verdicts.map(({ operationId }) => operationTable[operationId].tag));
  const rows = [['operations', ...standings, 'mock answers as documented'], ...[...tags].map(count), count(undefined)];
  process.stdout.write(`${table(rows, [1, 2, 3, 4])}\n`);

  const wrong = verdicts.filter(({ faults }) => faults.length > 0);
  if (wrong.length === 0) return;
  const lines = wrong.map(({ operationId, status, faults }) => `${operationId} (${status}): ${faults.join(' ')}`);
  throw new BuildError(`The mock does not answer as documented:\n${lines.join('\n')}`);
}

await run(program, process.argv.slice(2));
