import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Where a server listens, and how it ends. */
export interface Listening {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Lets a server listen on this machine, at a port that is free. */
export async function listenHere(server: Server): Promise<Listening> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      const closed = once(server.close(), 'close');
      if (server instanceof HttpServer) server.closeAllConnections();
      await closed;
    },
  };
}

/** An address of this machine at which nobody listens. */
export async function addressOfNobody(): Promise<Pick<Listening, 'url' | 'port'>> {
  const gone = await listenHere(createServer());
  await gone.close();
  return gone;
}
