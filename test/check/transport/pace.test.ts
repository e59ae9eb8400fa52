import { describe, expect, it } from 'vitest';
import { Network } from '../../../scripts/check/transport/network.js';
import { Pace } from '../../../scripts/check/transport/pauses.js';
import { get, inHeader, listen, ok, open, type RawServer } from './transport-server.js';

/** The moments at which a server received its requests. */
async function listenAndNote(
  responseTo: (count: number) => string = () => ok(),
): Promise<{ server: RawServer; moments: number[] }> {
  const moments: number[] = [];
  const server = await listen((socket) => socket.write(responseTo(moments.push(performance.now()))));
  return { server, moments };
}

/** Expects that no more requests came than the pace allows. A timer may be late, but never early. */
function expectPace(moments: readonly number[], startTime: number, rate: number): void {
  for (const [index, moment] of moments.entries())
    expect(moment - startTime).toBeGreaterThan(((index + 1) * 1000) / rate - 5);
}

describe('the pace of --rate', () => {
  const rate = 50;

  it('spreads requests of several transports and connections evenly', async () => {
    const { server, moments } = await listenAndNote();
    const startTime = performance.now();
    const network = new Network(new URL(server.url), { rate });
    const transports = [open(server.url, { network, connections: 8 }), open(server.url, { network, isUrgent: true })];
    await Promise.all(Array.from({ length: 20 }, (_, index) => transports[index % 2]?.send(get, inHeader)));
    expect(moments).toHaveLength(20);
    expectPace(moments, startTime, rate);
  });

  it('holds for each attempt, and after a pause that the server asks for', async () => {
    const busy = 'HTTP/1.1 429 Busy\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n';
    const { server, moments } = await listenAndNote((count) => (count <= 3 ? busy : ok()));
    const startTime = performance.now();
    const transport = open(server.url, { network: { rate }, connections: 8 });
    const exchanges = await Promise.all(Array.from({ length: 6 }, () => transport.send(get, inHeader)));
    expect(exchanges.map(({ response }) => response?.status)).toEqual(Array(6).fill(200));
    expect(moments).toHaveLength(9);
    expectPace(moments, startTime, rate);
  });

  it('ends with the transport', async () => {
    const { server, moments } = await listenAndNote();
    const transport = open(server.url, { network: { rate: 0.1 } });
    const pending = transport.send(get, inHeader);
    await transport.close();
    expect((await pending).failure?.message).toBe('The run ended before a response arrived.');
    expect(moments).toEqual([]);
  });

  it('after a stop, holds only for requests that neither restore nor remove', () => {
    const pace = new Pace(1);
    const [first, second] = [pace.takeSlot(true), pace.takeSlot(false)];
    expect(second - first).toBe(1000);
    pace.isLifted = true;
    expect(pace.takeSlot(true)).toBe(0);
    expect(pace.takeSlot(false) - second).toBe(1000);
  });
});
