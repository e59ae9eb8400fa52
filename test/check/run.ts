import { expect } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { ruleKeyOf, ruleSeverities } from '../../scripts/check/model/rules/index.js';
import { createSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';

/** Options that put every operation into scope. */
export const everything = { include: ['named', 'inferred'] } as const satisfies Partial<CheckOptions>;

/** Checks a new sandbox with these faults, over HTTP. */
export function checkSandbox(faults: readonly string[], options: Partial<CheckOptions> = {}): Promise<CheckReport> {
  return checkServed(createSandbox({ faults }), { runs: 3, ...options });
}

/** Checks a sandbox, over HTTP. */
export async function checkServed(sandbox: Sandbox, options: Partial<CheckOptions>): Promise<CheckReport> {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const { url, close } = await serveSandbox({ sandbox });
  return check({ baseUrl: url, ...options }).finally(close);
}

/** Returns the operations whose success was not tested. */
export function untested({ operations }: Pick<CheckReport, 'operations'>): string[] {
  return operations.filter(({ success }) => !success.tested).map(({ operationId }) => operationId);
}

/** Returns the operations whose success was tested. */
export function tested({ operations }: CheckReport): string[] {
  return operations.filter(({ success }) => success.tested).map(({ operationId }) => operationId);
}

/** Returns the reason why the success of an operation was not tested; empty if the success was tested. */
export function reasonOf({ operations }: Pick<CheckReport, 'operations'>, id: string): string {
  return operations.find(({ operationId }) => operationId === id)?.success.reason ?? '';
}

/** Expects that the rule of every finding is described, and that the severities agree. */
export function expectDescribed({ findings }: CheckReport): void {
  const oddFindings = findings.filter(({ rule, severity }) => {
    const key = ruleKeyOf(rule);
    return key === undefined || ruleSeverities[key].when[severity] === undefined;
  });
  expect(oddFindings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([]);
}

/** The violations and drifts of a report, as `rule operationId pointer`. */
export function accusations({ findings }: CheckReport): string[] {
  return findings
    .filter(({ severity }) => severity !== 'observation')
    .map(({ rule, operationId, pointer }) => `${rule} ${operationId} ${pointer}`);
}
