// Measures the packaged "learn". From a server: its time against that of "check" with the same reads, each in turn on
// one sandbox. From a file: the time and the peak memory for a HAR of 1 GB, in which the ids of resources differ.
//   [rounds, 5 by default] [megabytes of the HAR, 1000 by default]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportedExchange } from '../check/model/reported-exchange.js';
import { table } from '../text/progress.js';
import { check, environment, folder, makePrograms, program, startSandbox } from './check-programs.js';
import { median, misses, verdict } from './figures.js';

const rounds = Number(process.argv[2] ?? 5);
const megabytes = Number(process.argv[3] ?? 1000);
const peak = join(folder, 'peak');
const meter = join(folder, 'meter.mjs');

interface Spent {
  milliseconds: number;
  /** Bytes. */
  peak: number;
}

/** Runs a command in an empty folder. */
async function run(args: readonly string[]): Promise<Spent> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', meter, program('cli.js'), ...args], {
    cwd: folder,
    env: environment,
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
  return { milliseconds: performance.now() - begin, peak: Number(readFileSync(peak, 'utf8')) };
}

async function againstCheck(url: string): Promise<string[][]> {
  const commands = [
    ['check', '--base-url', url],
    ['learn', '--base-url', url],
  ];
  const times = commands.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, command] of commands.entries()) times[index]?.push((await run(command)).milliseconds);
  const [checks = 0, learns = 0] = times.map(median);
  const value = learns / checks;
  return [
    ['check with reads', `${(checks / 1000).toFixed(1)} s`, '', ''],
    ['learn with reads', `${(learns / 1000).toFixed(1)} s`, '', ''],
    verdict('learn against check', { value, shown: `${value.toFixed(2)} times`, wanted: 'at most', target: 3 }),
  ];
}

/** Writes a HAR of the reads of a run, again and again with other ids. */
async function recording(url: string): Promise<string> {
  const { exchanges = [] } = await check(url, ['--exchanges']);
  const entries = exchanges.filter(({ kind }) => kind === 'read' || kind === 'href').map(browserEntry);
  const path = join(folder, 'traffic.har');
  const out = createWriteStream(path);
  out.write('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[');
  let size = 0;
  for (let turn = 0; size < megabytes * 1e6; turn++) {
    const begin = turn.toString(16).padStart(8, '0');
    const other = entries.map((entry) => entry.replaceAll(/[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-)/g, begin));
    const text = `${turn === 0 ? '' : ','}${other.join(',')}`;
    size += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end(']}}');
  await once(out, 'finish');
  return path;
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

async function fromFile(url: string): Promise<string[][]> {
  const path = await recording(url);
  const { milliseconds, peak: most } = await run(['learn', '--har', path]);
  const [seconds, memory] = [milliseconds / 1000, most / 2 ** 20];
  return [
    verdict(`a HAR of ${megabytes} MB`, {
      value: seconds,
      shown: `${seconds.toFixed(1)} s`,
      wanted: 'at most',
      target: 60,
      unit: ' s',
    }),
    verdict('its peak memory', {
      value: memory,
      shown: `${Math.round(memory)} MB`,
      wanted: 'at most',
      target: 400,
      unit: ' MB',
    }),
  ];
}

let stop = (): void => {};
try {
  await makePrograms();
  writeFileSync(
    meter,
    `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS * 1024)));`,
  );
  const { child, url } = await startSandbox();
  stop = () => void child.kill();
  const rows = [...(await againstCheck(url)), ...(await fromFile(url))];
  process.stdout.write(`${table([[`median of ${rounds}`, '', 'wanted', ''], ...rows], [1, 2])}\n`);
} finally {
  stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = misses.length > 0 ? 1 : 0;
