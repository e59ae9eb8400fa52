import type { Server } from 'node:net';
import { UsageError } from '../text/usage-error.js';

/** Unknown host names, and addresses of other machines. */
const noSuchAddress = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL']);

/**
 * Starts listening.
 *
 * @param port 0 for any free port
 * @throws UsageError if the port is in use or not permitted, or the host is not an address of this machine
 */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new UsageError(`Port ${port} on ${host} is in use. Choose another with --port, or 0 for any free port.`);
    if (code === 'EACCES')
      throw new UsageError(`You have no permission to use port ${port} on ${host}. Choose another with --port.`);
    if (code !== undefined && noSuchAddress.has(code))
      throw new UsageError(`${host} is not an address of this machine. Choose another with --host.`);
    throw error;
  }
}
