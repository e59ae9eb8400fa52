import { literalPattern } from '../../../contract/path-template.js';
import { groupBy } from '../../../text/group-by.js';
import { counted } from '../../../text/numbers.js';
import { UsageError } from '../../../text/usage-error.js';
import { createJudge } from '../../judge/response.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { Exchange } from '../../model/exchange.js';
import { NoVerdict } from '../../model/no-verdict.js';
import type { Purpose, RecordedTraffic } from '../../model/report/recorded-traffic.js';
import { keyInUse } from '../../transport/key.js';
import { type Ended, type Gather, type Gathered, learn } from '../report/gathered.js';
import { HarFiles } from './har-files.js';

/** Milliseconds of work between two moments in which signals are handled. */
const spell = 50;

/**
 * The traffic of one recording, of any size, whichever hosts it has.
 *
 * @throws UsageError if it is no file; its `exchanges` do if the file ends too early
 */
export function trafficOf(file: string): RecordedTraffic {
  const files = new HarFiles([file]);
  return {
    name: files.name,
    *exchanges() {
      for (const { exchange } of files.exchanges()) yield { exchange };
      const [torn] = files.torn;
      if (torn !== undefined) throw new UsageError(`${torn} Expected a whole recording. Record the traffic again.`);
    },
    notes: () => files.notes(),
  };
}

/** Checks recorded traffic against the contract. Sends nothing. */
export async function checkHar(
  traffic: RecordedTraffic,
  signal: AbortSignal | undefined,
  gather: Gather,
): Promise<Ended> {
  // The recording may contain the current key.
  const { cleaned, redact } = keyInUse();
  const gathered = gather(redact);
  let stopped: NoVerdict | undefined;
  try {
    const { judged, unknown, others } = await judgeAll(gathered, traffic, cleaned, signal);
    const said = counted(judged, 'recorded exchange was judged', 'recorded exchanges were judged');
    gathered.notes.push(`${said}; ${counted(unknown, 'belongs', 'belong')} to no operation of the contract.`);
    if (others > 0)
      gathered.notes.push(`${counted(others, 'exchange')} with other hosts than ${traffic.origin} were left out.`);
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    stopped = error;
  }
  gathered.notes.push(...traffic.notes());
  return { gathered, stopped, isCutOff: stopped !== undefined };
}

/** How many exchanges belong to an operation of the contract, to none, and to another service. */
type Numbers = Record<'judged' | 'unknown' | 'others', number>;

/**
 * @param cleaned removes the key from an exchange
 * @throws NoVerdict if the signal is aborted
 */
async function judgeAll(
  gathered: Gathered,
  traffic: RecordedTraffic,
  cleaned: (exchange: Exchange) => Exchange,
  signal: AbortSignal | undefined,
): Promise<Numbers> {
  const { contract, tally } = gathered;
  const find = matcher(contract);
  const judge = createJudge(contract, { isMock: true, signal });
  const numbers: Numbers = { judged: 0, unknown: 0, others: 0 };
  let heard = performance.now();
  let index = 0;
  for (const { exchange: recorded, origin, purpose } of traffic.exchanges()) {
    index += 1;
    if (performance.now() - heard > spell) {
      await new Promise(setImmediate);
      if (signal?.aborted) throw new NoVerdict('run.stopped', 'The run was stopped.');
      heard = performance.now();
    }
    const { method, path } = recorded.request;
    const operation = purpose ? contract.operation(purpose.operationId) : find(method, path);
    if (operation) traffic.origin ??= origin;
    const isOther = origin !== undefined && traffic.origin !== undefined && origin !== traffic.origin;
    numbers[isOther ? 'others' : operation ? 'judged' : 'unknown'] += 1;
    if (isOther) continue;
    const exchange = cleaned(recorded);
    if (!operation) {
      if (!purpose) gathered.evidence.seeOther(exchange);
      continue;
    }
    const { isWriting = false, ...sent } = purpose ?? unknownPurpose(operation, index);
    const testCase: TestCase = { ...sent, about: 'that was recorded', request: exchange.request };
    const { deviations, value } = await judge(testCase, exchange);
    tally.record(testCase, exchange, deviations);
    learn(gathered, { testCase: testCase, operation, exchange, value, isWriting });
  }
  return numbers;
}

/** Of a request that somebody else has sent. */
function unknownPurpose({ id }: CheckedOperation, index: number): Purpose {
  return { id: `${id}/recorded/${index}`, operationId: id, kind: 'recorded', expect: 'any' };
}

/** Finds the operation of a request; the path may have a prefix before the paths of the contract. */
function matcher(contract: CheckedContract): (method: string, path: string) => CheckedOperation | undefined {
  const forms = contract.operations.map(formOf).sort((a, b) => b.literal - a.literal);
  const byMethod = groupBy(forms, ({ operation }) => operation.method.toUpperCase());
  return (method, path) => {
    const [pathname = ''] = path.split('?', 1);
    const parts = pathname.split('/');
    return byMethod.get(method)?.find(({ last }) => endsWith(parts, last))?.operation;
  };
}

interface Form {
  operation: CheckedOperation;
  /** The number of parts that are literal. */
  literal: number;
  /** The parts of its path, the last one first. */
  last: readonly (string | RegExp)[];
}

function formOf(operation: CheckedOperation): Form {
  const parts = operation.path.split('/').slice(1);
  const last = parts.reverse().map((part) => {
    if (!part.includes('{')) return part;
    const pattern = part.split(/\{[^}]+\}/).map(literalPattern);
    return new RegExp(`^${pattern.join('.+')}$`, 's');
  });
  return { operation, last, literal: parts.filter((part) => part !== '' && !part.startsWith('{')).length };
}

function endsWith(parts: readonly string[], last: Form['last']): boolean {
  // What stands before the path ends with its first slash.
  if (parts.length <= last.length) return false;
  return last.every((wanted, index) => {
    const part = parts[parts.length - 1 - index] as string;
    return typeof wanted === 'string' ? wanted === part : wanted.test(part);
  });
}
