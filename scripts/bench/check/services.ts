import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { project } from '../frame/programs.js';

export type ServiceName = 'shelf' | 'workshop';

/** A changed copy of a service: with a fault, or unusual but correct. */
export interface Variant {
  service: ServiceName;
  kind: 'fault' | 'right';
  name: string;
}

export interface RunningService {
  id: number;
  service: ServiceName;
  /** The path of the service's OpenAPI document. */
  contract: string;
  url: string;
  key: string;
}

export interface HostedServices {
  variants: readonly Variant[];
  /** Starts a variant of a service, or the unchanged service, in its initial state. Responses wait `latency` ms. */
  open(service: ServiceName, variant?: string, latency?: number): Promise<RunningService>;
  /** Stops a service, and returns the number of requests that it has received. */
  close(service: RunningService): Promise<number>;
  end(): void;
}

export async function hostServices(): Promise<HostedServices> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/bench/services/host.ts'], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let previousReply: Promise<unknown> = Promise.resolve();
  const send = <Reply>(request: object): Promise<Reply> => {
    const reply = previousReply.then(async () => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('The process that runs the services has ended.');
      return JSON.parse(value) as Reply;
    });
    previousReply = reply.catch(() => undefined);
    return reply;
  };
  return {
    variants: await send<Variant[]>({ list: true }),
    open: (service, variant = '', latency = 0) => send({ open: service, variant, latency }),
    close: async ({ id }) => (await send<{ requests: number }>({ close: id })).requests,
    end: () => child.stdin.end(),
  };
}
