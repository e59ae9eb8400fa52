import type { TestCase } from './case.js';
import { sentFields } from './contract/body-encoding.js';
import type { CheckedOperation } from './contract/operations.js';

/** Maximum number of parts of requests, such as fields, to remember for one operation. */
const maxParts = 200;

/** The parts of one operation's requests. Refused requests do not count, since they may not reach the failing step. */
interface OperationParts {
  /** The kinds of the requests that failed. */
  kinds: Set<TestCase['kind']>;
  /** The parts that all failing requests have. */
  sharedParts?: readonly string[];
  /** The parts of all requests that succeeded; undefined if none did. */
  successfulParts?: Set<string>;
}

/** For each operation, compares the requests that the server answers with a 5xx with the successful requests. */
export class FailingRequests {
  readonly #operations = new Map<string, OperationParts>();

  add(operation: CheckedOperation, testCase: TestCase, status: number): void {
    const entry = this.#operations.get(operation.id) ?? { kinds: new Set() };
    this.#operations.set(operation.id, entry);
    const parts = partsOf(operation, testCase);
    if (status >= 500) {
      entry.kinds.add(testCase.kind);
      entry.sharedParts = entry.sharedParts?.filter((part) => parts.includes(part)) ?? parts;
    } else if (status < 300)
      entry.successfulParts = new Set([...(entry.successfulParts ?? []), ...parts].slice(0, maxParts));
  }

  /**
   * Returns a sentence about the part that all failing requests of an operation have and no successful request has.
   * Returns undefined if only one kind of request failed, since the name of this kind says what is unusual.
   */
  sharedPartText(operationId: string): string | undefined {
    const { kinds, sharedParts = [], successfulParts } = this.#operations.get(operationId) ?? {};
    if (!kinds || kinds.size < 2) return undefined;
    // Without a success, any field or parameter may be one that all requests need, and not the cause of the failures.
    const parts = sharedParts.filter((part) => !(successfulParts?.has(part) ?? part.startsWith('the ')));
    const ending = successfulParts ? ', but no successful request does' : '';
    return [1, 2].includes(parts.length)
      ? `All requests that fail in this way have ${parts.join(' and ')}${ending}.`
      : undefined;
  }
}

/** Returns the parts of a request that other requests of the operation may lack. */
function partsOf(operation: CheckedOperation, { kind, isAtUnknownId, request }: TestCase): string[] {
  const fields = Object.keys(sentFields(request.body, operation) ?? {});
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  return [
    ...(isAtUnknownId === true || kind === 'unknown-id' ? ['an unknown id'] : []),
    ...(request.key === 'right' ? [] : ['a wrong key or none']),
    ...(operation.body && request.body === undefined ? ['no body'] : []),
    ...[...new Set(query.keys())].map((name) => `the parameter ${JSON.stringify(name)}`),
    ...fields.map((name) => `the field ${JSON.stringify(name)}`),
  ];
}
