import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { type Ended, runProgram, startProgram } from '../run-program.js';

export interface Running {
  child: ChildProcess;
  url: string;
  output: string;
  /** The output so far. */
  said: { stdout: string; stderr: string };
}

/** Starts the command, and waits until it has printed how to call it. */
export async function startCommand(cli: string, ...args: string[]): Promise<Running> {
  const {
    child,
    said,
    waitFor: untilPrinted,
  } = startProgram(process.execPath, [cli, 'sandbox', '--port', '0', ...args]);
  const printedText = await untilPrinted(/^curl .*\n/m);
  return { child, said, output: printedText, url: /http:\S+/.exec(printedText)?.[0] ?? '' };
}

/** Runs the command until it ends. */
export function runCommand(cli: string, ...args: string[]): Promise<Ended> {
  return runProgram(process.execPath, [cli, 'sandbox', ...args]);
}

export async function stopCommand(
  { child }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<[number | null, string | null]> {
  const closeEvent = once(child, 'close');
  child.kill(signal);
  return (await closeEvent) as [number | null, string | null];
}

export interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends requests that `fetch` cannot send: with any header, a body in chunks without a length, an unchanged path. */
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
