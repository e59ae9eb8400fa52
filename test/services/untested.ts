// The reasons why an operation of a real service has no tested success. They are data, in one file for each service.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { CheckReport } from '../../scripts/check/model/report/report.js';

interface Reason {
  operations: string[];
  /** The words of the document, with their place, or the response of the service. */
  because: string;
}

/** Differences between the stored reasons and a run with writes. */
export interface Differences {
  /** Operations that were not tested, but have no stored reason. */
  unexplained: string[];
  /** Operations that were tested, but have a stored reason why not. */
  tested: string[];
}

export function untested(service: string, { operations }: CheckReport): Differences {
  const file = fileURLToPath(new URL(`untested/${service}.yaml`, import.meta.url));
  const reasons = existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Reason[]) : [];
  const explained = new Set(reasons.flatMap((reason) => reason.operations));
  const inScope = operations.filter((operation) => operation.inScope);
  const idsOf = (isTested: boolean): string[] =>
    inScope.filter(({ success }) => success.tested === isTested).map(({ operationId }) => operationId);
  return {
    unexplained: idsOf(false).filter((id) => !explained.has(id)),
    tested: idsOf(true).filter((id) => explained.has(id)),
  };
}
