import type { Subject } from '../frame/comparison.js';
import type { Ran } from '../frame/measured-command.js';
import type { OpenService } from './hosted-services.js';

/** A program that tests a service against its document. */
export interface Tester extends Pick<Subject, 'name' | 'kind' | 'note'> {
  /** Each run has another; what one of them finds is found. */
  seeds: readonly number[];
  run(service: OpenService, how: TestRun): Promise<Tested>;
}

export interface TestRun {
  seed: number;
  /** Whether the service is the usual one, whose failures the tester accepts from then on. */
  isAccepting: boolean;
}

export interface Tested {
  /** Undefined where it was not one command. */
  ran?: Ran;
  /** What failed, each with the same name in every run. */
  failures: readonly string[];
}

/** Milliseconds for one run: a busy machine makes none fail. */
export const patience = 3_600_000;

/** A failure for a command that ended without its report: the service has brought it down. */
export function withoutReport({ status, stderr }: Ran): string {
  const [line = ''] = stderr.trim().split('\n').slice(-1);
  return `no report, exit code ${status}: ${line.replace(/\d+/g, '…').slice(0, 80)}`;
}
