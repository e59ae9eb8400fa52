import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrograms } from '../../scripts/build/package/programs.js';

const folders: string[] = [];
process.once('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder that is there until the end of the process that runs the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  folders.push(folder);
  return folder;
}

/** The command as it is published, in a folder of its own. */
export async function compiledCommand(): Promise<string> {
  const folder = temporaryFolder();
  await bundlePrograms(folder);
  return join(folder, 'cli.js');
}

export interface Running {
  child: ChildProcess;
  url: string;
  printed: string;
}

/** Starts the command and waits until it says how to call it. */
export async function startCommand(cli: string, ...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [cli, 'sandbox', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      if (/^curl .*\n/m.test(printed)) resolve();
    });
    child.once('close', (code) => reject(new Error(`It ended with ${code}: ${printed}${said}`)));
  });
  return { child, printed, url: /http:\S+/.exec(printed)?.[0] ?? '' };
}

/** Runs the command to its end. */
export async function runCommand(
  cli: string,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [cli, 'sandbox', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (part: string) => (text[name] += part));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...text };
}

export async function stopCommand(
  { child }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<[number | null, string | null]> {
  const closed = once(child, 'close');
  child.kill(signal);
  return (await closed) as [number | null, string | null];
}

export interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A request as `fetch` would not send it: any header, a body in pieces without a length, a path as it is. */
export function send(
  url: string,
  {
    method = 'GET',
    path,
    headers = {},
    body = [],
  }: { method?: string; path?: string; headers?: Record<string, string>; body?: Iterable<string | Buffer> },
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers, agent: false, ...(path === undefined ? {} : { path }) },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
        incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
        incoming.once('error', reject);
      },
    );
    outgoing.once('error', reject);
    for (const piece of body) outgoing.write(piece);
    outgoing.end();
  });
}
