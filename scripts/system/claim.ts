import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive, type ProcessIdentity, startOf, thisBoot } from './living-process.js';

/** A resource that one process at a time may hold. */
export interface Claimable {
  /** Folder in which each process that asks for it puts a file with its own name. */
  folder: string;
  /** Prefix of the names of these files, and of no others. */
  word: string;
  /**
   * Whether processes on other machines may hold it: their claims stay until somebody removes their files. If false,
   * another host name means that this machine was renamed, as containers are, and the claim counts as local.
   */
  isShared: boolean;
}

/** Another process, which seems to hold the resource. */
export interface Holder {
  pid: number;
  /** Whether it runs on this machine. Whether a process on another machine still runs is unknown. */
  isHere: boolean;
  /** The file of its claim. */
  file: string;
}

const attempts = 6;

/**
 * Claims a resource for this process alone. Each process first writes a file with its own name, then looks for the
 * files of others: of two that ask at once, the one that looks later sees the other. Any process may remove the file of
 * a process that has ended, since that one does not come back.
 *
 * @returns a function that releases the claim, or the current holder
 */
export async function claim(wanted: Claimable): Promise<{ release: () => void } | { holder: Holder }> {
  const own = join(wanted.folder, `${wanted.word}-${thisProcess()}`);
  for (let attempt = 1; ; attempt += 1) {
    // Another run in this process holds it.
    if (!created(own)) return { holder: { pid: process.pid, isHere: true, file: own } };
    const holder = otherHolder(wanted, own);
    if (!holder) return { release: releasing(own) };
    rmSync(own, { force: true });
    // The other process may be looking at the same moment, and give way to this one.
    if (attempt === attempts) return { holder };
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20 * attempt));
  }
}

/** The current holder, or undefined. */
export function holderOf(wanted: Claimable): Holder | undefined {
  return existsSync(wanted.folder) ? otherHolder(wanted, '') : undefined;
}

function created(own: string): boolean {
  try {
    writeFileSync(own, '', { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function releasing(own: string): () => void {
  const release = (): void => {
    process.removeListener('exit', release);
    rmSync(own, { force: true });
  };
  process.once('exit', release);
  return release;
}

function otherHolder({ folder, word, isShared }: Claimable, own: string): Holder | undefined {
  let found: Holder | undefined;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const claimant = name.startsWith(`${word}-`) ? claimantOf(name.slice(word.length + 1)) : undefined;
    if (!claimant || file === own) continue;
    const isHere = !isShared || claimant.host === thisHost();
    if (isHere && !(claimant.boot === thisBoot() && isAlive(claimant))) rmSync(file, { force: true });
    else found ??= { pid: claimant.pid, isHere, file };
  }
  return found;
}

interface Claimant extends ProcessIdentity {
  host: string;
  boot: string;
}

function thisProcess(): string {
  return `${thisHost()}-${thisBoot()}-${process.pid}-${startOf(process.pid)}`;
}

function claimantOf(name: string): Claimant | undefined {
  const [, host = '', boot = '', pid = '', started = ''] = /^(\w*)-(\w*)-(\d+)-(\w*)$/.exec(name) ?? [];
  return pid === '' ? undefined : { host, boot, pid: Number(pid), started };
}

function thisHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
}
