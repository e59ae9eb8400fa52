import { join } from 'node:path';
import { startMock } from '../../mock/index.js';
import { defaultKey } from '../../sandbox/sandbox.js';
import type { BenchContext, Subject } from '../frame/comparison.js';
import { ourCommand, project } from '../frame/our-programs.js';
import { npmPeer, peersFolder, withVersion } from '../frame/peers.js';
import { type ServerProcess, startServer } from '../frame/server-process.js';

export const headers = { Authorization: defaultKey, 'Content-Type': 'application/json' };

/** A server that answers requests for an entry. */
export interface Served extends Pick<Subject, 'name' | 'kind' | 'note'> {
  start(): Promise<Running>;
}

export interface Running {
  /** The address of the entry. */
  url: string;
  /** The process whose time can be looked at. */
  pid?: number | undefined;
  stop(): Promise<void>;
}

const running = ({ child, stop }: ServerProcess, url: string): Running => ({ url, pid: child.pid, stop });

export const sandbox: Served = {
  name: 'directory-contract sandbox',
  kind: 'ours',
  async start() {
    const args = [await ourCommand(), 'sandbox', '--port', '0'];
    const server = await startServer(args, /http\S+\/entries\/partners\/\S+\/$/m);
    return running(server, server.found);
  },
};

/** Prism, at the same path. */
export const prism = (path: string): Served => ({
  name: `Prism ${npmPeer('@stoplight/prism-cli', project).version}`,
  kind: 'peer',
  note: 'stores nothing; without its log',
  async start() {
    const mock = await startMock();
    return { url: mock.url + path, stop: () => mock.close() };
  },
});

/** The servers that the sandbox is compared with, for the entry at a path. */
export function others(extent: BenchContext['extent'], path: string, entry: object): Served[] {
  const served = (kind: string) => async (): Promise<Running> => {
    const given = JSON.stringify({ path, entry, peers: peersFolder });
    const program = join(project, 'scripts/bench/sandbox/servers.ts');
    const server = await startServer(['--import', 'tsx', program, kind, given], /http:\/\/\S+/);
    return running(server, server.found + path);
  };
  const peers: Served[] = [
    {
      name: `${withVersion('msw')} with @mswjs/http-middleware`,
      kind: 'peer',
      note: 'two handlers for the entry, which check nothing',
      start: served('msw'),
    },
    {
      name: withVersion('json-server'),
      kind: 'peer',
      note: 'in memory, without its log; checks nothing',
      start: served('json-server'),
    },
  ];
  const limit: Served = { name: 'node:http alone', kind: 'limit', start: served('bare') };
  return [prism(path), ...(extent === 'smoke' ? [] : peers), limit];
}
