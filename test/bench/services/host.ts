// Runs the services of the tests for the benches, in a separate process, so that measurements exclude their costs.
// Each line of input is one request, and each line of output is the reply to a request:
//   {"list": true}                                              [{"service": "shelf", "name": "null-leak", …}, …]
//   {"open": "shelf", "variant": "null-leak", "latency": 100}   {"id": 1, "url": "http://127.0.0.1:4711", "key": "…"}
//   {"close": 1}                                                {"requests": 812}
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { contractFile as shelfContract } from '../../check/other-service/contract.js';
import { shelfFaults, rightVariants as shelfVariants } from '../../check/other-service/faults.js';
import { createShelfServer } from '../../check/other-service/server.js';
import { shelfKey } from '../../check/other-service/stages.js';
import { contractFile as workshopContract } from '../../check/workshop-service/contract.js';
import { workshopFaults } from '../../check/workshop-service/faults.js';
import { createWorkshopServer } from '../../check/workshop-service/server.js';
import { workshopKey } from '../../check/workshop-service/stages.js';
import { rightVariants as workshopVariants } from '../../check/workshop-service/variants.js';
import { delayingProxy } from './delaying-proxy.js';

type Service = 'shelf' | 'workshop';

interface Open {
  port: number;
  requests: number;
  close(): Promise<void>;
}

const open = new Map<number, Open>();
let last = 0;

subscribe('http.server.request.start', (message) => {
  const { localPort } = (message as { request: IncomingMessage }).request.socket;
  for (const entry of open.values()) if (entry.port === localPort) entry.requests += 1;
});

/** A variant that is neither right nor wrong: it reads "yes" as true. */
const undecided = 'ok-lax-types';

function variants(): object[] {
  const listVariants = (service: Service, kind: 'fault' | 'right', all: readonly { name: string }[]): object[] =>
    all.filter(({ name }) => name !== undecided).map(({ name }) => ({ service, kind, name }));
  return [
    ...listVariants('shelf', 'fault', shelfFaults),
    ...listVariants('workshop', 'fault', workshopFaults),
    ...listVariants('shelf', 'right', shelfVariants),
    ...listVariants('workshop', 'right', workshopVariants),
  ];
}

async function openService(service: Service, variant: string, latency: number): Promise<object> {
  const names = variant === '' ? [] : [variant];
  const isShelf = service === 'shelf';
  const server = await (isShelf ? createShelfServer(names) : createWorkshopServer(names));
  const port = Number(new URL(server.url).port);
  const proxy = latency > 0 ? await delayingProxy(port, latency) : undefined;
  last += 1;
  open.set(last, {
    port,
    requests: 0,
    close: async () => {
      await proxy?.close();
      await server.close();
    },
  });
  const [contract, key] = isShelf ? [shelfContract, shelfKey] : [workshopContract, workshopKey];
  return { id: last, service, contract, url: proxy?.url ?? server.url, key };
}

async function closeServer(id: number): Promise<object> {
  const entry = open.get(id);
  await entry?.close();
  open.delete(id);
  return { requests: entry?.requests ?? 0 };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as { open?: Service; variant?: string; latency?: number; close?: number };
  const { open: service, variant = '', latency = 0, close } = request;
  const answer =
    service !== undefined
      ? await openService(service, variant, latency)
      : close !== undefined
        ? await closeServer(close)
        : variants();
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
process.exit();
