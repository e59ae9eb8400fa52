import { connect, createServer } from 'node:net';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { listenHere } from '../listen-here.js';

/** Bytes to add after the responses to some requests, and the delay before them in milliseconds. */
export interface Poison {
  /** Called with the head of each request. */
  isPoisoned: (head: string) => boolean;
  milliseconds: number;
  bytes: string;
}

export interface Poisoned {
  url: string;
  /** Heads of the requests, in order, with the number of earlier requests on the same connection. */
  requests: { head: string; before: number }[];
  close(): Promise<void>;
}

/** Serves a correct sandbox behind a proxy that adds bytes after the responses to some requests. */
export async function poisonedSandbox({ isPoisoned, milliseconds, bytes }: Poison): Promise<Poisoned> {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const servedSandbox = await serveSandbox({ sandbox: createSandbox() });
  const requests: Poisoned['requests'] = [];
  const open = new Set<() => void>();
  const server = createServer((client) => {
    let before = 0;
    const behind = connect(Number(new URL(servedSandbox.url).port), '127.0.0.1');
    const end = (): void => {
      client.destroy();
      behind.destroy();
      open.delete(end);
    };
    open.add(end);
    for (const socket of [client, behind]) socket.on('error', end).on('close', end);
    let isMarked = false;
    client.on('data', (piece) => {
      const head = piece.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
      requests.push({ head, before: before++ });
      isMarked = isPoisoned(head);
      behind.write(piece);
    });
    behind.on('data', (piece) => {
      client.write(isMarked && milliseconds === 0 ? Buffer.concat([piece, Buffer.from(bytes)]) : piece);
      if (isMarked && milliseconds > 0) setTimeout(() => !client.destroyed && client.write(bytes), milliseconds);
      isMarked = false;
    });
  });
  const { url, close } = await listenHere(server);
  return {
    url,
    requests,
    async close() {
      for (const end of open) end();
      await Promise.all([close(), servedSandbox.close()]);
    },
  };
}
