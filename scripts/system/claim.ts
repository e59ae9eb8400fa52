import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionError, isOnLocalDisk, listenAt } from './socket-file.js';
import { processSpace, thisMachine } from './this-machine.js';

/** A resource that one process at a time may hold. */
export interface Claimable {
  /** Folder in which each process that asks for it has a socket with its own name. */
  folder: string;
  /** Prefix of the names of these files, and of no others. */
  word: string;
}

/** Another claim, whose process runs, or may run. */
export interface Holder {
  /** The file of the claim. */
  file: string;
  /** Its process, as it counts itself; undefined if the file does not tell. */
  pid: number | undefined;
  /** Whether this process counts in the same way: containers have process ids of their own. */
  isHere: boolean;
  /** What makes it impossible to tell from here whether the process still runs; undefined if it surely runs. */
  doubt: string | undefined;
}

const attempts = 6;

/**
 * Claims a resource for this process alone. Each process first listens at a socket with its own name, then looks for
 * those of others: of two that ask at once, the one that looks later sees the other. A process runs as long as its
 * socket takes connections, whatever the namespaces of its container. Any process may remove the socket of a process
 * that has ended, since that one does not come back.
 *
 * @returns a function that releases the claim, or the current holder
 */
export async function claim(wanted: Claimable): Promise<{ release: () => void } | { holder: Holder }> {
  for (let attempt = 1; ; attempt += 1) {
    const own = await ownClaim(wanted);
    const holder = await otherHolder(wanted, own.file);
    if (!holder) return { release: own.release };
    own.release();
    // The other process may be looking at the same moment, and give way to this one.
    if (attempt === attempts) return { holder };
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20 * attempt));
  }
}

/** The current holder, or undefined. */
export async function holderOf(wanted: Claimable): Promise<Holder | undefined> {
  return existsSync(wanted.folder) ? otherHolder(wanted, '') : undefined;
}

/**
 * Names a holder and how to free what it holds, as the end of a sentence.
 *
 * @param next what to do if its process surely runs
 */
export function heldBy({ pid, isHere, doubt, file }: Holder, next = 'Wait until it ends.'): string {
  if (doubt !== undefined) return `by a process ${doubt}. If it no longer runs, delete ${file}.`;
  if (isHere) return `by process ${pid}. ${next}`;
  return `by another process (it calls itself process ${pid}), perhaps in another container. ${next}`;
}

interface OwnClaim {
  file: string;
  release: () => void;
}

async function ownClaim({ folder, word }: Claimable): Promise<OwnClaim> {
  const id = randomBytes(4).toString('hex');
  const file = join(folder, `${word}-${thisMachine()}-${processSpace()}-${process.pid}-${id}`);
  const server = await listenAt(file).catch(() => undefined);
  // Where a folder cannot have sockets, a plain file takes its place, which counts until somebody removes it.
  if (!server) writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  const release = (): void => {
    process.removeListener('exit', release);
    rmSync(file, { force: true });
    server?.close();
  };
  process.once('exit', release);
  return { file, release };
}

async function otherHolder({ folder, word }: Claimable, own: string): Promise<Holder | undefined> {
  let found: Holder | undefined;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!name.startsWith(`${word}-`) || file === own) continue;
    const [, machine, space, pid] = /-(\w*)-(\d*)-(\d+)-\w{8}$/.exec(name.slice(word.length)) ?? [];
    const error = await errorOf(file);
    if (error === 'ENOENT') continue;
    const isThisMachine = machine === thisMachine();
    if (error === 'ECONNREFUSED' && isThisMachine && isOnLocalDisk(folder)) {
      rmSync(file, { force: true });
      continue;
    }
    found ??= {
      file,
      pid: pid === undefined ? undefined : Number(pid),
      isHere: isThisMachine && space === processSpace(),
      doubt: doubtAbout(error, isThisMachine),
    };
  }
  return found;
}

async function errorOf(file: string): Promise<string | undefined> {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return !stats ? 'ENOENT' : stats.isSocket() ? connectionError(file) : 'ENOTSOCK';
}

function doubtAbout(error: string | undefined, isThisMachine: boolean): string | undefined {
  // Nobody has accepted the connections that wait, but the process runs.
  if (error === undefined || error === 'EAGAIN') return undefined;
  if (error === 'EACCES') return 'of another user';
  if (error === 'ENOTSOCK') return 'that cannot be asked whether it still runs';
  if (!isThisMachine) return 'on another machine, or from before this one was restarted';
  if (error === 'ECONNREFUSED') return 'that may be on another machine, since its file is not on a local disk';
  return `that cannot be asked whether it still runs (${error})`;
}
