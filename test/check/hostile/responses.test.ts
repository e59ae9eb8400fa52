import { describe, expect, it } from 'vitest';
import { checkAgainst, isTested, read, rightBut } from './hostile-check.js';
import { json, saying } from './net-server.js';
import { rows } from './rows.js';

/** `body` of `body.not-json`. One mistake may break several rules of the same family. */
const familyOf = (rule: string): string | undefined => rule.split('.')[0];

it('a correct server passes, so the findings about the others come from their faults', async () => {
  const { report } = await checkAgainst(() => rightBut(saying(json('[]'))));
  expect(report).toMatchObject({ verdict: 'passed', findings: [], notes: [] });
  expect(isTested(report)).toBe(true);
});

describe.each(rows.map((row) => [row.name, row] as const))('%s', (_, { servers, timeout = 10 }) => {
  // Servers that hang wait concurrently; for the others it would only take longer.
  const test = timeout < 1 ? it.concurrent : it;

  test.each(servers.map((server) => [server.with, server] as const))(
    'a server with %s',
    { tags: 'slow' },
    async (__, hostility) => {
      const { respond, finds, at, isReadable = false, operationId = read, ...options } = hostility;
      const { report, server, other } = await checkAgainst(respond, {
        ...options,
        check: { timeout, ...options.check },
      });
      const found = report.findings.filter(
        ({ rule, pointer }) => rule === finds && (at === undefined || pointer === at),
      );
      expect(found.map((finding) => finding.operationId)).toEqual([operationId]);
      expect(
        report.findings.filter(
          ({ rule, severity }) => severity !== 'observation' && familyOf(rule) !== familyOf(finds),
        ),
      ).toEqual([]);
      expect(isTested(report, operationId)).toBe(isReadable);
      if (!isReadable) expect([report.verdict, report.exitCode]).not.toEqual(['passed', 0]);
      expect(server.requests.length).toBeGreaterThan(0);
      expect(other.connections).toBe(0);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});
