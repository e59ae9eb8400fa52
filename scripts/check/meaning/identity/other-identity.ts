import { isSameJson } from '../../../contract/json.js';
import { formatCount, formatList } from '../../../text/numbers.js';
import { isDistinctiveId } from '../../model/again.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { Deviation } from '../../model/deviation.js';
import { caseOf, type Parameters } from '../../model/request.js';
import type { RuleId } from '../../model/rules/index.js';
import { isNamedBy } from '../../model/scope.js';
import type { Outcome } from '../../session/outcome.js';
import type { Resource } from '../../session/resource.js';
import { tokensIn } from '../../values/token.js';
import type { Harness } from '../harness.js';

/** Maximum number of operations that a note names. */
const maxNamedOperations = 5;

/** A resource of the run, and how responses show it. */
export interface OwnResource {
  resource: Resource;
  /** The response to a read with the right key; undefined if no read returns the resource. */
  value: unknown;
  /** Strings that only this resource has: its id, unless that is a number or a word, and the tokens in its values. */
  marks: readonly string[];
}

type OtherIdentityRule = RuleId & `auth.other-identity-${string}`;

/** Whether no other resource of the server has this id. A number or a word may name another one for each identity. */
export function isUniqueId(id: string): boolean {
  return isDistinctiveId(id) && /\d/.test(id);
}

/** The requests with the other key, and the findings about them. */
export class OtherIdentity {
  readonly harness: Harness;
  readonly #shared: readonly string[];
  readonly #operationIds = new Set<string>();
  readonly #refusals = new Set<number>();
  #requestCount = 0;
  /** Whether an operation that needs a key has accepted the other key. */
  isKeyProven = false;

  constructor(harness: Harness, shared: readonly string[]) {
    this.harness = harness;
    this.#shared = shared;
  }

  /** Whether the resources of an operation belong to one identity, and the operation is in scope. */
  tests(operation: CheckedOperation | undefined): operation is CheckedOperation {
    if (!operation || !this.harness.scope.has(operation)) return false;
    const { security, isKeyOptional = false } = operation;
    return security.kind !== 'none' && !isKeyOptional && !this.#shared.some((text) => isNamedBy(text, operation));
  }

  /** Sends a request with the other key. Its response alone shows no fault. */
  async send(testCase: TestCase): Promise<Outcome> {
    const request = { ...testCase.request, key: 'other' } as const;
    const id = `${testCase.operationId}/other-identity${testCase.pointer ?? ''}`;
    const otherCase: TestCase = { ...testCase, id, kind: 'other-identity', expect: 'any', request };
    const outcome = await this.harness.session.send(otherCase, 'preparing');
    this.#requestCount += 1;
    this.#operationIds.add(testCase.operationId);
    this.isKeyProven ||= outcome.ok;
    if (!outcome.ok) this.#refusals.add(outcome.status);
    return outcome;
  }

  /** Whether a response shows a resource of the run. */
  shows({ resource: { type, parameters }, value, marks }: OwnResource, outcome: Outcome): boolean {
    if (!outcome.ok) return false;
    const isWhole = value !== undefined && isUniqueId(parameters[type.parameter] ?? '');
    const isRead = outcome.case.operationId === type.get?.id;
    return isMarked(textOf(outcome), marks) || (isWhole && isRead && isSameJson(outcome.value, value));
  }

  /**
   * Whether a write with the other key reaches this resource, or none. An id that is a number may name a different
   * resource of the other identity, which must not be touched.
   */
  async mayWrite(own: OwnResource): Promise<boolean> {
    const { type, parameters } = own.resource;
    if (isUniqueId(parameters[type.parameter] ?? '')) return true;
    if (!type.get) return false;
    const read = await this.send(readCase(type.get, parameters));
    return this.shows(own, read) || [401, 403, 404, 410].includes(read.status);
  }

  report(
    rule: OtherIdentityRule,
    outcome: Outcome,
    details: Pick<Deviation, 'expected' | 'actual'> & Partial<Pick<Deviation, 'pointer' | 'shownPath'>>,
  ): void {
    const { session } = this.harness;
    const operation = session.contract.operation(outcome.case.operationId);
    if (!operation) return;
    const message =
      `With the other key, another identity ${rule.split('-').at(-1)} a resource that the run created with its own ` +
      `key. If all may do so, name the operation with --shared ${operation.id}.`;
    const statesDenial = operation.responses.some(({ status }) => status === '403' || status === '404');
    session.reportFault(outcome, operation, { rule, message, ...details }, { statesDenial });
  }

  /** Whether each request with the other key got a 401, as with an invalid key. */
  get isKeyRefused(): boolean {
    return this.#requestCount > 0 && !this.isKeyProven && [...this.#refusals].join() === '401';
  }

  /** Returns a sentence for the report: what was tried, or why the result proves nothing. */
  note(): string {
    const requests = formatCount(this.#requestCount, 'request');
    const operations = formatList([...this.#operationIds].sort(), maxNamedOperations);
    if (this.#requestCount === 0)
      return 'The other key was not tried, because the run has created no resource that it could test with that key.';
    if (this.isKeyProven) return `Another identity was tested with ${requests} with the other key, to ${operations}.`;
    const statuses = [...this.#refusals].join(', ');
    const reason = this.isKeyRefused
      ? 'The other key is probably invalid'
      : 'It is not proven that the other key is valid';
    return (
      `${reason}: the server refused ${requests} with it (${statuses}), and accepted none. So it is not known ` +
      "whether another identity has access to the run's resources."
    );
  }
}

export function textOf({ exchange }: Outcome): string {
  return new TextDecoder().decode(exchange.response?.bytes);
}

/** Whether a text contains one of the marks of a resource. */
export function isMarked(text: string, marks: readonly string[]): boolean {
  const tokens = new Set(tokensIn(text));
  return marks.some((mark) => tokens.has(mark) || (mark.length > 6 && text.toLowerCase().includes(mark)));
}

/** Returns a read to send with either key. */
export function readCase(
  operation: CheckedOperation,
  parameters: Parameters,
  query?: Record<string, string>,
): TestCase {
  const about = 'for a resource that another identity has created';
  return caseOf(operation, { kind: 'other-identity', about, expect: 'any', parameters, query, detail: 'control' });
}
