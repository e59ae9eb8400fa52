import { describe, expect, it } from 'vitest';
import { type Asked, type Broken, checkBroken } from './broken-server.js';
import { expectDescribed } from './run.js';

const broken = { status: 500 };

/** Fails at the requests of an operation for whose number, counted from 1, `isFailing` returns true. */
function failingAt(path: RegExp, method: string, isFailing: (turn: number) => boolean): (request: Asked) => Broken {
  let turn = 0;
  return (request) => (path.test(request.path) && request.method === method && isFailing(++turn) ? broken : undefined);
}

const currencies = /\/currency-field-options\/$/;
const options = { only: ['listDirectories', 'listCurrencyFieldOptions', 'updateFilter'], concurrency: 1 };

describe('a read that gets a 5xx is repeated', () => {
  it.each([1, 2, 3])(
    'and counts as drift if only request %d of its operation fails',
    { tags: 'slow' },
    async (failing) => {
      const { report, requestCount } = await checkBroken(
        failingAt(currencies, 'GET', (turn) => turn === failing),
        options,
      );
      expectDescribed(report);
      const [finding, ...others] = report.findings.filter(({ severity }) => severity !== 'observation');
      expect(others).toEqual([]);
      expect(finding).toMatchObject({
        id: 'status.server-error:listCurrencyFieldOptions:',
        severity: 'drift',
        count: 1,
        message: expect.stringMatching(
          / happened once in the run, and not again when the check repeated the request\.$/,
        ) as string,
        curl: expect.stringContaining('/currency-field-options/') as string,
      });
      expect(report).toMatchObject({ verdict: 'passed', exitCode: 0, run: { requests: requestCount } });
      const operation = report.operations.find(({ operationId }) => operationId === 'listCurrencyFieldOptions');
      expect(operation).toMatchObject({ success: { tested: true }, refusal: { tested: true }, statuses: { 500: 1 } });
    },
  );

  it('and counts as a violation if it fails again, without a third request', { tags: 'slow' }, async () => {
    const always = await checkBroken(
      failingAt(currencies, 'GET', () => true),
      options,
    );
    expect(always.report.findings[0]).toMatchObject({ rule: 'status.server-error', severity: 'violation' });
    const correctRun = await checkBroken(() => undefined, options);
    expect(always.requestCount).toBeLessThanOrEqual(correctRun.requestCount + 1);
  });

  it('and counts as a violation if another request of the operation fails as well', async () => {
    const { report } = await checkBroken(
      failingAt(currencies, 'GET', (turn) => turn === 1 || turn === 5),
      options,
    );
    expect(report.findings[0]).toMatchObject({ rule: 'status.server-error', severity: 'violation', count: 2 });
  });

  it('and two operations that fail once each count as drift', async () => {
    const one = failingAt(currencies, 'GET', (turn) => turn === 1);
    const other = failingAt(/\/directories\/$/, 'GET', (turn) => turn === 2);
    const { report } = await checkBroken((askedRequest) => one(askedRequest) ?? other(askedRequest), options);
    const failedFindings = report.findings.filter(({ rule }) => rule === 'status.server-error');
    expect(failedFindings.map(({ operationId, severity }) => `${operationId} ${severity}`)).toEqual([
      'listDirectories drift',
      'listCurrencyFieldOptions drift',
    ]);
  });

  it('but a write is not repeated, and counts as a violation', async () => {
    let writes = 0;
    const { report } = await checkBroken(({ method }) => (method === 'PATCH' && ++writes === 1 ? broken : undefined), {
      ...options,
      only: ['updateFilter', 'listDirectories'],
    });
    expect(report.findings[0]).toMatchObject({
      id: 'status.server-error:updateFilter:',
      severity: 'violation',
      count: 1,
    });
  });
});
