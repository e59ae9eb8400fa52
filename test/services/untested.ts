// Why the success of an operation of a real service was not tested: kept as data, one file a service.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { CheckReport } from '../../scripts/check/model/report/report.js';

interface Reason {
  operations: string[];
  /** What the document says, with its place, or what the service answered. */
  because: string;
}

/** How the kept reasons differ from what a run with writes tested. */
export interface Differences {
  /** Operations that were not tested, for a reason that nobody has kept. */
  unexplained: string[];
  /** Operations with a reason that were tested all the same. */
  tested: string[];
}

export function untested(service: string, { operations }: CheckReport): Differences {
  const file = fileURLToPath(new URL(`untested/${service}.yaml`, import.meta.url));
  const reasons = existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Reason[]) : [];
  const explained = new Set(reasons.flatMap((each) => each.operations));
  const inScope = operations.filter((each) => each.inScope);
  const idsOf = (isTested: boolean): string[] =>
    inScope.filter(({ success }) => success.tested === isTested).map(({ operationId }) => operationId);
  return {
    unexplained: idsOf(false).filter((id) => !explained.has(id)),
    tested: idsOf(true).filter((id) => explained.has(id)),
  };
}
