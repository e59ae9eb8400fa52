// How processor time grows with the size of the contract, of the state and of a run.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contract } from '../../generated/contract.js';
import type { OpenApiDocument } from '../contract/document.js';
import { type BenchContext, type Comparison, type Subject, sentence } from './frame/measure.js';
import { runCommand } from './frame/processes.js';
import { benchFolder, ourCommand, project } from './frame/programs.js';
import { runCheck } from './frame/sandbox.js';

/** Something that is measured at several sizes. */
interface Growth {
  title: string;
  /** What is counted: "operations". */
  of: string;
  sizes: readonly number[];
  /** Milliseconds of processor time. */
  measure(size: number): Promise<number>;
}

const operations = Object.values(contract.paths).flatMap((item) => Object.keys(item as object)).length;

const growths: readonly Growth[] = [
  {
    title: 'Build of larger contracts',
    of: 'operations',
    sizes: [1, 10, 50].map((n) => n * operations),
    measure: build,
  },
  {
    title: 'Check of larger contracts',
    of: 'operations',
    sizes: [1, 10, 50].map((n) => n * operations),
    measure: check,
  },
  {
    title: 'Start of a sandbox with more entries, and the list of them',
    of: 'entries',
    sizes: [1_000, 10_000, 100_000],
    measure: list,
  },
];

export async function run({ extent, say }: BenchContext): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const { title, of, sizes, measure } of growths) {
    const points: [size: number, value: number][] = [];
    const subjects: Subject[] = [];
    for (const size of sizes.slice(0, { whole: 3, quick: 2, smoke: 1 }[extent])) {
      const name = `${size.toLocaleString('en')} ${of}`;
      say(`${title}: ${name}`);
      try {
        const value = await measure(size);
        points.push([size, value]);
        subjects.push({ name, kind: 'ours', values: [value] });
      } catch (error) {
        subjects.push({ name, kind: 'ours', values: [], error: sentence(error) });
      }
    }
    const value = exponentOf(points);
    const target = { ...(Number.isFinite(value) && { value }), wanted: 'at most' as const, bound: 1.1 };
    comparisons.push({ title, unit: 'ms', better: 'less', subjects, target });
  }
  return comparisons;
}

/**
 * With which power of the size the values grow: 1 if twice the size takes twice as much, 2 if it takes four times as
 * much. The slope of the line through the logarithms that fits best; NaN for fewer than two points.
 */
export function exponentOf(points: readonly (readonly [size: number, value: number])[]): number {
  const places = points.map(([size, value]) => [Math.log(size), Math.log(value)] as const);
  const mean = (part: 0 | 1): number => places.reduce((sum, place) => sum + place[part], 0) / places.length;
  const [middle, height] = [mean(0), mean(1)];
  const rise = places.reduce((sum, [x, y]) => sum + (x - middle) * (y - height), 0);
  return rise / places.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
}

function fileFor(size: number): string {
  const file = join(benchFolder(), 'contract.json');
  writeFileSync(file, JSON.stringify(largerContract(contract, size / operations)));
  return file;
}

/** Everything that the build makes itself, without the programs of others that lint and make the reference. */
async function build(size: number): Promise<number> {
  const program = join(project, 'scripts/bench/programs/generators.ts');
  const args = ['--import', 'tsx', program, fileFor(size)];
  const { status, stdout, stderr } = await runCommand(process.execPath, args, { timeout: 1_800_000 });
  if (status !== 0) throw new Error(`It ended with exit code ${status}: ${stderr}`);
  return Number(stdout);
}

/** A check of a server where nothing exists. */
async function check(size: number): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not found."}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = ['--contract', fileFor(size), '--include', 'named,inferred'];
    // It ends with 3, since no operation succeeds where nothing exists, or with 1 for a finding.
    return (await runCheck(url, args, [1, 3])).result.processor;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function list(size: number): Promise<number> {
  const program = join(project, 'scripts/bench/programs/listed-entries.ts');
  const args = ['--import', 'tsx', program, await ourCommand(), String(size)];
  const { status, processor, stderr } = await runCommand(process.execPath, args, { timeout: 600_000 });
  if (status !== 0) throw new Error(`It ended with exit code ${status}: ${stderr}`);
  return processor;
}

/**
 * A contract with so many times the operations, each below a path of its own and with schemas of its own, as that of a
 * service that has so many times the resources.
 */
function largerContract(document: OpenApiDocument, times: number): OpenApiDocument {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (let copy = 0; copy < times; copy++) {
    const suffix = copy === 0 ? '' : `Copy${copy}`;
    const text = JSON.stringify({ paths: document.paths, schemas: document.components['schemas'] })
      .replaceAll(/("\$ref":"#\/components\/schemas\/\w+)"/g, `$1${suffix}"`)
      .replaceAll(/("operationId":"\w+)"/g, `$1${suffix}"`);
    const renamed = JSON.parse(text) as { paths: object; schemas: object };
    for (const [path, item] of Object.entries(renamed.paths))
      paths[copy === 0 ? path : path.replace('/v1alpha/', `/v1alpha/copy${copy}/`)] = item;
    for (const [name, schema] of Object.entries(renamed.schemas)) schemas[`${name}${suffix}`] = schema;
  }
  return { ...document, paths, components: { ...document.components, schemas } } as OpenApiDocument;
}
