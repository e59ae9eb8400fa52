import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A resource that only one process at a time may hold. */
export interface Claimable {
  /** Folder in which each process that claims the resource has a socket with a unique name. */
  folder: string;
  /** Prefix of the file names of these claims; no other file in the folder has it. */
  prefix: string;
}

/** The claim of another process, which runs or may still run. */
export interface ClaimHolder {
  file: string;
  /** The process id of the holder in its own namespace; undefined if the name of the file does not contain the id. */
  pid: number | undefined;
  /** Whether the holder shares this process's namespace of process ids, which differs between containers. */
  isSamePidNamespace: boolean;
  /** The reason why it is uncertain whether the process still runs; undefined if it certainly runs. */
  doubt: string | undefined;
}

const maxAttempts = 6;

/**
 * Claims a resource for this process alone. Each process first listens at a socket with a unique name, then looks for
 * other sockets: of two processes that claim at once, the one that looks later sees the other. A process runs as long
 * as its socket accepts connections, even in another container. Any process may remove the socket of a process that has
 * ended, because that process never comes back.
 *
 * @returns a function that releases the claim, or the current holder
 */
export async function claim(claimable: Claimable): Promise<{ release: () => void } | { holder: ClaimHolder }> {
  for (let attempt = 1; ; attempt += 1) {
    const newClaim = await createClaim(claimable);
    const holder = await findOtherHolder(claimable, newClaim.file);
    if (!holder) return { release: newClaim.release };
    newClaim.release();
    // Try again: perhaps two processes claimed at the same moment, and both released their claims.
    if (attempt === maxAttempts) return { holder };
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20 * attempt));
  }
}

export async function findHolder(claimable: Claimable): Promise<ClaimHolder | undefined> {
  return existsSync(claimable.folder) ? findOtherHolder(claimable, '') : undefined;
}

/** The end of a sentence on who holds a resource and how to free it. `advice` applies if the holder certainly runs. */
export function describeHolder(
  { pid, isSamePidNamespace, doubt, file }: ClaimHolder,
  advice = 'Wait until it ends.',
): string {
  if (doubt !== undefined) return `by a process ${doubt}. If that process no longer runs, delete ${file}.`;
  if (isSamePidNamespace) return `by process ${pid}. ${advice}`;
  return `by another process (it calls itself process ${pid}), perhaps in another container. ${advice}`;
}

interface OwnClaim {
  file: string;
  release: () => void;
}

async function createClaim({ folder, prefix }: Claimable): Promise<OwnClaim> {
  const id = randomBytes(4).toString('hex');
  const file = join(folder, `${prefix}-${getMachineId()}-${readPidNamespace()}-${process.pid}-${id}`);
  const server = await listenAt(file).catch(() => undefined);
  // If the folder cannot contain sockets, use a plain file: it remains a claim until somebody removes the file.
  if (!server) writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  const release = (): void => {
    process.removeListener('exit', release);
    rmSync(file, { force: true });
    server?.close();
  };
  process.once('exit', release);
  return { file, release };
}

async function findOtherHolder({ folder, prefix }: Claimable, ownFile: string): Promise<ClaimHolder | undefined> {
  let holder: ClaimHolder | undefined;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!name.startsWith(`${prefix}-`) || file === ownFile) continue;
    const [, machine, pidNamespace, pid] = /-(\w*)-(\d*)-(\d+)-\w{8}$/.exec(name.slice(prefix.length)) ?? [];
    const error = await claimErrorOf(file);
    if (error === 'ENOENT') continue;
    const isOnThisMachine = machine === getMachineId();
    if (error === 'ECONNREFUSED' && isOnThisMachine && isOnLocalDisk(folder)) {
      rmSync(file, { force: true });
      continue;
    }
    holder ??= {
      file,
      pid: pid === undefined ? undefined : Number(pid),
      isSamePidNamespace: isOnThisMachine && pidNamespace === readPidNamespace(),
      doubt: explainDoubt(error, isOnThisMachine),
    };
  }
  return holder;
}

async function claimErrorOf(file: string): Promise<string | undefined> {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return !stats ? 'ENOENT' : stats.isSocket() ? connectionError(file) : 'ENOTSOCK';
}

