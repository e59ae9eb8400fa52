import { check } from '../../../scripts/check/engine/check.js';
import { rulesOf } from './hostile-check.js';

/** A server to check, and the seconds that each request to it may take. */
export interface Hostile {
  name: string;
  baseUrl: string;
  timeout: number;
}

/** The result of a check in a separate process. */
export interface Told {
  name: string;
  exitCode: number;
  why: string;
  rules: string[];
  /** Operations whose success counts as tested. */
  tested: number;
  /** Maximum bytes of resident memory so far. */
  peak: number;
}

/** Reads that need no ids. There are as many as the check sends concurrently. */
const only = ['listDirectories', 'listCurrencyFieldOptions', 'getDefaultContactRequestForm', 'listMatchmakingRequests'];

/** Checks each server of the argument, a JSON array, in turn, and writes a line of JSON for each. */
for (const { name, ...options } of JSON.parse(process.argv[2] ?? '[]') as Hostile[]) {
  const report = await check({ only, runs: 0, ...options });
  const { exitCode, why, coverage } = report;
  const [tested, peak] = [coverage.successTested, process.resourceUsage().maxRSS * 1024];
  process.stdout.write(
    `${JSON.stringify({ name, exitCode, why, rules: rulesOf(report), tested, peak } satisfies Told)}\n`,
  );
}
