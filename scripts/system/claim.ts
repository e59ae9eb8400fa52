import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive, type ProcessIdentity, startOf, thisBoot } from './living-process.js';

/** Something that one process at a time may have. */
export interface Claimable {
  /** Where each process that asks for it puts a file with its own name. */
  folder: string;
  /** Begins the names of these files, and of no others. */
  word: string;
  /**
   * Whether processes of other machines may have it: what they claim is theirs until somebody removes their file.
   * Otherwise the machine has only changed its name, as containers do, and they count as processes of this one.
   */
  isShared: boolean;
}

/** Another process has it, as far as can be told. */
export interface Holder {
  pid: number;
  /** Whether it runs on this machine: of another nobody can say whether it still does. */
  isHere: boolean;
  /** The file that stands for it. */
  file: string;
}

const attempts = 6;

/**
 * Claims something for this process alone. Each process that asks puts a file with its own name there first, and looks
 * for the files of others then: of two that ask at once, the one that looks later sees the other. A file of a process
 * that is gone may be taken away by anybody, since that process does not come back.
 *
 * @returns what gives it free again, or who has it
 */
export async function claim(wanted: Claimable): Promise<{ release: () => void } | { holder: Holder }> {
  const own = join(wanted.folder, `${wanted.word}-${thisProcess()}`);
  for (let attempt = 1; ; attempt += 1) {
    // Another run of this very process has it.
    if (!created(own)) return { holder: { pid: process.pid, isHere: true, file: own } };
    const holder = holderBeside(wanted, own);
    if (!holder) return { release: releasing(own) };
    rmSync(own, { force: true });
    // The other may just be looking, too, and go away because of this one.
    if (attempt === attempts) return { holder };
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20 * attempt));
  }
}

/** Who has something; undefined where nobody does. */
export function holderOf(wanted: Claimable): Holder | undefined {
  return existsSync(wanted.folder) ? holderBeside(wanted, '') : undefined;
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

function holderBeside({ folder, word, isShared }: Claimable, own: string): Holder | undefined {
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
