import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of one connection. */
interface Queue {
  isBusy: boolean;
  /** Start the requests that wait, in order. */
  waiting: (() => void)[];
}

/**
 * Passes the requests of each connection to a listener one after another, each when the system has taken the response
 * before it, and reads no more of the connection while requests wait. A client may send many requests at once and read
 * nothing: so only one response for each connection waits in memory.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Queue>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const queue = queues.get(socket) ?? newQueue(socket);
    queues.set(socket, queue);
    const start = (): void => {
      queue.isBusy = true;
      outgoing.once('finish', () => {
        queue.isBusy = false;
        queue.waiting.shift()?.();
        if (queue.waiting.length === 0 && socket.isPaused()) socket.resume();
      });
      listener(incoming, outgoing);
    };
    if (!queue.isBusy) return start();
    queue.waiting.push(start);
    socket.pause();
  };
}

function newQueue(socket: Socket): Queue {
  const queue: Queue = { isBusy: false, waiting: [] };
  // Node.js resumes a connection whenever it has discarded the body of a request.
  socket.on('resume', () => {
    if (queue.waiting.length > 0) socket.pause();
  });
  return queue;
}
