import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';

/** The differences between a container and this process that could matter for a claim on a folder. */
export type Namespace = 'pid' | 'net' | 'uts' | 'mount';

const options: Readonly<Record<Namespace, readonly string[]>> = {
  // All processes end with the first process, which ends with the program that started it.
  pid: ['--pid', '--fork', '--kill-child', '--mount-proc'],
  net: ['--net'],
  uts: ['--uts'],
  mount: ['--mount'],
};

/** Whether this user may start programs in new namespaces (Linux, unshare(1)). */
export const canUnshare =
  process.platform === 'linux' && spawnSync('unshare', [...Object.values(options).flat(), 'true']).status === 0;

/** Returns a command that runs in new namespaces, like a container that shares the files of this machine. */
export function inNamespaces(names: readonly Namespace[], command: readonly string[]): [string, string[]] {
  const namedValues = names.includes('uts')
    ? ['sh', '-c', `hostname ${hostname()}-container; exec "$@"`, 'sh', ...command]
    : command;
  return names.length === 0
    ? [command[0] ?? '', command.slice(1)]
    : ['unshare', [...names.flatMap((name) => options[name]), ...namedValues]];
}
