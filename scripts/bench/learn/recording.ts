import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckReport } from '../../check/model/report.js';
import type { ReportedExchange } from '../../check/model/reported-exchange.js';
import { defaultKey } from '../../sandbox/sandbox.js';
import { measuredCommand } from '../frame/measured-command.js';
import { benchFolder, ourCommand } from '../frame/our-programs.js';
import { startServer } from '../frame/server-process.js';

/** What a check of the sandbox has sent and received. */
export async function recorded(): Promise<readonly ReportedExchange[]> {
  const command = await ourCommand();
  const server = await startServer([command, 'sandbox', '--port', '0'], /http:\/\/127\.0\.0\.1:\d+/);
  try {
    const folder = benchFolder();
    const report = join(folder, 'report.json');
    const args = [command, 'check', server.found, '--exchanges', '--report', `json=${report}`];
    const env = { DIRECTORY_API_KEY: defaultKey };
    const { status, stderr } = await measuredCommand(process.execPath, args, { cwd: folder, env });
    if (status !== 0) throw new Error(`The check to be recorded ended with exit code ${status}: ${stderr}`);
    return (JSON.parse(readFileSync(report, 'utf8')) as CheckReport).exchanges ?? [];
  } finally {
    await server.stop();
  }
}

/**
 * Writes a HAR of so many megabytes: the reads of a run, again and again, with other ids of the resources each time.
 */
export async function writeRecording(
  path: string,
  exchanges: readonly ReportedExchange[],
  megabytes: number,
): Promise<void> {
  const reads = exchanges.filter(({ kind }) => kind === 'read' || kind === 'href');
  const entries = reads.map(browserEntry);
  if (entries.length === 0) throw new Error('The run of the check has no reads.');
  const out = createWriteStream(path);
  out.write('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[');
  let size = 0;
  for (let turn = 0; size < megabytes * 1e6; turn++) {
    const begin = turn.toString(16).padStart(8, '0');
    const other = entries.map((entry) => entry.replaceAll(/[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-)/g, begin));
    const part = `${turn === 0 ? '' : ','}${other.join(',')}`;
    size += part.length;
    if (!out.write(part)) await once(out, 'drain');
  }
  out.end(']}}');
  await once(out, 'finish');
}

/** An entry as a browser writes it. */
function browserEntry({ time, request, response }: ReportedExchange): string {
  const headers = {
    'User-Agent': 'x'.repeat(115),
    'sec-ch-ua': 'x'.repeat(45),
    authorization: `Bearer ${'x'.repeat(40)}`,
  };
  const shorter = ['Accept-Encoding', 'Accept-Language', 'Connection', 'Host', 'Origin', 'Referer', 'Sec-Fetch-Dest'];
  const few = ['Sec-Fetch-Mode', 'Sec-Fetch-Site', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'];
  const sent = [...Object.entries(headers), ...[...shorter, ...few].map((name) => [name, 'x'.repeat(16)])];
  const usual = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: 659 };
  return JSON.stringify({
    pageref: 'page@3567b6b993548d9db3344569e4186d3a',
    startedDateTime: '2026-11-23T09:41:52.022Z',
    time,
    request: {
      ...request,
      ...usual,
      headers: [...request.headers, ...sent.map(([name, value]) => ({ name, value }))],
      queryString: [],
      bodySize: 0,
    },
    response: { ...response, ...usual, statusText: 'OK', bodySize: -1, redirectURL: '', _transferSize: -1 },
    cache: {},
    timings: { dns: -1, connect: -1, ssl: -1, send: 0, wait: 12, receive: 3 },
    serverIPAddress: '127.0.0.1',
    _serverPort: 41031,
  });
}
