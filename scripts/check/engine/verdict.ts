import { exitCodes } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import type { Finding } from '../model/finding.js';
import type { NoVerdict } from '../model/no-verdict.js';
import type { CheckOptions } from '../model/options.js';
import type { CheckReport, OperationReport, Verdict } from '../model/report.js';
import { isOfFamily } from '../model/rules/families.js';
import type { RuleId } from '../model/rules/index.js';
import { exitCodeOf, type StateReport } from '../model/state-report.js';

export interface VerdictParts {
  /** Why the run is incomplete. */
  stopped: NoVerdict | undefined;
  /** Findings that count: not those that a baseline accepts. */
  findings: readonly Finding[];
  operations: readonly OperationReport[];
  options: Pick<CheckOptions, 'strict' | 'minCoverage' | 'baseUrl' | 'har'>;
  state?: StateReport | undefined;
}

/** What a run ends as, and the sentence that says why; the order of the exit codes is that of the safety rules. */
export function verdictOf({
  stopped,
  findings,
  operations,
  options,
  state,
}: VerdictParts): Pick<CheckReport, 'verdict' | 'why' | 'exitCode'> {
  const { strict = false, minCoverage, baseUrl, har } = options;
  const say = (verdict: Verdict, exitCode: number, why: string): Pick<CheckReport, 'verdict' | 'why' | 'exitCode'> => ({
    verdict,
    exitCode,
    why,
  });
  const violations = findings.filter(({ severity }) => severity === 'violation').length;
  const drifts = findings.filter(({ severity }) => severity === 'drift').length;
  const scoped = operations.filter(({ inScope }) => inScope);
  const tested = scoped.filter(({ success }) => success.tested).length;
  const unrestored = exitCodeOf(state?.differing ?? []);
  if (state && unrestored !== 0)
    return say('not-restored', unrestored, `${notRestored(state)}${stopped ? ` ${stopped.message}` : ''}`);
  // A server that breaks down over everything is wrong; one that answers everything otherwise is another.
  const breaksDown = findings.some(
    ({ rule, severity }) =>
      severity === 'violation' &&
      (rule === ('status.server-error' satisfies RuleId) || isOfFamily(rule, 'transport', 'body')),
  );
  const isProven = tested > 0 || breaksDown || scoped.length === 0;
  const unjudged = findings.filter(
    ({ rule, operationId }) => unjudging.has(rule) && scoped.some((each) => each.operationId === operationId),
  );
  const incomplete = stopped?.message ?? notJudged(unjudged);
  // What was proven stays so, whatever was not tested besides.
  if (isProven && violations > 0)
    return say(
      'failed',
      exitCodes.violated,
      beside(incomplete, 'The contract is violated', counted(violations, 'violation')),
    );
  if (isProven && strict && drifts > unjudged.length)
    return say(
      'failed',
      exitCodes.violated,
      beside(incomplete, 'The contract is not kept under --strict', counted(drifts, 'drift')),
    );
  if (incomplete !== undefined) return say('no-verdict', exitCodes.noVerdict, incomplete);
  if (!isProven) return say('no-verdict', exitCodes.noVerdict, nothingAnswers(scoped, baseUrl, har));
  const gap = coverageGap(tested, scoped.length, minCoverage);
  if (gap !== undefined) return say('under-coverage', exitCodes.tooLittleTested, gap);
  return say(
    'passed',
    exitCodes.done,
    drifts > 0
      ? `No violation; ${counted(drifts, 'drift')} from what the contract infers.`
      : 'No violation and no drift.',
  );
}

function coverageGap(tested: number, all: number, wanted = 0): string | undefined {
  const percent = all === 0 ? 100 : (tested / all) * 100;
  if (percent >= wanted) return undefined;
  const found = `Success was tested for ${tested} of ${all} operations, ${percent.toFixed(1)} %`;
  return `${found}; --min-coverage asks for ${wanted} %.`;
}

/** What is wrong, and in the same sentence why there may be more. */
function beside(incomplete: string | undefined, what: string, found: string): string {
  return incomplete === undefined
    ? `${what}: ${found}.`
    : `${what} (${found}), and the run is incomplete: ${incomplete}`;
}

/** Findings that say of a body that nobody knows whether it is right. */
const unjudging = new Set<string>(['body.too-slow', 'body.too-long', 'body.too-many-errors'] satisfies RuleId[]);

function notJudged(findings: readonly Finding[]): string | undefined {
  const [first] = findings;
  if (!first) return undefined;
  const ids = [...new Set(findings.map(({ operationId }) => operationId))];
  const others = ids.length > 3 ? ` and ${ids.length - 3} more` : '';
  return (
    `An answer to ${ids.slice(0, 3).join(', ')}${others} could not be judged. ${first.message} Look at what it ` +
    'sends there, or leave it out with --exclude.'
  );
}

/** What is not what it was, and what to do about it. */
function notRestored({ differing, undo }: StateReport): string {
  const fields = differing.reduce((sum, { differences }) => sum + differences.length, 0);
  const resources = counted(differing.length, 'thing');
  if (undo === undefined)
    return `Somebody else has changed ${counted(fields, 'field')} of ${resources} meanwhile; that was left as it is.`;
  if (fields === 0) {
    const [why = ''] = differing.flatMap((resource) => resource.why ?? []);
    return (
      `Nobody can say whether ${resources} ${differing.length === 1 ? 'is what it was' : 'are what they were'} ` +
      `before the run. ${why} "${undo}" looks again.`
    );
  }
  const what =
    `${counted(fields, 'field')} of ${resources} ${fields === 1 ? 'is' : 'are'} not what ` +
    `${fields === 1 ? 'it was' : 'they were'} before the run`;
  return (
    `${what}, and no update put that back. Each is named above, before and after. "${undo}" tries again, and ` +
    'proves it when somebody has put it right.'
  );
}

/** A server that is another service answers 404 to everything; an empty one has nothing to show. */
function nothingAnswers(operations: readonly OperationReport[], baseUrl: string, har: string | undefined): string {
  if (har !== undefined) return `No exchange in ${har} is a success of an operation of the contract.`;
  const statuses = new Map<string, number>();
  for (const operation of operations)
    for (const [status, count] of Object.entries(operation.statuses))
      statuses.set(status, (statuses.get(status) ?? 0) + count);
  const all = [...statuses].sort(([, a], [, b]) => b - a);
  const seen =
    all.length === 0
      ? 'no request could be sent'
      : `the answers were ${all
          .slice(0, 3)
          .map(([status, count]) => `${status} (${count} times)`)
          .join(', ')}`;
  return (
    `Nothing at ${baseUrl} answers as the contract says: ${seen}. Check that this is the address of the service, ` +
    'without the path of the interface, and give ids of things that are there.'
  );
}
