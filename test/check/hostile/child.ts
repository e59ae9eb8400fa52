import { check } from '../../../scripts/check/engine/check.js';
import { rulesOf } from './hostile-check.js';

/** The result of a check in a process of its own. */
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

/** Reads that need no ids, as many as the check sends concurrently. */
const only = ['listDirectories', 'listCurrencyFieldOptions', 'getDefaultContactRequestForm', 'listMatchmakingRequests'];

/** Seconds for a request; limits of size stop a response long before. */
const timeout = 3;

/** Checks each address of its argument, a JSON object from name to URL, in turn, and writes a line of JSON for each. */
for (const [name, baseUrl] of Object.entries(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>)) {
  const report = await check({ baseUrl, only, runs: 0, timeout });
  const { exitCode, why, coverage } = report;
  const peak = process.resourceUsage().maxRSS * 1024;
  const tested = coverage.successTested;
  const told: Told = { name, exitCode, why, rules: rulesOf(report), tested, peak };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
