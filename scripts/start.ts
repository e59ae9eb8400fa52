import { makeArtefacts, steps } from './build/artefacts.js';
import { BuildError } from './build/problem.js';
import { writeArtefacts } from './build/write.js';
import type { OperationVerdict } from './call-every-operation.js';
import { command, run } from './command.js';
import type { OpenApiDocument } from './contract/document.js';
import { duration, progressOn, size, table, type Progress } from './progress.js';

const program = command(
  'start',
  'Builds everything from the contract, then calls every operation of the sandbox and of the mock.',
).action(async () => {
  const progress = progressOn(process.stderr);
  try {
    await build(progress);
    await report(await drive(progress));
  } finally {
    progress.close();
  }
});

async function build(progress: Progress): Promise<void> {
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
}

/** What each server answered, by its name. */
type Verdicts = Map<string, OperationVerdict[]>;

/** Starts sandbox and mock on free ports, calls every operation of each, and ends both. */
async function drive(progress: Progress): Promise<Verdicts> {
  // What was just built is imported only now: before, it was that of the last build.
  const { contract } = await import('../generated/contract.js');
  const { createSandbox, defaultKey } = await import('./sandbox/sandbox.js');
  const { serveSandbox } = await import('./sandbox/serve.js');
  const { startMock } = await import('./mock.js');

  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    progress.begin(what);
    const start = performance.now();
    const result = await work();
    progress.end(what, duration(performance.now() - start));
    return result;
  };
  const call = async (name: string, url: string, key: string, before?: () => void): Promise<OperationVerdict[]> =>
    timed(`call every operation of the ${name}`, () => callAll(url, key, contract, before));

  const starting = timed('start the mock', () => startMock());
  starting.catch(() => undefined); // Awaited below; until then the sandbox goes first.
  const sandbox = createSandbox();
  const served = await serveSandbox({ sandbox });
  const verdicts: Verdicts = new Map();
  try {
    verdicts.set('sandbox', await call('sandbox', served.url, defaultKey, sandbox.reset));
  } finally {
    await served.close();
  }
  const mock = await starting;
  try {
    verdicts.set('mock', await call('mock', mock.url, 'mock-key'));
  } finally {
    await mock.close();
  }
  progress.close();
  return verdicts;
}

async function callAll(
  baseUrl: string,
  apiKey: string,
  contract: OpenApiDocument,
  before?: () => void,
): Promise<OperationVerdict[]> {
  const { createDirectoryClient } = await import('../generated/client.js');
  const { callEveryOperation } = await import('./call-every-operation.js');
  const client = createDirectoryClient({ baseUrl, apiKey });
  const verdicts: OperationVerdict[] = [];
  for await (const verdict of callEveryOperation(client, contract, before)) verdicts.push(verdict);
  return verdicts;
}

/** One row a group, then each operation that answered otherwise than documented. */
async function report(verdicts: Verdicts): Promise<void> {
  const { operationTable } = await import('../generated/operation-table.js');
  const standings = ['stated', 'named', 'inferred'] as const;
  const all = Object.values(operationTable);
  const right = (server: readonly OperationVerdict[], tag: string | undefined): string => {
    const ours = server.filter(({ operationId }) => tag === undefined || operationTable[operationId].tag === tag);
    return `${ours.filter(({ faults }) => faults.length === 0).length}/${ours.length}`;
  };
  const row = (tag: string | undefined): string[] => {
    const ours = all.filter((operation) => tag === undefined || operation.tag === tag);
    const counts = standings.map((wanted) => ours.filter(({ standing }) => standing === wanted).length);
    const servers = [...verdicts.values()].map((server) => right(server, tag));
    return [tag ?? 'all', ...counts.map((count) => (count === 0 ? '' : String(count))), ...servers];
  };
  const tags = new Set(all.map(({ tag }) => tag));
  const rows = [['operations', ...standings, ...verdicts.keys()], ...[...tags].map(row), row(undefined)];
  process.stdout.write(`${table(rows, [1, 2, 3, 4, 5])}\n`);
  process.stdout.write('The last columns count the operations that answer as documented.\n');

  const wrong = [...verdicts].flatMap(([name, server]) =>
    server
      .filter(({ faults }) => faults.length > 0)
      .map(({ operationId, status, faults }) => `${name}: ${operationId} (${status}): ${faults.join(' ')}`),
  );
  if (wrong.length > 0) throw new BuildError(`Not every operation answers as documented:\n${wrong.join('\n')}`);
}

await run(program, process.argv.slice(2));
