import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** An id of the time since the machine started (Linux, random(4)); empty on other systems. */
export function thisBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  } catch {
    return '';
  }
}

/**
 * An id of this machine until it restarts, the same in all its containers. A system that tells no boot id (macOS has it
 * only for other programs) is known by its host name, also after a restart.
 */
export function thisMachine(): string {
  return thisBoot() || createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
}

/** The number of the space in which process ids count (Linux, pid_namespaces(7)); empty on other systems. */
export function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '';
  }
}
