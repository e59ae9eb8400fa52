import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** The address of a server, and a function that closes it. */
export interface Listening {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1, on a free port. */
export async function listenHere(server: Server): Promise<Listening> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      const closeEvent = once(server.close(), 'close');
      if (server instanceof HttpServer) server.closeAllConnections();
      await closeEvent;
    },
  };
}

/** Returns an address of this machine at which nothing listens. */
export async function addressOfNobody(): Promise<Pick<Listening, 'url' | 'port'>> {
  const closedServer = await listenHere(createServer());
  await closedServer.close();
  return closedServer;
}
