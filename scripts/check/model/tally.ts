import { itemsPlace } from '../../contract/paging/items-place.js';
import type { Paging } from '../../contract/paging/paging.js';
import type { Security } from '../../contract/security.js';
import { compareText } from '../../text/problem.js';
import { type Again, isSafeStep, toShellScript } from './again.js';
import type { CaseKind, TestCase } from './case.js';
import { AcceptedFields } from './contract/accepted-fields.js';
import type { CheckedContract } from './contract/contract.js';
import type { CheckedOperation } from './contract/operations.js';
import { mayNameResource } from './contract/resources.js';
import { curlLine } from './curl.js';
import type { Deviation } from './deviation.js';
import { blamesOtherField, errorTextOf } from './error-body.js';
import { type Exchange, headerOf, isBusyResponse, isKeyRefusal, isSuccess, unsentExchange } from './exchange.js';
import { FailingRequests } from './failing-requests.js';
import { type Finding, type Severity, severities } from './finding.js';
import { redactTexts } from './redact-texts.js';
import { mergeSimilarFindings } from './report/merge-findings.js';
import type { OperationReport } from './report/report.js';
import { isInFamily, type RuleId } from './rules/index.js';

interface FindingEntry {
  finding: Finding;
  request: Exchange['request'];
  /** Whether the request has an unusual form, such as other header names, while its content is usual. */
  hasUnusualForm: boolean;
  /** Whether the finding counts only if the operation has accepted another request. */
  needsAcceptance: boolean;
  /** Returns the steps that reproduce the finding. */
  makeAgain: (() => Again | undefined) | undefined;
}

/** Kinds of test case whose 2xx does not prove that the operation works. */
const inconclusiveKinds = new Set<CaseKind>(['undeclared-method', 'spelling', 'href', 'head', 'variation', 'key-form']);

/** Whether the body could not be read, so that nothing else about it was judged. */
function isUnreadable({ rule, severity, isBodyJudged = false }: Deviation): boolean {
  // `body.unexpected` means that the contract describes no body, so nothing else could be judged.
  const isBodyRead = rule === 'body.unexpected' || isBodyJudged;
  return severity !== 'observation' && !isBodyRead && isInFamily(rule, 'media-type', 'body');
}

/** Whether the server refused the right key. This proves nothing unless the key may call the operation. */
function isForbidden({ request, response }: Exchange): boolean {
  return request.key === 'right' && isKeyRefusal(response);
}

/** Statuses about a precondition; they say nothing else about the request (RFC 9110 §15.5.13, RFC 6585 §3). */
const conditionStatuses = [412, 428];

/**
 * Whether a finding counts only if the operation has accepted another request. If it has not, perhaps the key may not
 * call the operation, or the service needs something in each request that the contract does not mention.
 */
function needsProofOfAcceptance(rule: string, exchange: Exchange): boolean {
  if (rule === 'request.refused') return true;
  if (rule !== 'refusal.status' && rule !== 'status.undeclared') return false;
  return isForbidden(exchange) || conditionStatuses.includes(exchange.response?.status ?? 0);
}

/** Kinds of test case whose requests have an unusual form. They show the faults of usual requests as well. */
const unusualFormKinds = new Set<CaseKind>(['variation', 'key-form']);

function isBetterExample({ id, kind, request }: TestCase, severity: Severity, entry: FindingEntry): boolean {
  const [weight, oldWeight] = [severities.indexOf(severity), severities.indexOf(entry.finding.severity)];
  if (weight !== oldWeight) return weight < oldWeight;
  if (unusualFormKinds.has(kind) !== entry.hasUnusualForm) return entry.hasUnusualForm;
  const [size, oldSize] = [request.body?.length ?? 0, entry.request.body?.length ?? 0];
  return size === oldSize ? id < entry.finding.case : size < oldSize;
}

/** Rules about accepted credentials other than the right ones. They say nothing new if an operation needs no key. */
const otherCredentialRules: ReadonlySet<string> = new Set<RuleId>([
  'auth.near-key-accepted',
  'auth.other-scheme-accepted',
  'auth.other-place-accepted',
  'auth.other-identity-reads',
  'auth.other-identity-lists',
  'auth.other-identity-changes',
  'auth.other-identity-deletes',
]);

