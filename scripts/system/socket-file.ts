import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, renameSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The longest path of a socket in bytes: 103 on macOS, 107 on Linux. Node.js cuts off longer ones without an error. */
const longestPath = 103;

/**
 * Listens at a new Unix socket, which only this user may call, and which does not keep the process running. The socket
 * gets its name when it listens, so nobody sees it before. A kill leaves the file, but nobody listens then.
 *
 * @throws Error if there cannot be a socket; then nothing is left
 */
export async function listenAt(path: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).destroy());
  const name = `.${randomBytes(4).toString('hex')}.new`;
  const draft = join(dirname(path), name);
  try {
    await throughShortPath(
      dirname(path),
      name.length + 1,
      (short) =>
        new Promise<void>((resolve, reject) => {
          // A worker of a cluster would otherwise let its primary listen, which may live longer.
          server.once('error', reject).listen({ path: join(short, name), exclusive: true }, resolve);
        }),
    );
    // A process that can accept no connection still shows that it runs.
    server.on('error', () => undefined).unref();
    chmodSync(draft, 0o600);
    renameSync(draft, path);
    return server;
  } catch (error) {
    server.close();
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Connects to a Unix socket. @returns the code of the error; undefined if somebody listens */
export async function connectionError(path: string): Promise<string | undefined> {
  try {
    return await throughShortPath(
      path,
      0,
      (short) =>
        new Promise<string | undefined>((resolve) => {
          const socket = connect({ path: short });
          socket.once('connect', () => {
            socket.destroy();
            resolve(undefined);
          });
          socket.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code));
        }),
    );
  } catch {
    // There is no shorter path. The error of the temporary folder, such as ENOENT, says nothing about the socket.
    return 'ENAMETOOLONG';
  }
}

/**
 * Calls with a path that leads to the same place and leaves room for more bytes: through a link in a temporary folder
 * if needed. Each process has its own link, so this works in any namespace, which `/proc/self` does not.
 *
 * @throws Error if the path is too long, and the temporary folder cannot be used
 */
async function throughShortPath<T>(path: string, more: number, use: (short: string) => Promise<T>): Promise<T> {
  const fits = (each: string): boolean => Buffer.byteLength(each) + more <= longestPath;
  if (fits(path)) return use(path);
  const folder = mkdtempSync(join(tmpdir(), 'dc-'));
  try {
    const link = join(folder, 's');
    symlinkSync(path, link);
    if (!fits(link)) throw Object.assign(new Error('The path is too long for a socket.'), { code: 'ENAMETOOLONG' });
    return await use(link);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** File systems of one kernel (statfs(2)): ext, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS, bcachefs. */
const local = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e]);

/**
 * Whether a refused connection in a folder proves that nobody listens. A network file system (NFS, SMB, 9p, FUSE) can
 * be mounted twice, and a socket is found only through the mount where it was made; there are too many to list. Other
 * systems than Linux number theirs at each start, so all count there.
 */
export function isOnLocalDisk(folder: string): boolean {
  return process.platform !== 'linux' || local.has(statfsSync(folder).type);
}
