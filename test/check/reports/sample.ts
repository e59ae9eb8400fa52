import { contractVersion, operationTable } from '../../../generated/operation-table.js';
import type { Finding } from '../../../scripts/check/model/finding.js';
import type { CheckReport, OperationReport, Tested } from '../../../scripts/check/model/report/report.js';

export interface SampleOptions {
  /** Keeps only the operations with these tags, and their findings. */
  tags?: readonly string[];
  /** Leaves out violations and drift. */
  green?: boolean;
}

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
  const requests = operations.reduce((sum, each) => sum + each.requests, 0);
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
      fields: { seen: 340, documented: 352 },
    },
    operations,
    findings: structuredClone(found),
    evidence: evidence.map((entry) => ({ ...entry })),
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
  report.run.shard = { index: 1, count: 4, timings: 'ab'.repeat(32) };
  report.coverage.fields.unseen = ['Review.summary'];
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

const out = '--only does not name it.';

function tested(reason: string | undefined): Tested {
  return reason === undefined ? { tested: true } : { tested: false, reason };
}

const entry = '/api/directory/private/v1alpha/directories/0fd4340a-c3c4-4d8b-815a-f5be26abedae/entries/partners';

function curl(method: string, path: string, body?: string): string {
  return [
    `curl -X ${method} 'http://127.0.0.1:4020${path}'`,
    '-H "Authorization: $DIRECTORY_API_KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `--data-raw '${body}'`]),
  ].join(' ');
}

function place(pointer: string, file: string, line: number): Finding['contract'] {
  return { pointer: `/components/${pointer}`, file: `openapi/components/${file}.yaml`, line };
}

type Seen = readonly [severity: Finding['severity'], rule: string, operationId: string, pointer: string];
type Said = Pick<Finding, 'message' | 'expected' | 'actual' | 'contract' | 'curl'> & Partial<Finding>;

function found([severity, rule, operationId, pointer]: Seen, said: Said): Finding {
  const id = `${rule}:${operationId}:${pointer}`;
  return {
    id,
    rule,
    severity,
    operationId,
    pointer,
    standing: 'named',
    case: `${operationId}/read`,
    count: 1,
    ...said,
  };
}

const findings: readonly Finding[] = [
  found(['violation', 'auth.ignored', 'listPartnerEntries', ''], {
    message: 'A request without a key succeeds.',
    expected: 'a 4xx',
    actual: '200 OK',
    contract: place('securitySchemes/ApiKey', 'securitySchemes/shared/ApiKey', 1),
    case: 'listPartnerEntries/no-key',
    curl: `curl 'http://127.0.0.1:4020${entry}/'`,
  }),
  found(['violation', 'schema.type', 'getPartnerEntry', '/featured'], {
    message: 'The field "featured" has the wrong type.',
    expected: 'boolean',
    actual: '"yes"',
    contract: place('schemas/PartnerEntry/properties/featured', 'schemas/partner-entries/PartnerEntry', 34),
    curl: curl('GET', `${entry}/c07ef43e-b5f0-44d8-8c75-5f49fec498c9/`),
    count: 12,
  }),
  found(['violation', 'update.not-stored', 'updatePartnerEntry', '/custom_slug'], {
    message: 'The response to an update has the new value, but the next read does not.',
    expected: '"Check-Custom-Slug-a1b2"',
    actual: '"fjordline"',
    contract: place(
      'schemas/PartnerEntryUpdate/properties/customSlug',
      'schemas/partner-entries/PartnerEntryUpdate',
      61,
    ),
    standing: 'stated',
    case: 'updatePartnerEntry/field/customSlug',
    curl: curl('PATCH', `${entry}/c07ef43e-b5f0-44d8-8c75-5f49fec498c9/`, '{"customSlug":"Check-Custom-Slug-a1b2"}'),
  }),
  found(['drift', 'field.undeclared', 'getReview', '/internal_notes'], {
    message: 'The contract lists all fields here, and "internal_notes" is not one of them.',
    expected: 'the fields that the contract lists',
    actual: '"call back on Monday"',
    contract: place('schemas/Review', 'schemas/reviews/Review', 1),
    seenIn: [
      ['getReview', '/internal_notes'],
      ['listReviews', '/*/internal_notes'],
      ['updateReview', '/internal_notes'],
    ].map(([operationId = '', pointer = '']) => ({ operationId, pointer })),
    curl: curl(
      'GET',
      '/api/directory/private/v1alpha/reviews/directory/0fd4340a-c3c4-4d8b-815a-f5be26abedae/' +
        '5b1a4f7e-8f0f-4c5e-9a53-0d6b8f2f4c11/',
    ),
    count: 4,
  }),
  found(['observation', 'value.unlisted', 'listPartnerEntries', '/*/status'], {
    message: 'The contract does not list this value; the set is open.',
    expected: 'public, hidden, or another text',
    actual: '"archived"',
    contract: place('schemas/PartnerEntry/properties/status', 'schemas/partner-entries/PartnerEntry', 120),
    curl: curl('GET', `${entry}/`),
    count: 2,
  }),
  found(['observation', 'field.absent', 'getPartnerEntry', '/file'], {
    message: 'The documented field "file" is in no response.',
    expected: 'a field, not required',
    actual: 'absent from 13 of 13 responses',
    contract: { pointer: '/components/schemas/PartnerEntry/properties/file' },
    curl: curl('GET', `${entry}/c07ef43e-b5f0-44d8-8c75-5f49fec498c9/`),
    count: 13,
  }),
];

const evidence: CheckReport['evidence'] = [
  {
    unknown: 'partner-entry.status-values',
    question: 'Which values can the status of a partner entry have?',
    assumed: 'An open set with `public` and `hidden`.',
    seen: [
      'Seen were public (20 entries), hidden (3) and archived (1).',
      'A status of "unknown" was refused with 400.',
    ],
    answers: 26,
  },
  {
    unknown: 'auth.refusal-status',
    question: 'Which status does a request with a missing or wrong key get?',
    assumed: 'Any 4xx; 401 is the likeliest.',
    seen: ['A missing key got 401 in 116 of 117 operations, a wrong one in all.'],
    answers: 234,
  },
];
