import { performance } from 'node:perf_hooks';
import type { CaseSource } from './cases/source.js';
import { createJudge } from './judge/answer.js';
import type { CheckOptions } from './options.js';
import { ownContract } from './own-contract.js';
import type { CheckReport, Verdict } from './report.js';
import { run } from './run.js';
import { scopeOf } from './scope.js';
import { NoVerdict, Session } from './session.js';
import { Tally } from './tally.js';
import { createTransport } from './transport/index.js';
import { World } from './world.js';

/** Checks a live server against the contract. */
export async function check(options: CheckOptions): Promise<CheckReport> {
  const {
    baseUrl, parameters = {}, include = [], writes = 'none', target = 'server', strict = false, seed = 0, runs = 10,
    concurrency = 4, timeout = 30, settle = 0, signal,
  } = options;
  const started = new Date();
  const begin = performance.now();
  const contract = ownContract();
  const transport = createTransport({ baseUrl, connections: concurrency, timeout: timeout * 1000 });
  const tally = new Tally(contract, baseUrl.replace(/\/+$/, ''), transport.redact);
  const isMock = target === 'mock';
  const session = new Session({
    contract,
    tally,
    send: (kase, operation) => transport.send(kase.request, operation.security),
    judge: createJudge(contract, { leaks: transport.leaks, isMock }),
    settle: settle * 1000,
    concurrency,
    signal,
    ...(options.maxTime !== undefined && { endsAt: begin + options.maxTime * 1000 }),
  });
  const world = new World(contract, parameters);
  const source: CaseSource = { contract, seed, references: (name, context) => world.references(name, context), knows: (id) => world.knows(id) };
  const scope = scopeOf({ ...options, operations: contract.operations });
  let stopped: NoVerdict | undefined;
  try {
    await run({ contract, session, world, source, scope, writes, isMock, runs, concurrency, begin: () => undefined });
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    stopped = error;
  } finally {
    await transport.close();
  }
  const milliseconds = performance.now() - begin;
  const findings = tally.findings();
  const counts = { violation: 0, drift: 0, observation: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  const operations = tally.operations(scope.has, (operation) => scope.whyNot(operation));
  const scoped = operations.filter(({ inScope }) => inScope);
  const fails = counts.violation > 0 || (strict && counts.drift > 0);
  const verdict: Verdict = stopped ? 'no-verdict' : fails ? 'failed' : 'passed';
  return {
    format: 1,
    contract: { title: contract.title, version: contract.version },
    target: { baseUrl, kind: target },
    run: {
      writes, include: [...include], strict, seed, runs, started: started.toISOString(), milliseconds: Math.round(milliseconds),
      requests: tally.requests, requestsPerSecond: Math.round((tally.requests / milliseconds) * 1000),
    },
    verdict,
    why: stopped?.message ?? '',
    exitCode: fails ? 1 : stopped ? 3 : 0,
    counts,
    coverage: {
      operations: operations.length, inScope: scoped.length,
      successTested: scoped.filter(({ success }) => success.tested).length,
      refusalTested: scoped.filter(({ refusal }) => refusal.tested).length,
      statuses: { seen: 0, documented: 0 }, fields: { seen: 0, documented: 0 },
    },
    operations,
    findings,
    evidence: [],
    notes: [],
  };
}
