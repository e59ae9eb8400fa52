import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contract } from '../../../generated/contract.js';
import { defaultKey } from '../../sandbox/sandbox.js';
import { duration } from '../../text/progress.js';
import { measuredCommand } from '../frame/measured-command.js';
import { benchFolder, ourCommand, project } from '../frame/our-programs.js';
import { type Growing, type Spent, spentBy } from './grown.js';
import { largerContract } from './larger-contract.js';

/** The build and the check of contracts with so many times the operations. */
export function contracts(times: readonly number[]): Growing[] {
  const folder = benchFolder();
  const operations = Object.values(contract.paths).flatMap((item) => Object.keys(item as object)).length;
  const sized = (measure: (file: string) => Promise<Spent>): Growing['sizes'] =>
    times.map((factor) => ({
      name: `${(factor * operations).toLocaleString('en')} operations`,
      size: factor,
      measure() {
        const file = join(folder, `${factor}.json`);
        writeFileSync(file, JSON.stringify(largerContract(contract, factor)));
        return measure(file);
      },
    }));
  return [
    {
      title: 'Build of larger contracts',
      measures:
        'Processor time and memory of making types, client, validators, schemas and pages of contracts with 1, 10 ' +
        'and 50 times the operations and schemas, without the programs of others that lint and make the reference.',
      sizes: sized(build),
    },
    {
      title: 'Check of larger contracts',
      measures:
        'Processor time and memory of a check of all operations of the same contracts, at a server where nothing ' +
        'exists: every request gets 404.',
      sizes: sized(check),
    },
  ];
}

async function build(file: string): Promise<Spent> {
  const program = join(project, 'scripts/bench/growth/generators.ts');
  const ran = await measuredCommand(process.execPath, ['--import', 'tsx', program, file], { timeout: 1_800_000 });
  const { memory = NaN } = spentBy(ran);
  const parts = Object.entries(JSON.parse(ran.stdout) as Record<string, number>);
  return {
    milliseconds: parts.reduce((sum, [, each]) => sum + each, 0),
    memory,
    note: parts.map(([name, each]) => `${name} ${duration(each)}`).join(', '),
  };
}

async function check(file: string): Promise<Spent> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Not found."}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = [await ourCommand(), 'check', url, '--contract', file, '--include', 'named,inferred'];
    const env = { DIRECTORY_API_KEY: defaultKey };
    const ran = await measuredCommand(process.execPath, args, { cwd: benchFolder(), env, timeout: 1_800_000 });
    // It ends with 3, since no operation succeeds where nothing exists, or with 1 for a finding.
    return spentBy({ ...ran, status: [1, 3].includes(ran.status) ? 0 : ran.status });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
