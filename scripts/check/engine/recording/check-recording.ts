import { pathSource, withoutSlash } from '../../../contract/path-template.js';
import { groupBy } from '../../../text/group-by.js';
import { formatCount } from '../../../text/numbers.js';
import { UsageError } from '../../../text/usage-error.js';
import { createJudge } from '../../judge/response.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { Exchange } from '../../model/exchange.js';
import { NoVerdict } from '../../model/no-verdict.js';
import type { Purpose, RecordedTraffic } from '../../model/report/recorded-traffic.js';
import type { ReportedExchange } from '../../model/report/report.js';
import { getKeySearch } from '../../transport/key.js';
import { type CreateRunData, type RunData, type RunResult, recordResponse } from '../report/run-data.js';
import { readReportEntry } from './har.js';
import { HarFiles } from './har-files.js';

/** Milliseconds of work between two pauses, in which the process can handle signals such as Ctrl-C. */
const millisecondsBetweenPauses = 50;

/**
 * Returns the traffic of one recording of any size. Without an origin, all hosts count as the service.
 *
 * @param origin the origin of the service; exchanges with other origins are left out
 * @throws UsageError if the file does not exist; `exchanges` throws one if the file ends too early
 */
export function trafficOf(file: string, origin?: string): RecordedTraffic {
  const files = new HarFiles([file]);
  return {
    name: files.name,
    origin,
    *exchanges() {
      for (const { exchange, origin: exchangeOrigin } of files.exchanges())
        yield { exchange, ...(origin !== undefined && exchangeOrigin !== undefined && { origin: exchangeOrigin }) };
      const [truncationNote] = files.truncationNotes;
      if (truncationNote !== undefined)
        throw new UsageError(`${truncationNote} Expected a complete recording. Record the traffic again.`);
    },
    notes: () => files.notes(),
  };
}

/** Returns the exchanges of a run as traffic that can be judged again. @param name shown to people */
export function trafficOfRun(name: string, exchanges: readonly ReportedExchange[]): RecordedTraffic {
  const readableExchanges = exchanges.map(readReportEntry).filter((each) => typeof each !== 'string');
  return { name, isOfRun: true, exchanges: () => readableExchanges, notes: () => [] };
}

export async function checkHar(
  traffic: RecordedTraffic,
  signal: AbortSignal | undefined,
  createData: CreateRunData,
): Promise<RunResult> {
  // The recording may contain the key, so it is removed from exchanges and strings.
  const { clean: removeKey, redact } = getKeySearch();
  const data = createData(redact);
  let stopReason: NoVerdict | undefined;
  try {
    const { judged, unknown, others } = await judgeExchanges(data, traffic, removeKey, signal);
    const summary = formatCount(judged, 'recorded exchange was judged', 'recorded exchanges were judged');
    const unknownText = formatCount(unknown, 'exchange belongs', 'exchanges belong');
    data.notes.push(`${summary}; ${unknownText} to no operation of the contract.`);
    const omission = formatCount(others, 'exchange was', 'exchanges were');
    if (others > 0) data.notes.push(`${omission} left out, because a server other than ${traffic.origin} responded.`);
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    stopReason = error;
  }
  data.notes.push(...traffic.notes());
  return { data, stopReason, isCutOff: stopReason !== undefined };
}

/** Number of exchanges that belong to an operation of the contract, to no operation, and to another service. */
type ExchangeCounts = Record<'judged' | 'unknown' | 'others', number>;

