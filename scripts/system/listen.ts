import type { Server } from 'node:net';
import { UsageError } from '../text/usage-error.js';

/** A name that nobody knows, or an address of another machine. */
const noSuchAddress = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL']);

/**
 * Makes a server listen.
 *
 * @param port 0 for any that is free
 * @throws UsageError where the port is taken or not allowed, or there is no such address; what else the system says
 */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new UsageError(`Port ${port} on ${host} is taken. Choose another with --port, or 0 for any that is free.`);
    }
    if (code === 'EACCES')
      throw new UsageError(`Port ${port} on ${host} is not allowed to you. Choose another with --port.`);
    if (code !== undefined && noSuchAddress.has(code)) {
      throw new UsageError(`There is no address ${host} on this machine (${code}). Choose another with --host.`);
    }
    throw error;
  }
}
