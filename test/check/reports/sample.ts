import { contractVersion, operationTable } from '../../../generated/operation-table.js';
import type { Finding } from '../../../scripts/check/model/finding.js';
import type { CheckReport, OperationReport, Tested } from '../../../scripts/check/model/report/report.js';
import { yamlBeside } from '../../yaml-beside.js';

export interface SampleOptions {
  /** Keeps only the operations with these tags, and their findings. */
  tags?: readonly string[];
  /** Leaves out violations and drift. */
  green?: boolean;
}

/** Findings of each severity, and evidence on two unknowns. */
const { findings, evidence } = yamlBeside<Pick<CheckReport, 'findings' | 'evidence'>>(import.meta.url, 'sample.yaml');

/** The report of a run against a server with a few faults. Each call returns the same. */
export function sampleReport({ tags, green = false }: SampleOptions = {}): CheckReport {
  const operations = Object.entries(operationTable)
    .filter(([, { tag }]) => tags === undefined || tags.includes(tag))
    .map(([operationId, row], index) => operationOf(operationId, row, index, green));
  const ids = new Set(operations.map(({ operationId }) => operationId));
  const found = findings.filter(
    ({ operationId, severity }) => ids.has(operationId) && !(green && severity !== 'observation'),
  );
  const inScope = operations.filter((operation) => operation.inScope);
  const requests = operations.reduce((sum, report) => sum + report.requests, 0);
  const of = (severity: Finding['severity']): number => found.filter((finding) => finding.severity === severity).length;
  return {
    format: 1,
    contract: { title: 'Directory interface', version: contractVersion },
    target: { baseUrl: 'http://127.0.0.1:4020', kind: 'server' },
    run: {
      writes: 'disposable',
      include: ['named', 'inferred'],
      strict: false,
      seed: 7,
      runs: 10,
      started: '2026-11-21T09:30:00.000Z',
      milliseconds: 9_824,
      requests,
      requestsPerSecond: Math.round(requests / 9.824),
    },
    verdict: of('violation') > 0 ? 'failed' : 'passed',
    why:
      of('violation') > 0
        ? 'The server violates the contract: getPartnerEntry, updatePartnerEntry ' +
          'and listPartnerEntries differ from the stated facts.'
        : 'No stated fact is contradicted, and success was tested for each operation in scope.',
    exitCode: of('violation') > 0 ? 1 : 0,
    counts: { violation: of('violation'), drift: of('drift'), observation: of('observation') },
    coverage: {
      operations: operations.length,
      inScope: inScope.length,
      successTested: inScope.filter(({ success }) => success.tested).length,
      refusalTested: inScope.filter(({ refusal }) => refusal.tested).length,
      statuses: { seen: operations.length + 3, documented: operations.length + 5 },
      fields: {
        seen: 349,
        documented: 352,
        unseen: { listPartnerEntries: ['[].media[].url', '[].tier.id'], getReview: ['shortSummary'] },
      },
    },
    operations,
    findings: structuredClone(found),
    evidence: structuredClone(evidence),
    notes: ['1 read was sent again after the connection broke, and then passed.'],
  };
}

/** A report of a run without a verdict. */
export function refusedReport(): CheckReport {
  return { ...sampleReport({ green: true }), verdict: 'no-verdict', why: 'The server refused the key.', exitCode: 3 };
}

/** A small report in which every optional member is present. */
export function fullReport(): CheckReport {
  const report = sampleReport({ tags: ['reviews'] });
  report.contract.file = 'other.yaml';
  report.run.minFields = 90;
  report.run.shard = { index: 1, count: 4, timings: 'ab'.repeat(32) };
  for (const { time } of report.operations) time.total = 100 * time.median;
  report.run.docs = 'https://docs.example.com/';
  report.run.config = 'directory-contract.config.json';
  report.stopped = {
    code: 'target.busy',
    since: { operationId: 'listReviews', request: 41, seconds: 2.1, goodAnswers: 40 },
  };
  report.baseline = { file: 'known.json', accepted: ['a'], fixed: ['b'], expired: ['c'] };
  return report;
}

type Row = (typeof operationTable)[keyof typeof operationTable];

function operationOf(operationId: string, row: Row, index: number, green: boolean): OperationReport {
  const isOut = row.tag === 'matchmaking' && !green;
  const noId = !green && operationId === 'exportReviews';
  const noRefusal = !green && operationId === 'getReview';
  const requests = isOut ? 0 : 42 + ((index * 37) % 90);
  return {
    operationId,
    method: row.method,
    path: row.path,
    tag: row.tag,
    standing: row.standing,
    inScope: !isOut,
    success: tested(isOut ? out : noId ? 'Each response was 403. Use a key that may export reviews.' : undefined),
    refusal: tested(
      isOut ? out : noRefusal ? 'No id of a review is known. Give one with --param review_id=…' : undefined,
    ),
    requests,
    statuses: isOut ? {} : { [noId ? 403 : row.success]: requests - 20, 401: 3, 404: 17 },
    failures: operationId === 'listReviews' ? { 'transport.reset': 1 } : {},
    time: isOut ? { median: 0, slowest: 0 } : { median: 1 + ((index * 7) % 23) / 10, slowest: 4 + ((index * 13) % 47) },
  };
}

const out = '--only does not include it.';

const tested = (reason: string | undefined): Tested => ({ tested: reason === undefined, ...(reason && { reason }) });