/** @param clean removes the key from an exchange @throws NoVerdict if the run was stopped */
async function judgeExchanges(
  data: RunData,
  traffic: RecordedTraffic,
  clean: (exchange: Exchange) => Exchange,
  signal: AbortSignal | undefined,
): Promise<ExchangeCounts> {
  const { contract, tally } = data;
  const findOperation = createMatcher(contract);
  const judge = createJudge(contract, { isMock: true, signal });
  const counts: ExchangeCounts = { judged: 0, unknown: 0, others: 0 };
  let lastPause = performance.now();
  let index = 0;
  for (const { exchange: rawExchange, origin, purpose } of traffic.exchanges()) {
    index += 1;
    if (performance.now() - lastPause > millisecondsBetweenPauses) {
      await new Promise(setImmediate);
      if (signal?.aborted) throw new NoVerdict('run.stopped', 'The run was stopped.');
      lastPause = performance.now();
    }
    const { method, path } = rawExchange.request;
    const operation = purpose ? contract.operation(purpose.operationId) : findOperation(method, path);
    if (operation) traffic.origin ??= origin;
    const hasOtherOrigin = origin !== undefined && traffic.origin !== undefined && origin !== traffic.origin;
    counts[hasOtherOrigin ? 'others' : operation ? 'judged' : 'unknown'] += 1;
    if (hasOtherOrigin) continue;
    const exchange = traffic.isOfRun ? rawExchange : clean(rawExchange);
    if (!operation) {
      if (!purpose) data.evidence.seeUnmatchedExchange(exchange);
      continue;
    }
    const { isWriting = false, ...caseParts } = purpose ?? defaultPurposeOf(operation, index);
    const testCase: TestCase = { ...caseParts, about: 'that was recorded', request: exchange.request };
    const judgement = await judge(testCase, exchange);
    tally.record(testCase, exchange, judgement.deviations);
    if (!traffic.isOfRun) recordResponse(data, { testCase, operation, exchange, judgement, isWriting });
  }
  return counts;
}

function defaultPurposeOf({ id }: CheckedOperation, index: number): Purpose {
  return { id: `${id}/recorded/${index}`, operationId: id, kind: 'recorded', expect: 'any' };
}

/**
 * Returns a function that finds the operation of a request. The path may have a prefix that the contract lacks. A slash
 * at its end matters only if the paths of two operations differ just in that slash.
 */
function createMatcher(contract: CheckedContract): (method: string, path: string) => CheckedOperation | undefined {
  const pathPatterns = contract.operations.map(pathPatternOf).sort((a, b) => b.literalCount - a.literalCount);
  const patternsByMethod = groupBy(pathPatterns, ({ operation }) => operation.method.toUpperCase());
  return (method, path) => {
    const [pathname = ''] = path.split('?', 1);
    const parts = withoutSlash(pathname).split('/');
    const patterns = (patternsByMethod.get(method) ?? []).filter(({ reversedParts }) => endsWith(parts, reversedParts));
    const isExact = ({ operation }: PathPattern): boolean => operation.path.endsWith('/') === pathname.endsWith('/');
    return (patterns.find(isExact) ?? patterns[0])?.operation;
  };
}

interface PathPattern {
  operation: CheckedOperation;
  literalCount: number;
  /** The segments of the operation's path in reverse order. A slash at the end of the path adds no segment. */
  reversedParts: readonly (string | RegExp)[];
}

function pathPatternOf(operation: CheckedOperation): PathPattern {
  const parts = withoutSlash(operation.path).split('/').slice(1);
  const reversedParts = parts.reverse().map((part) => {
    if (!part.includes('{')) return part;
    return new RegExp(`^${pathSource(part, '.+')}$`, 's');
  });
  const literalCount = parts.filter((part) => part !== '' && !part.startsWith('{')).length;
  return { operation, reversedParts, literalCount };
}

function endsWith(parts: readonly string[], reversedParts: PathPattern['reversedParts']): boolean {
  // A request path begins with a slash, so its first part is empty: it always has one part more than the pattern.
  if (parts.length <= reversedParts.length) return false;
  // The path `/` has no segments, and every path would end with it. So it may have no prefix.
  if (reversedParts.length === 0) return parts.length === 1;
  return reversedParts.every((pattern, index) => {
    const part = parts[parts.length - 1 - index] as string;
    return typeof pattern === 'string' ? pattern === part : pattern.test(part);
  });
}
