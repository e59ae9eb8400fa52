// What `import … from 'directory-contract/vitest'` gives. Importing it makes `toMatchContract` known to `expect`.
import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operation-table.js';
import { sentence, visible } from '../text/escape.js';
import { counted } from '../text/numbers.js';
import { chosenContract } from './engine/chosen-contract.js';
import { judgeResponse, type ReceivedAnswer } from './engine/judge-response.js';
import { ownContract } from './engine/own-contract.js';
import type { CheckedContract } from './model/contract.js';
import type { Finding } from './model/finding.js';
import type { CheckOptions } from './model/options.js';
import type { CheckReport } from './model/report.js';
import { scopeOf } from './model/scope.js';
import { findingsText } from './reports/finding-text.js';
import { fails } from './reports/summary.js';

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * Holds an answer against the contract: a `Response`, whose body can still be read afterwards, or
     * `{ status, headers?, body? }`. Await it.
     */
    toMatchContract(operationId: OperationId): Promise<void>;
  }
}

/** A value, or what gives it when the tests run: the address of a server that `beforeAll` starts. */
export type Later<Value> = Value | (() => Value | Promise<Value>);

export interface ContractTestsOptions extends Omit<CheckOptions, 'baseUrl' | 'parameters'> {
  /** Name of the group of tests. */
  name?: string;
  baseUrl: Later<string>;
  parameters?: Later<NonNullable<CheckOptions['parameters']>>;
}

let known: CheckedContract | undefined;

expect.extend({
  async toMatchContract(received: unknown, operationId: string) {
    known ??= ownContract();
    const findings = await judgeResponse(known, operationId, received as ReceivedAnswer);
    const departures = findings.filter(({ severity }) => severity !== 'observation');
    return {
      pass: departures.length === 0,
      message: () =>
        departures.length === 0
          ? `Expected an answer that departs from what the contract says of ${operationId}, found one that keeps to it.`
          : departuresText(operationId, departures),
    };
  },
});

/**
 * Defines a test for each operation in scope. One check runs before them; an operation that it finds fault with fails,
 * and one whose success it could not test is skipped, with the reason. The key comes from `DIRECTORY_API_KEY` alone.
 *
 * Of options that are a function nothing is known when tests are defined: there is one for each operation of this
 * package's contract, and those out of scope are skipped.
 */
export function defineContractTests(options: Later<ContractTestsOptions>): void {
  const given: Partial<ContractTestsOptions> = typeof options === 'function' ? {} : options;
  describe(given.name ?? 'the contract', async () => {
    const contract = await chosenContract(given.contract);
    const scope = scopeOf({ ...given, operations: contract.operations });
    const operations = contract.operations.filter((operation) => typeof options === 'function' || scope.has(operation));
    let report: CheckReport;

    // Each request has a deadline of its own, and `maxTime` is one for all.
    beforeAll(async () => {
      const { check } = await import('./engine/check.js');
      report = await check(await arrived(options));
    }, 0);

    for (const { id, standing } of operations) {
      test(`${visible(id)} (${standing})`, ({ skip }) => {
        refuse(
          id,
          failing(report).filter(({ operationId }) => operationId === id),
        );
        const reason = whyNotTested(report, id);
        if (reason !== undefined) skip(sentence(reason));
      });
    }

    test('no violation elsewhere', () => {
      const others = failing(report).filter(({ operationId }) => !operations.some(({ id }) => id === operationId));
      refuse('The server', others);
    });

    test('the check comes to a verdict', () => {
      const { verdict, why, stopped } = report;
      if (stopped || (verdict !== 'passed' && verdict !== 'failed')) throw new ContractError(sentence(why));
    });
  });
}

async function arrived(options: Later<ContractTestsOptions>): Promise<CheckOptions> {
  const { name: _, baseUrl, parameters, ...rest } = await settled(options);
  return { ...rest, baseUrl: await settled(baseUrl), ...(parameters && { parameters: await settled(parameters) }) };
}

function settled<Value>(later: Later<Value>): Value | Promise<Value> {
  return typeof later === 'function' ? (later as () => Value | Promise<Value>)() : later;
}

function failing(report: CheckReport): Finding[] {
  return report.findings.filter((finding) => fails(report, finding));
}

/** Why an operation cannot be called passed; undefined where it can. */
function whyNotTested({ operations, verdict, why }: CheckReport, id: string): string | undefined {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found?.inScope) return found?.success.reason ?? 'It is not in scope.';
  if (found.success.tested) return undefined;
  return verdict === 'no-verdict' ? why : (found.success.reason ?? 'It was not tested.');
}

function refuse(who: string, findings: readonly Finding[]): void {
  if (findings.length > 0) throw new ContractError(departuresText(who, findings));
}

function departuresText(who: string, findings: readonly Finding[]): string {
  return (
    `${visible(who)} departs from the contract: ` +
    `${counted(findings.length, 'finding')}.\n\n${findingsText(findings)}\n`
  );
}

/** What went wrong is in the message; the stack would show only this file. */
class ContractError extends Error {
  override readonly name = 'ContractError';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
