import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { project } from '../frame/programs.js';

export type ServiceName = 'shelf' | 'workshop';

/** A way in which a service is wrong, or unusual and right. */
export interface Variant {
  service: ServiceName;
  kind: 'fault' | 'right';
  name: string;
}

/** A service that runs. */
export interface OpenService {
  id: number;
  service: ServiceName;
  /** Its document, a file. */
  contract: string;
  url: string;
  key: string;
}

export interface HostedServices {
  variants: readonly Variant[];
  /** Starts a service in its first state; without a variant it is the usual one. */
  open(service: ServiceName, variant?: string, latency?: number): Promise<OpenService>;
  /** Ends a service; resolves with the number of requests that it has had. */
  close(service: OpenService): Promise<number>;
  end(): void;
}

/** Starts the process that runs the services of the tests. */
export async function hostServices(): Promise<HostedServices> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/bench/services/host.ts'], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let before: Promise<unknown> = Promise.resolve();
  const ask = <Answer>(question: object): Promise<Answer> => {
    const answer = before.then(async () => {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('The process of the services has ended.');
      return JSON.parse(value) as Answer;
    });
    before = answer.catch(() => undefined);
    return answer;
  };
  return {
    variants: await ask<Variant[]>({ list: true }),
    open: (service, variant = '', latency = 0) => ask({ open: service, variant, latency }),
    close: async ({ id }) => (await ask<{ requests: number }>({ close: id })).requests,
    end: () => child.stdin.end(),
  };
}
