// Measures how processor time grows with the size of the contract and with the number of entries in the sandbox.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contract } from '../../generated/contract.js';
import type { OpenApiDocument } from '../contract/document.js';
import { type BenchContext, type BenchSubject, type Comparison, errorText } from './frame/measure.js';
import { runCommand } from './frame/processes.js';
import { createBenchFolder, getCommandPath, project } from './frame/programs.js';
import { runCheck } from './frame/sandbox.js';

interface GrowthMeasurement {
  title: string;
  /** The unit of the sizes, such as "operations". */
  unit: string;
  sizes: readonly number[];
  /** Returns milliseconds of processor time. */
  measure(size: number): Promise<number>;
}

const operationCount = Object.values(contract.paths).flatMap((item) => Object.keys(item as object)).length;

const growthMeasurements: readonly GrowthMeasurement[] = [
  {
    title: 'Building larger contracts',
    unit: 'operations',
    sizes: [1, 10, 50].map((n) => n * operationCount),
    measure: measureBuild,
  },
  {
    title: 'Checking larger contracts',
    unit: 'operations',
    sizes: [1, 10, 50].map((n) => n * operationCount),
    measure: measureCheck,
  },
  {
    title: 'Starting a sandbox with more entries, and listing these entries',
    unit: 'entries',
    sizes: [1_000, 10_000, 100_000],
    measure: measureEntryList,
  },
];

export async function run({ extent, say }: BenchContext): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const { title, unit, sizes, measure } of growthMeasurements) {
    const points: [size: number, value: number][] = [];
    const subjects: BenchSubject[] = [];
    for (const size of sizes.slice(0, { whole: 3, quick: 2, smoke: 1 }[extent])) {
      const name = `${size.toLocaleString('en')} ${unit}`;
      say(`${title}: ${name}`);
      try {
        const value = await measure(size);
        points.push([size, value]);
        subjects.push({ name, kind: 'ours', values: [value] });
      } catch (error) {
        subjects.push({ name, kind: 'ours', values: [], error: errorText(error) });
      }
    }
    const value = exponentOf(points);
    const target = { ...(Number.isFinite(value) && { value }), relation: 'at most' as const, bound: 1.1 };
    comparisons.push({ title, unit: 'ms', better: 'less', subjects, target });
  }
  return comparisons;
}

/**
 * The exponent of growth: 1 if twice the size takes twice as much, 2 if it takes four times as much. It is the slope of
 * the best-fitting line through the logarithms; NaN for fewer than two points.
 */
export function exponentOf(points: readonly (readonly [size: number, value: number])[]): number {
  const logPoints = points.map(([size, value]) => [Math.log(size), Math.log(value)] as const);
  const mean = (axis: 0 | 1): number => logPoints.reduce((sum, point) => sum + point[axis], 0) / logPoints.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = logPoints.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logPoints.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

function writeContract(size: number): string {
  const file = join(createBenchFolder(), 'contract.json');
  writeFileSync(file, JSON.stringify(enlargeContract(contract, size / operationCount)));
  return file;
}

/**
 * Measures all generators that are our own code, but not linting and the reference page, since third-party programs do
 * that work.
 */
async function measureBuild(size: number): Promise<number> {
  const program = join(project, 'scripts/bench/programs/generators.ts');
  const args = ['--import', 'tsx', program, writeContract(size)];
  const { status, stdout, stderr } = await runCommand(process.execPath, args, { timeout: 1_800_000 });
  if (status !== 0) throw new Error(`The program generators.ts ended with exit code ${status}: ${stderr}`);
  return Number(stdout);
}

/** Measures a check of a server without any resources. */
async function measureCheck(size: number): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not found."}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = ['--contract', writeContract(size), '--include', 'named,inferred'];
    // The exit code is 3, since no operation succeeds without resources, or 1 if the check has a finding.
    return (await runCheck(url, args, [1, 3])).result.processorTime;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function measureEntryList(size: number): Promise<number> {
  const program = join(project, 'scripts/bench/programs/listed-entries.ts');
  const args = ['--import', 'tsx', program, await getCommandPath(), String(size)];
  const { status, processorTime, stderr } = await runCommand(process.execPath, args, { timeout: 600_000 });
  if (status !== 0) throw new Error(`The program listed-entries.ts ended with exit code ${status}: ${stderr}`);
  return processorTime;
}

/** A contract with copies of all operations, each with its own paths and schemas, like other kinds of resources. */
function enlargeContract(document: OpenApiDocument, copyCount: number): OpenApiDocument {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (let copy = 0; copy < copyCount; copy++) {
    const suffix = copy === 0 ? '' : `Copy${copy}`;
    const text = JSON.stringify({ paths: document.paths, schemas: document.components['schemas'] })
      .replaceAll(/("\$ref":"#\/components\/schemas\/\w+)"/g, `$1${suffix}"`)
      .replaceAll(/("operationId":"\w+)"/g, `$1${suffix}"`);
    const content = JSON.parse(text) as { paths: object; schemas: object };
    for (const [path, item] of Object.entries(content.paths))
      paths[copy === 0 ? path : path.replace('/v1alpha/', `/v1alpha/copy${copy}/`)] = item;
    for (const [name, schema] of Object.entries(content.schemas)) schemas[`${name}${suffix}`] = schema;
  }
  return { ...document, paths, components: { ...document.components, schemas } } as OpenApiDocument;
}
