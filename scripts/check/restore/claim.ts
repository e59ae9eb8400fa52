import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { isAlive, startOf, thisBoot, type ProcessIdentity } from '../../system/living-process.js';
import { syncFolder } from '../../files/sync-folder.js';

/** Another process writes to the target, as far as can be told. */
export interface Holder {
  pid: number;
  /** Whether it runs on this machine: of another nobody can say whether it still does. */
  isHere: boolean;
  /** The file that stands for it. */
  file: string;
}

const attempts = 6;

/**
 * Claims a folder for this process alone. Each process that asks puts a file with its own name there first, and looks for
 * the files of others then: of two that ask at once, the one that looks later sees the other. A file of a process that is
 * gone may be taken away by anybody, since that process does not come back.
 *
 * @returns what gives the folder free again, or who has it
 */
export async function claim(folder: string): Promise<{ release: () => void } | { holder: Holder }> {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A folder that is new is on disk for sure when the one above it is.
  for (let at = folder; made !== undefined && at.length >= made.length; at = dirname(at)) syncFolder(dirname(at));
  const own = join(
    folder,
    nameOf({ host: thisHost(), boot: thisBoot(), pid: process.pid, started: startOf(process.pid) }),
  );
  for (let attempt = 1; ; attempt += 1) {
    // Another run of this very process has it.
    if (!created(own)) return { holder: { pid: process.pid, isHere: true, file: own } };
    const holder = holderBeside(folder, own);
    if (!holder) return { release: releasing(own) };
    rmSync(own, { force: true });
    // The other may just be looking, too, and go away because of this one.
    if (attempt === attempts) return { holder };
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20 * attempt));
  }
}

/** Who has a folder; undefined where nobody does. */
export function holderOf(folder: string): Holder | undefined {
  return existsSync(folder) ? holderBeside(folder, '') : undefined;
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

function holderBeside(folder: string, own: string): Holder | undefined {
  let found: Holder | undefined;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const claimant = claimantOf(name);
    if (!claimant || file === own) continue;
    const isHere = claimant.host === thisHost();
    if (isHere && !(claimant.boot === thisBoot() && isAlive(claimant))) rmSync(file, { force: true });
    else found ??= { pid: claimant.pid, isHere, file };
  }
  return found;
}

interface Claimant extends ProcessIdentity {
  host: string;
  boot: string;
}

function nameOf({ host, boot, pid, started }: Claimant): string {
  return `writer-${host}-${boot}-${pid}-${started}`;
}

function claimantOf(name: string): Claimant | undefined {
  const [, host = '', boot = '', pid = '', started = ''] = /^writer-(\w*)-(\w*)-(\d+)-(\w*)$/.exec(name) ?? [];
  return pid === '' ? undefined : { host, boot, pid: Number(pid), started };
}

function thisHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
}
