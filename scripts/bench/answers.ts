// Measures what answers add to the start of "check", "sandbox" and "spec" of the packaged command: processor time, with
// 2, 12 and all answers, each in turn with the same command without answers. The figures are medians, and their ratio.
//   [rounds, 15 by default]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../../generated/contract.js';
import { bundlePrograms } from '../build/package/programs.js';
import { defaultKey } from '../sandbox/sandbox.js';
import { table } from '../text/progress.js';
import { median, misses, verdict } from './figures.js';

const rounds = Number(process.argv[2] ?? 15);
const project = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));
const used = join(folder, 'used');
/** Writes the processor time of a process, in milliseconds, when it ends. */
const meter = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(${JSON.stringify(used)}, String((user + system) / 1000));
});`;

/** Some that many teams need, which change much of the contract. */
const usual = [
  ...['auth.scheme-prefix', 'lists.envelope', 'auth.refusal-status', 'errors.body', 'the-service.name'],
  ...['partner-entry.nullability', 'partner-entry.required', 'partner-entry.fields', 'colour.digits'],
  ...['request.body-required', 'partner-entry.status-values', 'operations.success-status'],
];

/** A file with the example answer of each of these questions. */
function fileWith(ids: readonly string[]): string {
  const answers = (contract['x-unknowns'] ?? [])
    .filter(({ id }) => ids.includes(id))
    .map(({ id, answer = 'text' }) => {
      const [value] = answer === 'text' ? ['A text.'] : (answer['examples'] as unknown[]);
      return [id, { value }];
    });
  const file = join(folder, `${answers.length}.answers.yaml`);
  writeFileSync(file, JSON.stringify({ answers: Object.fromEntries(answers) }));
  return file;
}

/** The processor time of a command, in milliseconds; a sandbox is stopped when it listens. */
async function time(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', join(folder, 'meter.mjs'), join(folder, 'dist/cli.js'), ...args], {
    cwd: folder,
    env: { ...process.env, DIRECTORY_API_KEY: defaultKey },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.on('data', () => args[0] === 'sandbox' && child.kill());
  await once(child, 'close');
  return Number(readFileSync(used, 'utf8'));
}

const refusing = createServer((_, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
try {
  await once(refusing, 'listening');
  for (const name of ['generated', 'package.json', 'node_modules'])
    symlinkSync(join(project, name), join(folder, name));
  await bundlePrograms(join(folder, 'dist'));
  writeFileSync(join(folder, 'meter.mjs'), meter);
  const all = (contract['x-unknowns'] ?? []).map(({ id }) => id);
  const files = [usual.slice(0, 2), usual, all].map((ids) => [ids.length, fileWith(ids)] as const);
  const commands = [
    ['check', '--base-url', `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`],
    ['sandbox', '--port', '0'],
    ['spec'],
  ];
  const rows: string[][] = [];
  for (const command of commands) {
    const times = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++)
      for (const file of ['', ...files.map(([, each]) => each)]) {
        const chosen = file === '' ? ['--no-answers'] : ['--answers', file];
        times.set(file, [...(times.get(file) ?? []), await time([...command, ...chosen])]);
      }
    const without = median(times.get('') ?? []);
    rows.push([`${command[0]} without answers`, `${Math.round(without)} ms`, '', '']);
    for (const [count, file] of files) {
      const taught = median(times.get(file) ?? []);
      const shown = `+${Math.round(taught - without)} ms, ${(taught / without).toFixed(2)} times`;
      const name = `${command[0]} with ${count} answers`;
      const row = { value: taught - without, shown, wanted: 'at most', target: 150, unit: ' ms' } as const;
      rows.push(count > usual.length ? [name, shown, '', ''] : verdict(name, row));
    }
  }
  process.stdout.write(`${table([[`median of ${rounds}`, '', 'wanted', ''], ...rows], [1, 2])}\n`);
} finally {
  refusing.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = misses.length > 0 ? 1 : 0;
