import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../text/usage-error.js';
import { isAlive, startOf, type ProcessIdentity } from './living-process.js';

/**
 * Keeps a file for this process, by a file beside it that names the process. The lock of a process that is gone is
 * taken over.
 *
 * @returns what gives the file free again
 * @throws UsageError where another process has it
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) });
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, mine);
  try {
    // A link appears with its content, or not at all.
    if (!linked(own, lock) && !(takenOver(lock, own) && linked(own, lock))) {
      throw new UsageError(
        `The process ${holderOf(read(lock) ?? '')?.pid ?? 'of another sandbox'} has ${path} in use. End it, or give this one another file with --state.`,
      );
    }
  } finally {
    rmSync(own, { force: true });
  }
  const free = (): void => {
    process.removeListener('exit', free);
    if (read(lock) === mine) rmSync(lock, { force: true });
  };
  process.once('exit', free);
  return free;
}

/** Takes the lock of a dead process away. True where there is none any more. */
function takenOver(lock: string, own: string): boolean {
  const found = read(lock);
  if (found === undefined) return true;
  const holder = holderOf(found);
  if (holder && isAlive(holder)) return false;
  const aside = `${own}.old`;
  try {
    renameSync(lock, aside);
    // Between the look and the move, somebody else may have taken over: then it goes back.
    const ours = read(aside) === found;
    if (!ours) linked(aside, lock);
    rmSync(aside, { force: true });
    return ours;
  } catch {
    return read(lock) === undefined;
  }
}

function holderOf(text: string): ProcessIdentity | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Partial<ProcessIdentity>;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