/** Counts requests and collects findings. Its memory depends on the size of the contract, not of the run. */
export class Tally {
  readonly #contract: CheckedContract;
  readonly #baseUrl: string;
  readonly #redact: (text: string) => string;
  readonly #isWanted: (operation: CheckedOperation) => boolean;
  readonly #counts = new Map<string, Counts>();
  readonly #findings = new Map<string, FindingEntry>();
  /** The last successful read of each operation. */
  readonly #reads = new Map<string, Exchange['request']>();
  readonly #fields: AcceptedFields;
  readonly #failingRequests = new FailingRequests();
  requestCount = 0;
  /** Number of responses that were web pages. */
  pageCount = 0;
  failing = 0;
  /** Plans the steps that reproduce a finding; undefined for recorded traffic, which cannot be sent again. */
  planReplay: ((...parts: Parameters<Tally['add']>) => () => Again | undefined) | undefined;

  /** @param isWanted whether the findings of an operation count; the run calls others only to prepare requests */
  constructor(
    contract: CheckedContract,
    baseUrl: string,
    redact: (text: string) => string,
    isWanted: (operation: CheckedOperation) => boolean = () => true,
  ) {
    this.#isWanted = isWanted;
    this.#contract = contract;
    this.#fields = new AcceptedFields((name) => mayNameResource(contract.resources, name));
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#redact = redact;
  }

  record(testCase: TestCase, exchange: Exchange, deviations: readonly Deviation[]): void {
    this.count(testCase, exchange, deviations);
    this.countRefusal(testCase, exchange);
    for (const deviation of deviations) this.add(testCase, exchange, deviation);
  }

  /** Adds to the time spent on an operation, even if its requests only prepare others. */
  addTime(operationId: string, milliseconds: number): void {
    this.#countsFor(operationId).spentTime += milliseconds;
  }

  /** Counts one exchange, but not its findings and refusals. */
  count(testCase: TestCase, exchange: Exchange, deviations: readonly Deviation[]): void {
    const counts = this.#countsFor(testCase.operationId);
    counts.requests += exchange.attempts;
    this.requestCount += exchange.attempts;
    const { response, failure } = exchange;
    if (failure) counts.failures[failure.code] = (counts.failures[failure.code] ?? 0) + 1;
    if (!response) return;
    if (/^text\/html\b/i.test(headerOf(response, 'content-type') ?? '')) this.pageCount += 1;
    counts.statuses[response.status] = (counts.statuses[response.status] ?? 0) + 1;
    const operation = this.#contract.operation(testCase.operationId);
    if (operation && testCase.kind !== 'undeclared-method' && !isBusyResponse(response))
      this.#failingRequests.add(operation, testCase, response.status);
    if (counts.times.length < maxResponseTimes) counts.times.push(exchange.milliseconds);
    if (testCase.kind === 'read' && response.status === 200) this.#reads.set(testCase.operationId, testCase.request);
    if (inconclusiveKinds.has(testCase.kind) || testCase.expect === 'refusal') return;
    if (testCase.expect !== 'any') {
      counts.tries[response.status] = (counts.tries[response.status] ?? 0) + 1;
      if (response.status >= 400) counts.serverWords ??= errorTextOf(response);
    }
    if (isSuccess(response)) {
      const unreadableBody = deviations.find(isUnreadable);
      if (unreadableBody) counts.unreadableRule ??= unreadableBody.rule;
      else this.#noteSuccess(testCase);
    }
  }

  #noteSuccess({ operationId, request }: TestCase): void {
    this.#countsFor(operationId).success = true;
    // This package's own contract lists all fields that requests need, so the accepted fields are not collected for it.
    const operation = this.#contract.operation(operationId);
    if (operation && !this.#contract.hasProvenance) this.#fields.addAcceptedRequest(operation, request);
  }

