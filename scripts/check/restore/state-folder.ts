import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { UsageError } from '../../text/usage-error.js';
import { targetOf } from '../transport/target.js';

/** Returns the folder of all journals: in `$XDG_STATE_HOME`, or in `~/.local/state` if that is not set. */
export function stateHome(environment: NodeJS.ProcessEnv = process.env): string {
  const home = environment['XDG_STATE_HOME'];
  // A relative path counts as not set (XDG Base Directory Specification).
  return join(home && isAbsolute(home) ? home : join(homedir(), '.local', 'state'), 'directory-contract');
}

/** Names and addresses of this machine, which all lead to the same server at a port. */
const thisMachine = /^(localhost\.?|\[::1\]|\[::ffff:7f00:1\])$/;

/** Returns an address in the one spelling that all spellings of it have in common. */
export function oneSpelling(baseUrl: string): URL {
  const url = new URL(targetOf(baseUrl).baseUrl);
  url.hostname = url.hostname.replace(thisMachine, '127.0.0.1').replace(/\.$/, '');
  return url;
}

/** Returns the folder of a target. Different spellings of an address are the same target. */
export function stateFolder(baseUrl: string, home: string): string {
  const url = oneSpelling(baseUrl);
  const host = url.hostname;
  const name = host.replace(/[^\w.-]/g, '_').slice(0, 60);
  const whole = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return join(home, `${name}-${createHash('sha256').update(whole).digest('hex').slice(0, 16)}`);
}

/** Returns the folders of all targets that a run has ever written to. @throws UsageError if others can add some */
export function stateFolders(home: string): string[] {
  refuseUnsafe(home);
  if (!existsSync(home)) return [];
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(home, name))
    .sort();
}

/**
 * Makes sure that nobody else can put a journal into a folder, if it exists: that would decide where `undo` sends the
 * key. Where the system knows no users, only links are refused.
 *
 * @param folder of all journals, or of a target
 * @throws UsageError if it is a link, if other users can write to it, or if it belongs to one of them
 */
export function refuseUnsafe(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return;
  const user = process.geteuid?.();
  const refuse = (what: string, next: string): never => {
    throw new UsageError(
      `The folder for journals, ${folder}, ${what}: a journal in it may be from somebody else, and undo sends what ` +
        `it says. Nothing was sent. ${next}, or set XDG_STATE_HOME to a folder of your own.`,
    );
  };
  if (stats.isSymbolicLink()) refuse('is a symbolic link', 'Replace it by a folder');
  if (user === undefined) return;
  // Also for root, whose key a folder of somebody else would get.
  if (stats.uid !== user) refuse(`belongs to another user (${stats.uid})`, 'Run the command as that user');
  if ((stats.mode & 0o022) !== 0)
    refuse(
      `can be written to by other users (its mode is ${(stats.mode & 0o777).toString(8)})`,
      `If all of it is yours, run "chmod go-w ${folder}"`,
    );
}
