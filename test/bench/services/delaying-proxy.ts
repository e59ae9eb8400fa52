import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from '../../listen-here.js';

/** Passes on all bytes and ends of connections. The bytes of responses arrive some milliseconds later. */
export async function delayingProxy(port: number, latency: number): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const service = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const socket of [client, service]) sockets.add(socket);
    client.pipe(service);
    const later = (pass: () => void): void => void setTimeout(() => client.destroyed || pass(), latency);
    service.on('data', (bytes: Buffer) => later(() => client.write(bytes)));
    service.on('end', () => later(() => client.end()));
    service.on('error', () => later(() => client.destroy()));
    client.on('error', () => service.destroy());
    client.on('close', () => {
      service.destroy();
      sockets.delete(client);
      sockets.delete(service);
    });
  });
  const { url, close } = await listenHere(server);
  return {
    url,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}