function explainDoubt(error: string | undefined, isThisMachine: boolean): string | undefined {
  // EAGAIN means that the process runs, but has not yet accepted earlier connections.
  if (error === undefined || error === 'EAGAIN') return undefined;
  if (error === 'EACCES') return 'of another user';
  if (error === 'ENOTSOCK') return 'that may or may not still be running';
  if (!isThisMachine) return 'on another machine, or on this machine before its last restart';
  if (error === 'ECONNREFUSED') return 'that may be on another machine, since its file is not on a local disk';
  return `that may or may not still be running (${error})`;
}

/** Maximum length of a socket's path in bytes: 103 on macOS, 107 on Linux. Node.js cuts longer paths silently. */
const maxPathBytes = 103;

/**
 * Listens at a new Unix socket, which only this user may call, and which does not keep the process running. The socket
 * gets its name once it listens, so that nobody finds it before. A killed process leaves the file, but nobody listens.
 *
 * @throws Error if the socket cannot be created, leaving no file
 */
async function listenAt(path: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).destroy());
  const name = `.${randomBytes(4).toString('hex')}.new`;
  const draft = join(dirname(path), name);
  try {
    await withShortPath(
      dirname(path),
      name.length + 1,
      (shortPath) =>
        new Promise<void>((resolve, reject) => {
          // Without `exclusive`, the primary process of a cluster would listen for its worker, and may live longer.
          server.once('error', reject).listen({ path: join(shortPath, name), exclusive: true }, resolve);
        }),
    );
    // Ignore errors: even if this process fails to accept a connection, others notice that it runs.
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

/** Connects to a Unix socket. @returns the code of the error; undefined if a process listens */
async function connectionError(path: string): Promise<string | undefined> {
  try {
    return await withShortPath(
      path,
      0,
      (shortPath) =>
        new Promise<string | undefined>((resolve) => {
          const socket = connect({ path: shortPath });
          socket.once('connect', () => {
            socket.destroy();
            resolve(undefined);
          });
          socket.on('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code));
        }),
    );
  } catch {
    // No shorter path is possible. The temporary folder's own error, such as ENOENT, would be misleading.
    return 'ENAMETOOLONG';
  }
}

/**
 * Calls `use` with a path to the same place that can still grow by `extraBytes`. If `path` is too long, creates a link
 * in a temporary folder. Each process creates its own link, which works in any namespace, unlike `/proc/self`.
 *
 * @throws Error if the path is too long, and the temporary folder cannot be used
 */
async function withShortPath<T>(path: string, extraBytes: number, use: (shortPath: string) => Promise<T>): Promise<T> {
  const isShort = (text: string): boolean => Buffer.byteLength(text) + extraBytes <= maxPathBytes;
  if (isShort(path)) return use(path);
  const folder = mkdtempSync(join(tmpdir(), 'dc-'));
  try {
    const link = join(folder, 's');
    symlinkSync(path, link);
    if (!isShort(link)) throw Object.assign(new Error('The path is too long for a socket.'), { code: 'ENAMETOOLONG' });
    return await use(link);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Types of local file systems (statfs(2)): ext, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS, bcachefs. */
const localFileSystems = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

/**
 * Whether a refused connection to a socket in a folder proves that no process listens. It does not on a network file
 * system (NFS, SMB, 9p, FUSE), which can be mounted twice: a socket works only through the mount on which it was
 * created. Too many network file systems exist, so this file lists local ones. On systems other than Linux, where the
 * numbers change, every file system counts as local.
 */
function isOnLocalDisk(folder: string): boolean {
  return process.platform !== 'linux' || localFileSystems.has(statfsSync(folder).type);
}

/** An id that changes whenever the machine starts (Linux, random(4)); empty on other systems. */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  } catch {
    return '';
  }
}

/** An id of this machine, the same in all its containers. On Linux, it changes at each restart. */
function getMachineId(): string {
  return readBootId() || createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
}

/** The number of the namespace of process ids (Linux, pid_namespaces(7)); empty on other systems. */
function readPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '';
  }
}
