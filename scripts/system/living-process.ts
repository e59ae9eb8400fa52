import { readFileSync } from 'node:fs';

/** Numbers of processes are used again, in a container at once: the time of the start tells two processes apart. */
export interface ProcessIdentity {
  pid: number;
  /** As `startOf` gives it. */
  started: string;
}

/**
 * When a process started, in ticks since the machine did (Linux, proc(5)); empty where the system does not say, and for
 * one that has ended and is only waited for.
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

/** Tells two runs of one machine apart (Linux, random(4)); empty where the system does not say. */
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
