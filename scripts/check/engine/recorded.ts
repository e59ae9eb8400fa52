import type { Case } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Exchange } from '../model/exchange.js';
import type { Judge } from '../judge/answer.js';
import type { CheckedOperation } from '../model/operations.js';
import { literalPattern } from '../model/resources.js';
import { NoVerdict } from '../model/no-verdict.js';
import type { Tally } from '../model/tally.js';

/** What came of recorded traffic: exchanges that were judged, and those of which the contract says nothing. */
export interface RecordedRun {
  judged: number;
  unknown: number;
}

export interface RecordedParts {
  contract: CheckedContract;
  exchanges: readonly Exchange[];
  /** Makes of an exchange what others may see of it. */
  cleaned: (exchange: Exchange) => Exchange;
  tally: Tally;
  judge: Judge;
  see: (kase: Case, operation: CheckedOperation, exchange: Exchange, value: unknown) => void;
  signal: AbortSignal | undefined;
}

/** Milliseconds of work after which signals are heard. */
const spell = 50;

/**
 * Holds recorded exchanges against the contract. Nothing is sent.
 *
 * @throws NoVerdict where the signal is aborted
 */
export async function checkRecorded({
  contract,
  exchanges,
  cleaned,
  tally,
  judge,
  see,
  signal,
}: RecordedParts): Promise<RecordedRun> {
  const find = matcher(contract);
  let judged = 0;
  let heard = performance.now();
  for (const [index, recorded] of exchanges.entries()) {
    if (performance.now() - heard > spell) {
      await new Promise(setImmediate);
      if (signal?.aborted) throw new NoVerdict('run.stopped', 'The run was stopped.');
      heard = performance.now();
    }
    const operation = find(recorded.request.method, recorded.request.path);
    if (!operation) continue;
    judged += 1;
    const exchange = cleaned(recorded);
    const kase: Case = {
      id: `${operation.id}/recorded/${index + 1}`,
      operationId: operation.id,
      kind: 'recorded',
      about: 'that was recorded',
      request: exchange.request,
      expect: 'any',
    };
    const { deviations, value } = await judge(kase, exchange);
    tally.record(kase, exchange, deviations);
    see(kase, operation, exchange, value);
  }
  return { judged, unknown: exchanges.length - judged };
}

/** Finds the operation of a request; an address may have a path in front of that of the interface. */
function matcher(contract: CheckedContract): (method: string, path: string) => CheckedOperation | undefined {
  const forms = contract.operations
    .map((operation) => {
      const literal = operation.path.split('/').filter((part) => part !== '' && !part.startsWith('{')).length;
      const source = operation.path
        .split(/\{[^}]+\}/)
        .map(literalPattern)
        .join('[^/]+');
      return { operation, literal, form: new RegExp(`${source}$`) };
    })
    .sort((a, b) => b.literal - a.literal);
  return (method, path) => {
    const [pathname = ''] = path.split('?', 1);
    return forms.find(({ operation, form }) => operation.method.toUpperCase() === method && form.test(pathname))
      ?.operation;
  };
}
