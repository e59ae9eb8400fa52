// Starts a service, checks it once, and stops it, inside a network namespace that has only a loopback interface. The
// arguments: the service, the mode, a folder for data, and the checkout of the check.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { install } from './install.js';
import { start, stop, untilReady, waitForEnd } from './programs.js';
import { filesOf } from './run-service.js';
import type { Mode, Service } from './service.js';
import { commandAt, services } from './services.js';

/** Limits in seconds for the start of the service, and for a check. */
const patience = { start: 180, check: 300 };
const port = 4080;
const origin = `http://127.0.0.1:${port}`;

/** Sets up the loopback of a new namespace with Python, since some machines lack the usual program for it. */
const loopbackUp = [
  'import fcntl, socket, struct',
  'set_flags, up = 0x8914, 1',
  "fcntl.ioctl(socket.socket(), set_flags, struct.pack('16sh14x', b'lo', up))",
].join('\n');

/** Writes the document of the service to a file, and returns its path. */
async function documentOf(service: Service, mode: Mode, key: string | undefined): Promise<string> {
  const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` };
  const response = await fetch(`${origin}${service.document}`, { headers });
  if (!response.ok) throw new Error(`${service.document} answers ${response.status}.`);
  // The document may be JSON, which is also valid YAML.
  const document = parse(await response.text());
  service.mend?.(document);
  const { document: file } = filesOf(service, mode);
  writeFileSync(file, JSON.stringify(document, undefined, 1));
  return file;
}

/** Returns the command line of the check. */
function checkOf({ base = '', flags = [] }: Service, mode: Mode, document: string, checkout: string): string[] {
  const writes = mode === 'reads' ? ['none'] : ['disposable', '--include', 'named,inferred'];
  return [
    ...[process.execPath, '--import', import.meta.resolve('tsx'), join(checkout, 'scripts/cli.ts'), 'check'],
    ...['--base-url', `${origin}${base}`, '--contract', document, '--writes', ...writes, '--seed', '0'],
    ...['--max-time', String(patience.check), '--exchanges', ...flags],
  ];
}

async function runInside(service: Service, mode: Mode, data: string, checkout: string): Promise<void> {
  execFileSync('python3', ['-c', loopbackUp]);
  const location = { installed: install(service), data, port };
  const files = filesOf(service, mode);
  for (const command of service.prepare ?? [])
    if ((await waitForEnd(start(commandAt(command, location), data, files.log), patience.start)) !== 0)
      throw new Error('It was not prepared.');
  const server = start(commandAt(service.serve, location), data, files.log);
  try {
    await untilReady(`${origin}${service.ready}`, server, patience.start);
    const key = await service.key?.(location);
    const args = checkOf(service, mode, await documentOf(service, mode, key), checkout);
    const home = join(data, 'home-of-the-check');
    mkdirSync(home);
    // The check needs a key if the document has a scheme for a key, even if the service does not use it.
    const environment = { DIRECTORY_API_KEY: key ?? 'nobody-asks-for-this-key' };
    const check = start({ args: [...args, '--report', `json=${files.report}`], environment }, home, files.said);
    await waitForEnd(check, 2 * patience.check);
  } finally {
    stop(server);
  }
}

const [name, mode = 'reads', data = '', checkout = ''] = process.argv.slice(2);
const service = services.find((otherService) => otherService.name === name);
if (service === undefined) throw new Error(`There is no service ${name}.`);
await runInside(service, mode as Mode, data, checkout);
// This process is the first of its namespace, so its end also ends programs outside the service's process group.
process.exit();
