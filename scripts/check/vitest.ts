// The module `directory-contract/vitest`. Importing it adds matchers to `expect`.
import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operation-table.js';
import type { components } from '../../generated/types.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../text/escape.js';
import { formatCount } from '../text/numbers.js';
import { chooseContract } from './engine/contract/choose-contract.js';
import { judgeResponse, type ReceivedResponse } from './engine/runners/judge-response.js';
import { createValueJudge, type ValueJudge } from './engine/runners/judge-value.js';
import type { CheckedContract } from './model/contract/contract.js';
import type { Finding } from './model/finding.js';
import type { CheckOptions } from './model/options.js';
import type { CheckReport } from './model/report/report.js';
import { scopeOf } from './model/scope.js';
import { findingsText } from './reports/finding-text.js';
import { isFailing } from './reports/summary.js';
import { withoutKey } from './transport/key.js';

/** The name of a schema of the contract. */
export type SchemaName = keyof components['schemas'];

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * Checks a response against the contract: a `Response`, whose body can still be read afterwards, or `{ status,
     * headers?, body? }`. Await the result. With `answers`, the contract includes the answers in that file.
     */
    toMatchContract(operationId: OperationId, options?: { answers?: string }): Promise<void>;
    /**
     * Compares a value, such as a fixture, with a schema of the contract. A field that the contract does not document
     * fails, except in an open object. With `answers`, the contract includes the answers in that file.
     */
    toBeSchema(name: SchemaName, options?: { answers?: string }): void;
  }
}

/**
 * A value, or a function that returns the value when the tests run, such as the address of a server that `beforeAll`
 * starts.
 */
export type Later<Value> = Value | (() => Value | Promise<Value>);

export interface ContractTestsOptions extends Omit<CheckOptions, 'baseUrl' | 'parameters'> {
  /** Name of the group of tests; `the contract` by default. */
  name?: string;
  /** Address of the server, without the base path of the interface; or a function that returns it. */
  baseUrl: Later<string>;
  /** As for `check`: `{ directory_id: '…' }`; or a function that returns the parameters. */
  parameters?: Later<NonNullable<CheckOptions['parameters']>>;
}

/** Contracts that were already read, by the file with their answers. */
const contractCache = new Map<string | undefined, Promise<CheckedContract>>();
const judgeCache = new Map<string | undefined, ValueJudge>();

expect.extend({
  async toMatchContract(received: unknown, operationId: string, { answers }: { answers?: string } = {}) {
    const contract = contractCache.get(answers) ?? chooseContract({ answers });
    contractCache.set(answers, contract);
    const findings = await judgeResponse(await contract, operationId, received as ReceivedResponse);
    const seriousFindings = findings.filter(({ severity }) => severity !== 'observation');
    return {
      pass: seriousFindings.length === 0,
      message: () =>
        seriousFindings.length === 0
          ? `Expected a response of ${operationId} that does not match the contract, found one that does.`
          : contractErrorText(operationId, seriousFindings),
    };
  },
  toBeSchema(received: unknown, name: string, { answers }: { answers?: string } = {}) {
    const judge = judgeCache.get(answers) ?? createValueJudge(answers);
    judgeCache.set(answers, judge);
    const problems = judge.judge(judge.schemaOf(name), received);
    const lines = problems.map(({ pointer, message }) =>
      `${sanitizeLine(pointer)}\n  ${sanitizeSentence(message)}`.trim(),
    );
    return {
      pass: problems.length === 0,
      message: () =>
        problems.length === 0
          ? `Expected a value that is not a valid ${name}, found one that is.`
          : withoutKey(
              `Expected a valid ${name}, found ${formatCount(problems.length, 'problem')}.\n\n${lines.join('\n')}\n`,
            ),
    };
  },
});

/**
 * Defines a test for each operation in scope. One check runs before them. The test of an operation fails if the
 * operation has failing findings; it is skipped, with the reason, if its success could not be tested. The key comes
 * only from `DIRECTORY_API_KEY`.
 *
 * If the options are a function, the scope is unknown when the tests are defined. Then each operation of this package's
 * contract has a test, and tests of operations out of scope are skipped.
 */
export function defineContractTests(options: Later<ContractTestsOptions>): void {
  const staticOptions: Partial<ContractTestsOptions> = typeof options === 'function' ? {} : options;
  describe(staticOptions.name ?? 'the contract', async () => {
    const contract = await chooseContract(staticOptions);
    const scope = scopeOf({ ...staticOptions, operations: contract.operations });
    const operations = contract.operations.filter((operation) => typeof options === 'function' || scope.has(operation));
    let report: CheckReport;

    // The hook needs no timeout: each request has its own, and `maxTime` limits the run.
    beforeAll(async () => {
      const { check } = await import('./engine/check.js');
      report = await check(await resolveOptions(options));
    }, 0);

    for (const { id, standing } of operations) {
      test(`${sanitize(id)} (${standing})`, ({ skip }) => {
        throwOnFindings(
          id,
          failingFindings(report).filter(({ operationId }) => operationId === id),
        );
        const reason = whyNotTested(report, id);
        if (reason !== undefined) skip(sanitizeSentence(reason));
      });
    }

    test('no violation in other operations', () => {
      const others = failingFindings(report).filter(
        ({ operationId }) => !operations.some(({ id }) => id === operationId),
      );
      throwOnFindings('The server', others);
    });

    test('the check reaches a verdict', () => {
      const { verdict, why, stopped } = report;
      if (stopped || (verdict !== 'passed' && verdict !== 'failed')) throw new ContractError(sanitizeSentence(why));
    });
  });
}

async function resolveOptions(options: Later<ContractTestsOptions>): Promise<CheckOptions> {
  const { name: _, baseUrl, parameters, ...rest } = await resolveLater(options);
  return {
    ...rest,
    baseUrl: await resolveLater(baseUrl),
    ...(parameters && { parameters: await resolveLater(parameters) }),
  };
}

function resolveLater<Value>(later: Later<Value>): Value | Promise<Value> {
  return typeof later === 'function' ? (later as () => Value | Promise<Value>)() : later;
}

function failingFindings(report: CheckReport): Finding[] {
  return report.findings.filter((finding) => isFailing(report, finding));
}

/** Returns the reason why an operation was not tested; undefined if it was tested. */
function whyNotTested({ operations, verdict, why }: CheckReport, id: string): string | undefined {
  const entry = operations.find(({ operationId }) => operationId === id);
  if (!entry?.inScope) return entry?.success.reason ?? 'The run does not include this operation.';
  if (entry.success.tested) return undefined;
  return verdict === 'no-verdict' ? why : (entry.success.reason ?? 'The run did not test this operation.');
}

function throwOnFindings(subject: string, findings: readonly Finding[]): void {
  if (findings.length > 0) throw new ContractError(contractErrorText(subject, findings));
}

function contractErrorText(subject: string, findings: readonly Finding[]): string {
  const verb = findings.some(({ severity }) => severity === 'violation') ? 'violates' : 'departs from';
  return (
    `${sanitize(subject)} ${verb} the contract: ` +
    `${formatCount(findings.length, 'finding')}.\n\n${findingsText(findings)}\n`
  );
}

/** An error without a stack trace, since the trace would only name this file. */
class ContractError extends Error {
  override readonly name = 'ContractError';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
