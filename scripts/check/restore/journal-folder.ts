import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { flushFolder } from '../../files/line-file.js';
import { makeFolder } from '../../files/whole-file.js';
import { type Claimable, type ClaimHolder, claim, describeHolder, findHolder, readBootId } from '../../system/claim.js';
import { reportOpenWritesAtExit } from '../../system/exit-handler.js';
import { exitCodes } from '../../text/exit-codes.js';
import { UsageError } from '../../text/usage-error.js';
import { targetOf } from '../transport/target.js';
import { Journal, JournalDamage, type JournalState, journalFilePath, readJournal, removeJournal } from './journal.js';

/** Thrown if no write may be sent: the journal of the server is damaged (exit code 6) or in use (7). */
export class StateRefusal extends Error {
  override readonly name = 'StateRefusal';
  readonly exitCode: 6 | 7;

  constructor(exitCode: 6 | 7, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A journal that no other process can use until it is closed. */
export interface OwnJournal {
  journal: Journal;
  /** Closes the journal, and lets other processes write to the server. */
  close(): void;
}

/**
 * Creates the journal of a server for a run that sends writes.
 *
 * @throws StateRefusal if another process writes to the server, or if the writes of an earlier run are not undone
 * @throws UsageError if other users can write to the folder
 */
export async function createJournal(
  folder: string,
  baseUrl: string,
  contract: string,
  isSecret: (text: string) => boolean,
): Promise<OwnJournal> {
  const release = await claimFolder(folder, baseUrl);
  try {
    const oldState = readState(folder);
    const openCount = oldState?.getOpenWrites().length ?? 0;
    if (openCount > 0)
      throw new StateRefusal(
        exitCodes.inUse,
        `An earlier run made ${openCount} ${openCount === 1 ? 'write' : 'writes'} to ${baseUrl} that may not have ` +
          `been undone. Nothing was sent. Run "${undoCommandFor(baseUrl)}" first; add --plan to see what it would do.`,
      );
    removeJournal(folder);
    const journal = new Journal(folder, isSecret);
    journal.append({ kind: 'begin', format: 2, baseUrl, contract, at: Date.now(), boot: readBootId() });
    return toOwnJournal(journal, release, baseUrl);
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens the journal of a server for undo. Returns undefined if the server has no journal. @throws StateRefusal */
export async function openJournal(
  folder: string,
  baseUrl: string,
  isSecret: (text: string) => boolean,
): Promise<OwnJournal | undefined> {
  const release = await claimFolder(folder, baseUrl);
  try {
    if (readState(folder)) return toOwnJournal(new Journal(folder, isSecret), release, baseUrl);
    release();
    return undefined;
  } catch (error) {
    release();
    throw error;
  }
}

/** Reads the journal of a folder. @throws StateRefusal if it is damaged, UsageError if others can write to it */
export function readState(folder: string): JournalState | undefined {
  refuseUnsafePath(folder);
  try {
    return readJournal(folder);
  } catch (error) {
    if (!(error instanceof JournalDamage)) throw error;
    throw new StateRefusal(
      exitCodes.journalDamaged,
      `The journal ${journalFilePath(folder)} is damaged: ${error.message}. Nothing was sent. Check the resources ` +
        `that the journal lists, and correct them yourself. Then delete the folder of the journal.`,
    );
  }
}

/** Returns the error for a journal that names a different server than its folder. That server must not get the key. */
export function wrongServerRefusal(folder: string): StateRefusal {
  return new StateRefusal(
    exitCodes.journalDamaged,
    `The journal ${journalFilePath(folder)} belongs to a different server than its folder. Nothing was sent. If the ` +
      'journal was copied here, move it back. Otherwise delete it.',
  );
}

export function undoCommandFor(baseUrl: string): string {
  return `directory-contract undo --base-url ${baseUrl}`;
}

/** Returns the process that writes to the server of a journal's folder; undefined if no process does. */
export async function findWriter(folder: string): Promise<ClaimHolder | undefined> {
  refuseUnsafePath(folder);
  return findHolder(toClaimable(folder));
}

/** Describes the claim to write to the server of a folder. Only one process at a time can hold it. */
function toClaimable(folder: string): Claimable {
  return { folder, prefix: 'writer' };
}

function refuseUnsafePath(folder: string): void {
  refuseUnsafeFolder(dirname(folder));
  refuseUnsafeFolder(folder);
}

async function claimFolder(folder: string, baseUrl: string): Promise<() => void> {
  refuseUnsafePath(folder);
  const newRoot = makeFolder(folder, 0o700);
  // A new folder is safe on disk only after its parent folder is synced.
  for (let current = folder; newRoot !== undefined && current.length >= newRoot.length; current = dirname(current))
    flushFolder(dirname(current));
  const result = await claim(toClaimable(folder));
  if ('release' in result) return result.release;
  throw new StateRefusal(
    exitCodes.inUse,
    `Another run is writing to ${baseUrl}. Its journal is in use ${describeHolder(result.holder)} Nothing was sent.`,
  );
}

function toOwnJournal(journal: Journal, release: () => void, baseUrl: string): OwnJournal {
  reportOpenWritesAtExit(() => {
    const openCount = journal.state.getOpenWrites().length;
    if (openCount === 0) return undefined;
    const writes = `${openCount} ${openCount === 1 ? 'write' : 'writes'} to ${baseUrl}`;
    return `${writes} may still take effect. To undo any changes, run "${undoCommandFor(baseUrl)}".`;
  });
  const close = (): void => {
    journal.close();
    release();
  };
  return { journal, close };
}

/** Returns the folder of all journals: in `$XDG_STATE_HOME`, or in `~/.local/state` if that is not set. */
export function getStateHome(environment: NodeJS.ProcessEnv = process.env): string {
  const home = environment['XDG_STATE_HOME'];
  // A relative path counts as not set (XDG Base Directory Specification).
  return join(home && isAbsolute(home) ? home : join(homedir(), '.local', 'state'), 'directory-contract');
}

/** Matches host names and addresses of this machine. With the same port, all of them lead to the same server. */
const localHostPattern = /^(localhost\.?|\[::1\]|\[::ffff:7f00:1\])$/;

/** Returns an address in a canonical form, which is the same for different spellings of the address. */
export function normalizeBaseUrl(baseUrl: string): URL {
  const url = new URL(targetOf(baseUrl).baseUrl);
  url.hostname = url.hostname.replace(localHostPattern, '127.0.0.1').replace(/\.$/, '');
  return url;
}

/** Returns the folder for the journal of a server. Different spellings of its address have the same folder. */
export function stateFolderOf(baseUrl: string, home: string): string {
  const url = normalizeBaseUrl(baseUrl);
  const name = url.hostname.replace(/[^\w.-]/g, '_').slice(0, 60);
  const canonicalUrl = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return join(home, `${name}-${createHash('sha256').update(canonicalUrl).digest('hex').slice(0, 16)}`);
}

/** Returns the folders of all servers to which a run has written. @throws UsageError if other users can add folders */
export function listStateFolders(home: string): string[] {
  refuseUnsafeFolder(home);
  if (!existsSync(home)) return [];
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(home, name))
    .sort();
}

/**
 * Refuses a folder into which somebody else can put a journal, since a journal decides where `undo` sends the key. A
 * folder that does not exist is accepted. On a system without user ids, only links are refused.
 *
 * @param folder the folder of all journals, or that of one server
 * @throws UsageError if it is a link, if other users can write to it, or if it belongs to one of them
 */
function refuseUnsafeFolder(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return;
  const user = process.geteuid?.();
  const refuse = (problem: string, advice: string): never => {
    throw new UsageError(
      `The folder for journals, ${folder}, ${problem}. Somebody else may have put a journal there, and "undo" sends ` +
        `the requests that a journal contains. Nothing was sent. ${advice}, or set XDG_STATE_HOME to a folder of ` +
        'your own.',
    );
  };
  if (stats.isSymbolicLink()) refuse('is a symbolic link', 'Replace the link with a folder');
  if (user === undefined) return;
  // This also applies to root. Otherwise a user could put a journal into a folder of their own, and `undo`, if root
  // runs it, would send the API key to a server that this user chose.
  if (stats.uid !== user) refuse(`belongs to another user (${stats.uid})`, 'Run the command as that user');
  if ((stats.mode & 0o022) !== 0)
    refuse(
      `can be written to by other users (its mode is ${(stats.mode & 0o777).toString(8)})`,
      `If everything in the folder is yours, run "chmod go-w ${folder}"`,
    );
}