  countRefusal(testCase: TestCase, exchange: Exchange): void {
    const { response } = exchange;
    const operation = this.#contract.operation(testCase.operationId);
    if (!response || response.status >= 500 || response.status === 429 || testCase.expect !== 'refusal') return;
    if (inconclusiveKinds.has(testCase.kind)) return;
    if (!operation || !blamesOtherField(this.#contract, operation, testCase, response))
      this.noteRefusal(testCase, exchange);
  }

  /** Adds a deviation, of one exchange or of several, as a finding, or counts it for an existing finding. */
  add(testCase: TestCase, exchange: Exchange, deviation: Deviation): void {
    const { rule, severity, answeredQuestion, openQuestion } = deviation;
    const operation = this.#contract.operation(testCase.operationId);
    const pointer = withoutItems(operation?.paging, deviation);
    const id = `${rule}:${testCase.operationId}:${pointer}`;
    const entry = this.#findings.get(id);
    const count = (entry?.finding.count ?? 0) + 1;
    if (rule === 'request.refused' && operation) this.#fields.addRefusedRequest(id, operation, exchange.request);
    const needsAcceptance = needsProofOfAcceptance(rule, exchange) && entry?.needsAcceptance !== false;
    if (entry) entry.needsAcceptance = needsAcceptance;
    // Keeps the most severe deviation, then the smallest request: the order of arrival depends on concurrency.
    if (entry && !isBetterExample(testCase, severity, entry)) {
      entry.finding.count = count;
      return;
    }
    if (!operation || !this.#isWanted(operation)) return;
    if ((entry?.finding.severity ?? 'observation') === 'observation' && severity !== 'observation') this.failing += 1;
    const finding: Finding = {
      id,
      rule,
      severity,
      operationId: testCase.operationId,
      pointer,
      message: this.#redact(deviation.message),
      expected: this.#redact(deviation.expected),
      actual: this.#redact(deviation.actual),
      contract: {
        pointer: deviation.contract,
        ...(answeredQuestion !== undefined && { answered: this.#contract.answeredBy(answeredQuestion) }),
      },
      ...(openQuestion !== undefined && { question: openQuestion }),
      standing: operation.standing,
      case: testCase.id,
      curl: '',
      count,
    };
    this.#findings.set(id, {
      finding,
      request: exchange.request,
      hasUnusualForm: unusualFormKinds.has(testCase.kind),
      needsAcceptance,
      makeAgain: this.planReplay?.(testCase, exchange, deviation),
    });
  }

  has(id: string): boolean {
    return this.#findings.has(id);
  }

  /** Records why requests of an operation were left out. */
  noteSkipped(operationId: string, reason: string): void {
    this.#countsFor(operationId).reasons.add(reason);
  }

  /** Adds a deviation that becomes visible only over the whole run. */
  addRunDeviation(operation: CheckedOperation, deviation: Deviation): void {
    const { id: operationId, method, path } = operation;
    const request = this.#reads.get(operationId) ?? { method: method.toUpperCase(), path, headers: {}, key: 'right' };
    const purpose = { id: `${operationId}/read`, operationId, kind: 'read', about: '', expect: 'any' } as const;
    this.add({ ...purpose, request }, unsentExchange(request), deviation);
  }

  pointerOf(operationId: string): string {
    return this.#contract.operation(operationId)?.pointer ?? '';
  }

  /** Records the refusal of a request that the server was allowed to refuse. */
  noteRefusal({ operationId }: TestCase, exchange: Exchange): void {
    this.#countsFor(operationId)[isForbidden(exchange) ? 'forbidden' : 'refusal'] = true;
  }

  countsOf(operationId: string): Readonly<Pick<Counts, 'requests' | 'statuses' | 'failures' | 'success' | 'refusal'>> {
    return this.#countsFor(operationId);
  }

  /** Returns violations first, then the others, each in the order of the contract. */
  findings(): Finding[] {
    const order = new Map(this.#contract.operations.map(({ id }, index) => [id, index]));
    const conclusiveEntries = [...this.#findings.values()].filter(
      ({ finding: { id, operationId }, needsAcceptance }) =>
        (!needsAcceptance || this.#countsFor(operationId).success) && this.#fields.isFindingConclusive(id, operationId),
    );
    const keylessOperationIds = new Set(
      conclusiveEntries.flatMap(({ finding }) =>
        finding.rule === ('auth.no-key-accepted' satisfies RuleId) ? finding.operationId : [],
      ),
    );
    const reportedEntries = conclusiveEntries.filter(
      ({ finding: { rule, operationId } }) => !(keylessOperationIds.has(operationId) && otherCredentialRules.has(rule)),
    );
    const all = reportedEntries.map((entry): Finding => {
      const { finding } = entry;
      const place = this.#contract.placeOf(finding.contract.pointer);
      const message = [finding.message, this.#sharedPartText(finding)].filter((text) => text !== '').join(' ');
      return { ...finding, message, contract: { ...finding.contract, ...place }, ...this.#repeatSteps(entry) };
    });
    const compareFindings = (a: Finding, b: Finding): number =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      (order.get(a.operationId) ?? 0) - (order.get(b.operationId) ?? 0) ||
      compareText(a.rule, b.rule) ||
      compareText(a.pointer, b.pointer);
    return mergeSimilarFindings(all.sort(compareFindings)).sort(compareFindings);
  }

  #sharedPartText({ rule, operationId }: Finding): string {
    const isFailure = rule === ('status.server-error' satisfies RuleId);
    return isFailure ? this.#redact(this.#failingRequests.sharedPartText(operationId) ?? '') : '';
  }

  #repeatSteps({ finding, request, makeAgain: makePlan }: FindingEntry): Pick<Finding, 'curl' | 'again'> {
    const { headers: commonHeaders = {} } = this.#contract;
    const security = (id: string): Security => this.#contract.operation(id)?.security ?? { kind: 'none' };
    const plan = makePlan?.();
    const areStepsSafe = plan?.steps.every((step) =>
      isSafeStep(step, this.#contract.operation(step.operationId)?.path ?? ''),
    );
    const again = areStepsSafe ? plan : undefined;
    const options = { baseUrl: this.#baseUrl, security, commonHeaders };
    const script = again && again.steps.length > 1 ? toShellScript(again, options) : undefined;
    const curl = script ?? curlLine(this.#baseUrl, request, security(finding.operationId), commonHeaders);
    return { curl: this.#redact(curl), ...(again && { again: redactTexts(again, this.#redact) }) };
  }

  operations(
    isInScope: (operation: CheckedOperation) => boolean,
    whyNotTested: (
      operation: CheckedOperation,
      part: 'success' | 'refusal',
      counts: Pick<Counts, 'requests' | 'statuses' | 'tries' | 'unreadableRule'>,
    ) => string,
  ): OperationReport[] {
    return this.#contract.operations.map((operation) => {
      const counts = this.#countsFor(operation.id);
      const { requests, statuses, failures, success, refusal, forbidden } = counts;
      const serverWords = counts.serverWords === undefined ? '' : this.#redact(counts.serverWords);
      const testedStateOf = (part: 'success' | 'refusal', isTested: boolean): OperationReport['success'] => {
        if (isTested) return { tested: true };
        const reason = [...counts.reasons][0] ?? whyNotTested(operation, part, counts);
        return { tested: false, reason: part === 'success' ? withServerQuote(reason, serverWords) : reason };
      };
      return {
        operationId: operation.id,
        method: operation.method.toUpperCase(),
        path: operation.path,
        tag: operation.tag,
        standing: operation.standing,
        inScope: isInScope(operation),
        success: testedStateOf('success', success),
        refusal: testedStateOf('refusal', refusal || (forbidden && success)),
        ...{ requests, statuses, failures },
        time: timeOf(counts),
      };
    });
  }

  #countsFor(operationId: string): Counts {
    const counts = this.#counts.get(operationId) ?? createCounts();
    this.#counts.set(operationId, counts);
    return counts;
  }
}

function withServerQuote(reason: string, serverWords: string): string {
  return serverWords === '' ? reason : `${reason} The server said: ${JSON.stringify(serverWords)}.`;
}

/** Returns the pointer without the path to a list's items, so that a finding stays accepted if the items move. */
function withoutItems(paging: Paging | undefined, { rule, pointer }: Deviation): string {
  const { list: items, item } = itemsPlace(paging ?? {});
  // For a finding about the whole list, such as its order, the pointer also begins at the items, but not for an error
  // of the list's schema.
  const isBelowItems = pointer.startsWith(`${items}/`) || (pointer === items && !isInFamily(rule, 'schema'));
  if (!isBelowItems) return pointer;
  const suffix = pointer.slice(items.length);
  return suffix.startsWith(`/*${item}/`) ? `/*${suffix.slice(2 + item.length)}` : suffix;
}

type Counts = ReturnType<typeof createCounts>;

/** Maximum number of response times to remember for each operation. */
const maxResponseTimes = 500;

function createCounts() {
  return {
    requests: 0,
    statuses: {} as Record<string, number>,
    /** Number of responses with each status to requests that should succeed. `serverWords`: the first error in them. */
    tries: {} as Record<string, number>,
    serverWords: undefined as string | undefined,
    failures: {} as OperationReport['failures'],
    /** Milliseconds of each response. */
    times: [] as number[],
    spentTime: 0,
    success: false,
    /** The rule that the first success with an unreadable body broke; nothing else about that body was judged. */
    unreadableRule: undefined as string | undefined,
    refusal: false,
    /** Whether the server refused a wrong request with 401 or 403, perhaps because of the key, not the request. */
    forbidden: false,
    /** Reasons why some or all requests were not sent. */
    reasons: new Set<string>(),
  };
}

function timeOf({ times, spentTime }: Counts): OperationReport['time'] {
  const sortedTimes = [...times].sort((a, b) => a - b);
  const roundToTenths = (value = 0): number => Math.round(value * 10) / 10;
  const median = sortedTimes[Math.floor(sortedTimes.length / 2)];
  return { median: roundToTenths(median), slowest: roundToTenths(sortedTimes.at(-1)), total: roundToTenths(spentTime) };
}
