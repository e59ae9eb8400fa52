import type { RequestListener } from 'node:http';
import type { Server, Socket } from 'node:net';
import { UsageError } from '../text/usage-error.js';

/** Error codes for unknown host names, and for hosts on other machines. */
const unknownAddressCodes = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL']);

/** Listens; port 0 is any free port. @throws UsageError if the port is in use or forbidden, or the host is not local */
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
    if (code !== undefined && unknownAddressCodes.has(code))
      throw new UsageError(`${host} is not an address of this machine. Choose another with --host.`);
    throw error;
  }
}

interface RequestQueue {
  isBusy: boolean;
  /** Functions that start the waiting requests, in order. */
  startCallbacks: (() => void)[];
}

/**
 * Passes the requests of each connection to a listener one after another, each after the system has taken the previous
 * response, and pauses the connection meanwhile. If a client sends many requests at once and reads nothing, only one
 * response per connection waits in memory.
 */
export function serializeRequests(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, RequestQueue>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? createQueue(socket);
    queues.set(socket, queue);
    const start = (): void => {
      queue.isBusy = true;
      response.once('finish', () => {
        queue.isBusy = false;
        queue.startCallbacks.shift()?.();
        if (queue.startCallbacks.length === 0 && socket.isPaused()) socket.resume();
      });
      listener(request, response);
    };
    if (!queue.isBusy) return start();
    queue.startCallbacks.push(start);
    socket.pause();
  };
}

function createQueue(socket: Socket): RequestQueue {
  const queue: RequestQueue = { isBusy: false, startCallbacks: [] };
  // Pause again, because Node.js resumes a connection whenever it has discarded a request body.
  socket.on('resume', () => {
    if (queue.startCallbacks.length > 0) socket.pause();
  });
  return queue;
}
