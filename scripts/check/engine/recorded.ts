import { literalPattern } from '../../contract/path-template.js';
import { createJudge } from '../judge/response.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Exchange } from '../model/exchange.js';
import { NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import { keyInUse } from '../transport/key.js';
import { type Ended, type Gather, type Gathered, learn } from './gathered.js';
import { readHar } from './har.js';

/** Milliseconds of work between two moments in which signals are handled. */
const spell = 50;

/** Checks recorded traffic against the contract. Sends nothing. */
export async function checkHar(file: string, signal: AbortSignal | undefined, gather: Gather): Promise<Ended> {
  const recording = readHar(file);
  // The recording may contain the current key.
  const { cleaned, redact } = keyInUse();
  const gathered = gather(redact);
  let stopped: NoVerdict | undefined;
  try {
    const judged = await judgeAll(gathered, recording.exchanges, cleaned, signal);
    const unknown = recording.exchanges.length - judged;
    gathered.notes.push(`${judged} recorded exchanges were judged; ${unknown} belong to no operation of the contract.`);
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    stopped = error;
  }
  for (const { reason, count } of recording.skipped.reasons)
    gathered.notes.push(`${count} entries of the recording were skipped: ${reason}`);
  return { gathered, stopped, isCutOff: stopped !== undefined };
}

/**
 * @param cleaned removes the key from an exchange
 * @returns the number of exchanges that belong to an operation of the contract
 * @throws NoVerdict if the signal is aborted
 */
async function judgeAll(
  gathered: Gathered,
  exchanges: readonly Exchange[],
  cleaned: (exchange: Exchange) => Exchange,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { contract, tally } = gathered;
  const find = matcher(contract);
  const judge = createJudge(contract, { isMock: true, signal });
  let judged = 0;
  let heard = performance.now();
  for (const [index, recorded] of exchanges.entries()) {
    if (performance.now() - heard > spell) {
      await new Promise(setImmediate);
      if (signal?.aborted) throw new NoVerdict('run.stopped', 'The run was stopped.');
      heard = performance.now();
    }
    const operation = find(recorded.request.method, recorded.request.path);
    if (!operation) {
      gathered.evidence.seeOther(cleaned(recorded));
      continue;
    }
    judged += 1;
    const exchange = cleaned(recorded);
    const testCase: TestCase = {
      id: `${operation.id}/recorded/${index + 1}`,
      operationId: operation.id,
      kind: 'recorded',
      about: 'that was recorded',
      request: exchange.request,
      expect: 'any',
    };
    const { deviations, value } = await judge(testCase, exchange);
    tally.record(testCase, exchange, deviations);
    learn(gathered, { testCase: testCase, operation, exchange, value, isWriting: false });
  }
  return judged;
}

/** Finds the operation of a request; the path may have a prefix before the paths of the contract. */
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
