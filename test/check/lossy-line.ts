import { createServer, request as requestOf } from 'node:http';
import { listenHere } from '../listen-here.js';

/** A line to a server that cuts some of its connections: as often before the server gets the request as after. */
export async function lossyLine(target: string, { share, seed }: { share: number; seed: number }) {
  let state = seed + 1;
  /** Returns a number from 0 to 1, the same sequence for each seed (a linear congruential generator). */
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let cuts = 0;
  const server = createServer((incoming, outgoing) => {
    const [isCut, isEarly] = [random() < share, random() < 0.5];
    const cut = (): void => {
      cuts += 1;
      incoming.socket.destroy();
    };
    if (isCut && isEarly) return cut();
    const headers = incoming.rawHeaders;
    const forwarded = requestOf(
      target + (incoming.url ?? ''),
      { method: incoming.method, headers, agent: false },
      (request) => {
        if (isCut) return cut();
        outgoing.writeHead(request.statusCode ?? 502, request.rawHeaders);
        request.pipe(outgoing);
      },
    );
    forwarded.on('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  const { url, close } = await listenHere(server);
  return { url, close, cuts: () => cuts };
}
