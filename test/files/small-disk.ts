import { spawnSync } from 'node:child_process';
import { bundleFile } from '../bundle-file.js';

/** Runs code with the exports of a module, on a disk that takes no file above 64 kB; returns its output and status. */
export async function runOnSmallDisk(
  module: string,
  code: string,
  ...args: string[]
): Promise<{ stdout: string; status: number | null }> {
  // A write above a limit on the size of files fails like a write to a full disk.
  const line = `trap '' XFSZ; ulimit -f 64; exec "$@"`;
  const program = ['-e', code, await bundleFile(module), ...args];
  const { stdout, status } = spawnSync('bash', ['-c', line, 'bash', process.execPath, ...program], {
    encoding: 'utf8',
  });
  return { stdout, status };
}
