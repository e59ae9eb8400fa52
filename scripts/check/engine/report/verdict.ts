import { visible } from '../../../text/escape.js';
import { exitCodes } from '../../../text/exit-codes.js';
import { counted, listOf } from '../../../text/numbers.js';
import type { Finding } from '../../model/finding.js';
import { BrokenRun, type NoVerdict } from '../../model/no-verdict.js';
import type { CheckOptions } from '../../model/options.js';
import type { CheckReport, OperationReport, Verdict } from '../../model/report/report.js';
import { exitCodeOf, type StateReport } from '../../model/report/state-report.js';
import { isOfFamily, type RuleId } from '../../model/rules/index.js';

interface VerdictParts {
  /** The reason if the run is incomplete. */
  stopped: NoVerdict | undefined;
  /** Findings that no baseline accepts. */
  findings: readonly Finding[];
  operations: readonly OperationReport[];
  options: Pick<CheckOptions, 'strict' | 'minCoverage' | 'baseUrl' | 'har' | 'writes' | 'target' | 'changedFrom'>;
  state?: StateReport | undefined;
}

type Reason = Pick<CheckReport, 'verdict' | 'why' | 'exitCode'>;

/** The verdict of a run and the sentence that explains it; the exit codes come in the order of the safety rules. */
export function verdictOf({ stopped, findings, operations, options, state }: VerdictParts): Reason {
  const { strict = false, minCoverage, baseUrl, har } = options;
  const say = (verdict: Verdict, exitCode: number, why: string): Reason => ({ verdict, exitCode, why });
  const violations = findings.filter(({ severity }) => severity === 'violation').length;
  const drifts = findings.filter(({ severity }) => severity === 'drift').length;
  const scoped = operations.filter(({ inScope }) => inScope);
  const tested = scoped.filter(({ success }) => success.tested).length;
  const unrestored = exitCodeOf(state?.differing ?? []);
  if (state && unrestored !== 0)
    return say('not-restored', unrestored, `${notRestored(state)}${stopped ? ` ${stopped.message}` : ''}`);
  if (stopped instanceof BrokenRun) return say('no-verdict', exitCodes.noVerdict, stopped.message);
  // A server that fails at everything violates the contract; one that never responds as documented is another service.
  const breaksDown = findings.some(
    ({ rule, severity }) =>
      (severity === 'violation' || (strict && severity === 'drift')) &&
      (rule === ('status.server-error' satisfies RuleId) || isOfFamily(rule, 'transport', 'body')),
  );
  const isProven = tested > 0 || breaksDown || scoped.length === 0;
  const unjudged = findings.filter(
    ({ rule, operationId }) => unjudging.has(rule) && scoped.some((each) => each.operationId === operationId),
  );
  const incomplete = stopped?.message ?? notJudged(unjudged);
  // A proven violation counts even if the run is incomplete.
  if (isProven && violations > 0)
    return say(
      'failed',
      exitCodes.violated,
      combined(incomplete, 'The server violates the contract', counted(violations, 'violation')),
    );
  if (isProven && strict && drifts > unjudged.length)
    return say(
      'failed',
      exitCodes.violated,
      combined(incomplete, 'The server fails --strict', counted(drifts, 'drift')),
    );
  if (incomplete !== undefined) return say('no-verdict', exitCodes.noVerdict, incomplete);
  if (!isProven) return say('no-verdict', exitCodes.noVerdict, nothingSucceeded(scoped, baseUrl, har));
  const gap = coverageGap(tested, scoped.length, minCoverage);
  if (gap !== undefined) return say('under-coverage', exitCodes.tooLittleTested, gap);
  if (scoped.length === 0) return say('passed', exitCodes.done, nothingInScope(options));
  const tried = whatWasTried(operations, options);
  return say(
    'passed',
    exitCodes.done,
    drifts > 0
      ? `No violation, but ${counted(drifts, 'drift')} from what the contract infers, in ${tried}. With --strict the ` +
          'run would fail.'
      : `No violation and no drift in ${tried}.`,
  );
}

