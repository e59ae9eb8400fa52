import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { project } from '../../frame/our-programs.js';
import { npmPeer } from '../../frame/peers.js';
import { type Recorded, replayed } from '../replayed.js';
import type { Tester } from '../tester.js';
import { recordingOf } from './schemathesis.js';

/** How long it may take until it listens. */
const startLimit = 120_000;

interface Violation {
  location: string[];
  code: string;
  message: string;
}

/** @throws Error that says why it is missing */
export function prism(recordings: string): Tester {
  const { version, bin } = npmPeer('@stoplight/prism-cli', project);
  /** Requests to which it never responds, by service; it would only be waited for again. */
  const unanswered = new Map<string, ReadonlySet<number>>();
  return {
    name: `Prism proxy ${version}`,
    kind: 'peer',
    note:
      'sent the requests of the first Schemathesis run; violations of responses from its header: with `--errors` ' +
      'it would answer invalid requests itself',
    seeds: [0],
    async run({ service, contract, url }, { isAccepting }) {
      const file = recordingOf(recordings, service);
      if (!existsSync(file)) throw new Error('Its requests come from Schemathesis, which has recorded none.');
      const { log } = JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: Recorded[] } };
      const port = await freePort();
      const child = spawn(
        process.execPath,
        [
          bin('prism'),
          'proxy',
          '--host',
          '127.0.0.1',
          '--port',
          String(port),
          '--verboseLevel',
          'silent',
          contract,
          url,
        ],
        { stdio: 'ignore' },
      );
      try {
        await listening(port);
        const proxy = `http://127.0.0.1:${port}`;
        const { responses, silent } = await replayed(proxy, log.entries, unanswered.get(service));
        if (isAccepting) unanswered.set(service, silent);
        return { failures: [...new Set(responses.flatMap(violationsOf))] };
      } finally {
        child.kill();
      }
    },
  };
}

function violationsOf({ method, status, headers }: { method: string; status: number; headers: NodeJS.Dict<unknown> }) {
  const found = headers['sl-violations'];
  if (typeof found !== 'string') return [];
  return (JSON.parse(found) as Violation[])
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, code }) => `${method} ${status} ${location.join('.').replace(/\d+/g, '#')} ${code}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listening(port: number): Promise<void> {
  for (const end = performance.now() + startLimit; performance.now() < end; await setTimeout(100)) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
  }
  throw new Error(`Prism did not listen within ${startLimit / 1000} s.`);
}
