import type { TestCase } from './case.js';
import { sentFields } from './contract/body-encoding.js';
import type { CheckedOperation } from './contract/operations.js';

/** Maximum number of parts of requests, such as fields, to remember for one operation. */
const limit = 200;

/** The numbers of requests with a 5xx, and of those with a success. */
interface Counts {
  failed: number;
  successful: number;
}

/** The requests of one operation. Refusals do not count: they may precede the step at which other requests fail. */
interface OperationCounts extends Counts {
  /** The kinds of the requests that failed. */
  kinds: Set<TestCase['kind']>;
  /** The numbers of the requests that had a part, by this part. */
  parts: Map<string, Counts>;
}

/** Compares, for each operation, the requests that the server answers with a 5xx with those that succeed. */
export class FailingRequests {
  readonly #counts = new Map<string, OperationCounts>();

  add(operation: CheckedOperation, testCase: TestCase, status: number): void {
    const result = status >= 500 ? 'failed' : status < 300 ? 'successful' : undefined;
    if (!result) return;
    const counts = this.#counts.get(operation.id) ?? { failed: 0, successful: 0, kinds: new Set(), parts: new Map() };
    this.#counts.set(operation.id, counts);
    counts[result] += 1;
    if (result === 'failed') counts.kinds.add(testCase.kind);
    for (const part of partsOf(operation, testCase)) {
      const ofPart = counts.parts.get(part) ?? { failed: 0, successful: 0 };
      ofPart[result] += 1;
      if (counts.parts.size < limit) counts.parts.set(part, ofPart);
    }
  }

  /**
   * Returns a sentence about the part that all failing requests of an operation have and no successful one has. Returns
   * undefined if only one kind of request failed, since its description says what is unusual about it.
   */
  sharedPartText(operationId: string): string | undefined {
    const counts = this.#counts.get(operationId);
    if (!counts || counts.kinds.size < 2) return undefined;
    const { failed, successful, parts } = counts;
    const shared = [...parts].flatMap(([part, each]) => {
      // Without a success, needed fields and parameters cannot be told from those that make requests fail.
      const isTelling = successful > 0 || !part.startsWith('the ');
      return isTelling && each.failed === failed && each.successful === 0 ? [part] : [];
    });
    if (shared.length === 0 || shared.length > 2) return undefined;
    const rest = successful > 0 ? ', and no successful request has' : '';
    return `All requests that fail in this way have ${shared.join(' and ')}${rest}.`;
  }
}

/** Returns the parts of a request that other requests of the operation may lack. */
function partsOf(operation: CheckedOperation, { kind, isAtUnknownId, request }: TestCase): string[] {
  const fields = Object.keys(sentFields(request.body, operation) ?? {});
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  return [
    ...(isAtUnknownId === true || kind === 'unknown-id' ? ['an unknown id'] : []),
    ...(request.key === 'right' ? [] : ['no right key']),
    ...(operation.body && request.body === undefined ? ['no body'] : []),
    ...[...new Set(query.keys())].map((name) => `the parameter ${JSON.stringify(name)}`),
    ...fields.map((name) => `the field ${JSON.stringify(name)}`),
  ];
}
