import { readFileSync } from 'node:fs';

/** Process ids are reused, in a container at once, so the start time is part of the identity. */
export interface ProcessIdentity {
  pid: number;
  /** The value of `startOf`. */
  started: string;
}

/**
 * The start time of a process, in ticks since the machine started (Linux, proc(5)); empty on other systems, and for a
 * process that has ended but still has an entry in the process table.
 */
export function startOf(pid: number): string {
  const stat = readProc(`${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '');
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return startOf(pid) === started;
}

/** An id of the time since the machine started (Linux, random(4)); empty on other systems. */
export function thisBoot(): string {
  return readProc('sys/kernel/random/boot_id').slice(0, 8);
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
