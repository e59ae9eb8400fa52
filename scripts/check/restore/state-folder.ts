import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { targetOf } from '../transport/target.js';

/** Returns the folder of all journals: in `$XDG_STATE_HOME`, or in `~/.local/state` if that is not set. */
export function stateHome(environment: NodeJS.ProcessEnv = process.env): string {
  const home = environment['XDG_STATE_HOME'];
  // A relative path counts as not set (XDG Base Directory Specification).
  return join(home && isAbsolute(home) ? home : join(homedir(), '.local', 'state'), 'directory-contract');
}

/** Names and addresses of this machine, which all lead to the same server at a port. */
const thisMachine = /^(localhost\.?|\[::1\]|\[::ffff:7f00:1\])$/;

/** Returns the folder of a target. Different spellings of an address are the same target. */
export function stateFolder(baseUrl: string, home: string): string {
  const url = new URL(targetOf(baseUrl).baseUrl);
  url.hostname = url.hostname.replace(thisMachine, '127.0.0.1').replace(/\.$/, '');
  const host = url.hostname;
  const name = host.replace(/[^\w.-]/g, '_').slice(0, 60);
  const whole = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return join(home, `${name}-${createHash('sha256').update(whole).digest('hex').slice(0, 16)}`);
}

/** Returns the folders of all targets that a run has ever written to. */
export function stateFolders(home: string): string[] {
  if (!existsSync(home)) return [];
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(home, name))
    .sort();
}
