// What a typed client costs a user's compiler: time, memory and instantiations of a program with ten calls.
import { join } from 'node:path';
import { sentence } from './frame/alternating.js';
import { byFigure, type Figure, type Row } from './frame/by-figure.js';
import type { BenchContext, Comparison } from './frame/comparison.js';
import { measuredCommand } from './frame/measured-command.js';
import { project } from './frame/our-programs.js';
import { npmPeer } from './frame/peers.js';
import { type Client, clients, projectWith, versionOf } from './types/clients.js';
import { type Diagnostics, diagnosticsIn } from './types/diagnostics.js';

interface Compiled extends Row<Diagnostics> {
  folder?: string;
}

const allowed = 1.1;

export async function run({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const chosen = extent === 'smoke' ? clients.filter(({ kind }) => kind === 'ours') : clients;
  const all: Compiled[] = [];
  for (const client of chosen) {
    say(`making ${client.name}`);
    all.push(await prepared(client));
  }
  for (let round = 0; round < rounds; round++)
    for (const compiled of all) {
      if (compiled.folder === undefined || compiled.error !== undefined) continue;
      say(`${compiled.name}, run ${round + 1} of ${rounds}`);
      try {
        compiled.runs.push(await compile(compiled.folder));
      } catch (error) {
        compiled.error = sentence(error);
      }
    }
  return comparisonsOf(all);
}

async function prepared(client: Client): Promise<Compiled> {
  const { name, kind } = client;
  try {
    const folder = await projectWith(client);
    return { name: kind === 'ours' ? name : `${name} ${versionOf(client)}`, kind, runs: [], folder };
  } catch (error) {
    return { name, kind, runs: [], error: sentence(error) };
  }
}

async function compile(folder: string): Promise<Diagnostics> {
  const compiler = join(npmPeer('typescript', project).folder, 'bin/tsc');
  const args = [compiler, '--project', folder, '--extendedDiagnostics', '--pretty', 'false'];
  const { status, stdout } = await measuredCommand(process.execPath, args, { cwd: folder });
  if (status !== 0) throw new Error(`The program does not compile: ${stdout.split('\n')[0] ?? ''}`);
  return diagnosticsIn(stdout);
}

const figures: readonly Figure<Diagnostics>[] = [
  { title: 'Time of the compiler', unit: 'ms', of: ({ milliseconds }) => milliseconds },
  { title: 'Memory of the compiler', unit: 'bytes', of: ({ memory }) => memory },
  { title: 'Instantiations of types', unit: 'count', of: ({ instantiations }) => instantiations },
];

function comparisonsOf(all: readonly Compiled[]): Comparison[] {
  const measures =
    'A program that makes ten calls and reads fields of what they return, checked by TypeScript ' +
    `${npmPeer('typescript', project).version} as \`tsc --init\` sets it up (strict, skipLibCheck), as ` +
    '`--extendedDiagnostics` reports it. Ours and openapi-typescript are declarations; the others are code in the ' +
    "user's project, which the compiler checks as well.";
  return byFigure(all, figures, measures, allowed);
}
