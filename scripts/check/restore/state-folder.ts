import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { targetOf } from '../transport/target.js';

/** Where the journals of all targets are: below `$XDG_STATE_HOME`, which is `~/.local/state` where it is not set. */
export function stateHome(environment: NodeJS.ProcessEnv = process.env): string {
  const home = environment['XDG_STATE_HOME'];
  // A path that is not absolute counts as not set (XDG Base Directory Specification).
  return join(home && isAbsolute(home) ? home : join(homedir(), '.local', 'state'), 'directory-contract');
}

/** Names and addresses by which this machine is called, all of which lead to the same server at a port. */
const thisMachine = /^(localhost\.?|\[::1\]|\[::ffff:7f00:1\])$/;

/** The folder of one target: two spellings of one address are one target. */
export function stateFolder(baseUrl: string, home: string): string {
  const url = new URL(targetOf(baseUrl).baseUrl);
  url.hostname = url.hostname.replace(thisMachine, '127.0.0.1').replace(/\.$/, '');
  const host = url.hostname;
  const name = host.replace(/[^\w.-]/g, '_').slice(0, 60);
  const whole = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return join(home, `${name}-${createHash('sha256').update(whole).digest('hex').slice(0, 16)}`);
}

/** The folders of all targets that anything was ever written to. */
export function stateFolders(home: string): string[] {
  if (!existsSync(home)) return [];
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(home, name))
    .sort();
}