/** `the success of 61 operations and the refusals of 63; not tried: the success of 2, 54 out of scope, any write`. */
function whatWasTried(
  operations: readonly OperationReport[],
  { writes = 'none', target = 'server', har }: VerdictParts['options'],
): string {
  const scoped = operations.filter(({ inScope }) => inScope);
  const [success, refusals] = (['success', 'refusal'] as const).map(
    (part) => scoped.filter((operation) => operation[part].tested).length,
  ) as [number, number];
  const left = [
    ...(success < scoped.length ? [`the success of ${scoped.length - success}`] : []),
    ...(refusals < scoped.length ? [`the refusals of ${scoped.length - refusals}`] : []),
    ...(scoped.length < operations.length ? [`${operations.length - scoped.length} out of scope`] : []),
    ...(writes === 'none' && target === 'server' && har === undefined ? ['any write'] : []),
  ];
  const tried = `the success of ${counted(success, 'operation')} and the refusals of ${refusals}`;
  return left.length === 0 ? tried : `${tried}; not tried: ${left.join(', ')}`;
}

function nothingInScope({ changedFrom }: VerdictParts['options']): string {
  return changedFrom === undefined
    ? 'Nothing was checked: no operation is in scope.'
    : // The query of an address may have a secret.
      `Nothing was checked: no operation in scope differs from ${visible(changedFrom.replace(/[?#].*$/s, ''))}.`;
}

function coverageGap(tested: number, all: number, wanted = 0): string | undefined {
  const percent = all === 0 ? 100 : (tested / all) * 100;
  if (percent >= wanted) return undefined;
  const found = `Success was tested for ${tested} of ${all} operations, ${percent.toFixed(1)} %`;
  return `${found}; --min-coverage requires ${wanted} %.`;
}

/** Joins the verdict with the reason why the run is incomplete. */
function combined(incomplete: string | undefined, what: string, found: string): string {
  return incomplete === undefined
    ? `${what}: ${found}.`
    : `${what} (${found}), and the run is incomplete: ${incomplete}`;
}

/** Rules that report a body that could not be judged. */
const unjudging = new Set<string>([
  'body.too-slow',
  'body.too-long',
  'body.too-many-errors',
  'body.too-deep',
  'transport.too-large',
  'transport.headers-too-large',
  'transport.encoding',
] satisfies RuleId[]);

function notJudged(findings: readonly Finding[]): string | undefined {
  const [first] = findings;
  if (!first) return undefined;
  const ids = [...new Set(findings.map(({ operationId }) => operationId))];
  return (
    `A response of ${listOf(ids, 3)} could not be judged. ${first.message} Look at that response, or skip the ` +
    'operation with --exclude.'
  );
}

/** The resources that were not restored, and what to do about them. */
function notRestored({ differing, undo }: StateReport): string {
  const fields = differing.reduce((sum, { differences }) => sum + differences.length, 0);
  const resources = counted(differing.length, 'resource');
  if (undo === undefined)
    return `Somebody else changed ${counted(fields, 'field')} of ${resources} during the run; that change was kept.`;
  if (fields === 0) {
    const [why = ''] = differing.flatMap((resource) => resource.why ?? []);
    return (
      `Whether ${resources} ${differing.length === 1 ? 'has its' : 'have their'} values from before the run is ` +
      `unknown. ${why} Run "${undo}" to look again.`
    );
  }
  const what = `${counted(fields, 'field')} of ${resources} ${fields === 1 ? 'differs' : 'differ'} from before the run`;
  return (
    `${what}, and no update restored that. The findings name each field, before and after. Run "${undo}" to try ` +
    'again, or to confirm a correction by hand.'
  );
}

/** Why the first operation in scope was not tested, in parentheses. */
function whyUntested(operations: readonly OperationReport[]): string {
  const first = operations.find(({ inScope, success }) => inScope && !success.tested);
  const { reason = '' } = first?.success ?? {};
  return first && reason !== '' ? ` (${first.operationId}: ${reason.replace(/\.$/, '')})` : '';
}

/** Explains that no operation succeeded: it may be another service, which returns 404 for everything, or be empty. */
function nothingSucceeded(operations: readonly OperationReport[], baseUrl: string, har: string | undefined): string {
  if (har !== undefined) return `${har} contains no successful response of an operation of the contract.`;
  const statuses = new Map<string, number>();
  for (const operation of operations)
    for (const [status, count] of Object.entries(operation.statuses))
      statuses.set(status, (statuses.get(status) ?? 0) + count);
  const all = [...statuses].sort(([, a], [, b]) => b - a);
  const seen =
    all.length === 0
      ? `no request could be sent${whyUntested(operations)}`
      : `the statuses were ${all
          .slice(0, 3)
          .map(([status, count]) => `${status} (${count} times)`)
          .join(', ')}`;
  return (
    `No operation of the contract succeeded at ${baseUrl}: ${seen}. Check that this is the address of the service, ` +
    'and set ids of existing resources.'
  );
}
