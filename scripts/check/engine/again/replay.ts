import { parseJson } from '../../../contract/json.js';
import { sanitize } from '../../../text/escape.js';
import { caseOfRead, caseOfRepeatedRead } from '../../cases/reads.js';
import type { createJudge } from '../../judge/response.js';
import { type Again, type AgainStep, toPlaceholder, toTestCase } from '../../model/again.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { formatValue } from '../../model/deviation.js';
import { type Exchange, type ExchangeResponse, headerOf, type SentRequest } from '../../model/exchange.js';
import type { Finding } from '../../model/finding.js';
import { valueAt } from '../../model/likeness.js';
import { NoVerdict } from '../../model/no-verdict.js';
import { isSendable, type Parameters } from '../../model/request.js';
import { type CreationEvidence, isSurelyCreated, valuesIn } from '../../model/surely-created.js';
import { type Creation, Creations, sentValuesOf } from '../../session/creations.js';
import { type Outcome, outcomeOf, unsentOutcome } from '../../session/outcome.js';
import { readWholeList } from '../../session/whole-list.js';
import type { Transport } from '../../transport/transport.js';
import { Removal, type RemovalContext } from '../server/removing-creations.js';
import type { PlanContext, PlannedCreation, PlannedStep, ReplayPlan } from './replay-plan.js';

export interface ReplayResult {
  /** Whether the finding occurs again; undefined if that could not be determined. */
  isReproduced: boolean | undefined;
  /** Why that could not be determined: a code and a sentence. */
  noVerdict?: NoVerdict | undefined;
  /** Created resources that may still exist, as text: for each, the request that created it, and its id if known. */
  remainingResources: string[];
}

interface ReplayContext extends Pick<PlanContext, 'contract' | 'gate'>, RemovalContext {
  transport: Transport;
  judge: ReturnType<typeof createJudge>;
  signal?: AbortSignal | undefined;
  onExchange: (exchange: Exchange) => void;
}

/** A request that may have created a resource, with the id that the request or its response contains. */
interface CreatingRequest {
  request: SentRequest;
  id: string | undefined;
}

/** Sends the steps of a plan, judges the response that shows the finding, and removes the created resources. */
export class Replay {
  readonly #plan: ReplayPlan;
  readonly #setting: ReplayContext;
  readonly #creations: Creations;
  readonly #ids = new Map<string, string>();
  /** The resources that steps have certainly created, by the position of the step in the plan. */
  readonly #stepCreations = new Map<number, Creation>();
  /** Whether a list could be read completely, by the path of the list. */
  readonly #isWholeByPath = new Map<string, boolean>();
  readonly #creatingRequests: CreatingRequest[] = [];
  #noVerdict: NoVerdict | undefined;

  constructor(plan: ReplayPlan, context: ReplayContext) {
    this.#plan = plan;
    this.#setting = context;
    this.#creations = new Creations(context.contract, { isProof: (evidence) => this.#isProof(evidence) });
  }

  async run(finding: Finding, again: Again): Promise<ReplayResult> {
    const { signal } = this.#setting;
    let isReproduced: boolean | undefined;
    for (const [position, plannedStep] of this.#plan.steps.entries()) {
      if (this.#noVerdict || signal?.aborted) break;
      const outcome = await this.#sendStep(plannedStep, position, position === again.show);
      if (position !== again.show || !outcome || this.#noVerdict) continue;
      isReproduced = await this.#isShown(finding, again, outcome);
      if (isConclusive(again, outcome, isReproduced)) continue;
      isReproduced = undefined;
      const { response } = outcome.exchange;
      const result = response ? `status ${response.status}` : 'no response';
      this.#noVerdict = new NoVerdict('again.unanswered', `The request that should show the finding got ${result}.`);
    }
    const stopReason = signal?.aborted ? new NoVerdict('run.stopped', 'The command was stopped.') : undefined;
    await new Removal(this.#creations, this.#setting).remove(
      async (testCase, operation) => (await this.#send(testCase, operation)).exchange,
    );
    return {
      isReproduced,
      remainingResources: await this.#findLeft(),
      ...(isReproduced === undefined && { noVerdict: this.#noVerdict ?? stopReason }),
    };
  }

  async #sendStep(plannedStep: PlannedStep, position: number, showsFinding: boolean): Promise<Outcome | undefined> {
    const { step, operation, creation: plannedCreation, creatorStepPosition: creatorPosition, mayCreate } = plannedStep;
    const testCase = toTestCase(step, (text) => this.#fillIds(text));
    const { request } = testCase;
    // With an empty string in place of the id, the path could address all resources of a list.
    const isCreationUncertain = creatorPosition !== undefined && !this.#stepCreations.has(creatorPosition);
    if (isCreationUncertain || /\{\{id\d+\}\}/.test(request.path)) {
      const { method = '', path = '' } = this.#plan.steps[creatorPosition ?? position]?.step ?? {};
      this.#noVerdict = new NoVerdict(
        'again.not-made',
        `${sanitize(step.case)} was not sent, because it is not certain that ${sanitize(`${method} ${path}`)} ` +
          'created a new resource.',
      );
      return undefined;
    }
    const isListComplete = plannedCreation !== undefined && (await this.#readList(plannedCreation));
    if (plannedCreation && !showsFinding && !isListComplete && this.#ownTexts(sentValuesOf(request)).length === 0) {
      this.#noVerdict = new NoVerdict(
        'again.not-made',
        `${sanitize(step.case)} was not sent. The request has no unique value, and no list shows which resources ` +
          `exist already, so a new resource could not be recognised and removed.`,
      );
      return undefined;
    }
    if (this.#setting.signal?.aborted) return undefined;
    if (plannedCreation?.chosenId !== undefined) this.#creations.noteChosenId(plannedCreation.chosenId);
    const outcome = await this.#send(testCase, operation);
    const { status, exchange } = outcome;
    if (exchange.failure && /^(target|tls)\./.test(exchange.failure.code))
      this.#noVerdict = new NoVerdict(exchange.failure.code, exchange.failure.message);
    const givenId = step.gives && exchange.response && idIn(exchange.response, step.gives.at);
    const creation =
      plannedCreation && outcome.ok ? await this.#creationOf(plannedCreation, outcome, step, givenId) : undefined;
    if (creation) this.#stepCreations.set(position, creation);
    const id = creation?.id ?? givenId;
    if (step.gives && id !== undefined) this.#ids.set(step.gives.name, id);
    const isRefused = status >= 400 && status < 500;
    // A server that cannot be reached has created nothing.
    if ((plannedCreation || mayCreate) && !isRefused && !this.#noVerdict)
      this.#creatingRequests.push({ request, id: id ?? plannedCreation?.chosenId });
    // Like the original run, the replay goes on after a refused write, unless the write creates a resource.
    const isCreationMissing = step.gives ? id === undefined : step.kind === 'create' && !outcome.ok;
    if (!showsFinding && isCreationMissing) this.#noVerdict ??= missingCreationVerdict(step, status);
    return outcome;
  }

  /** Returns a string of the report, with the tokens and ids of this replay in place of its own. */
  #replaceTexts(text: string): string {
    const { texts } = this.#plan;
    return texts.newIdOf(text) ?? texts.withNewTokens(text);
  }

  #fillIds(text: string): string {
    return [...this.#ids].reduce((all, [name, id]) => all.replaceAll(toPlaceholder(name), id), text);
  }

  /** Returns the strings in a value that contain a token of this replay. Any other may come from somebody else. */
  #ownTexts(value: unknown): string[] {
    return valuesIn(value)
      .map(String)
      .filter((text) => this.#plan.texts.hasOwnToken(text));
  }

  /** Sends a request, unless it may never be sent. Records which resources it created, according to the response. */
  async #send(testCase: TestCase, operation: CheckedOperation): Promise<Outcome> {
    const { gate, transport, onExchange } = this.#setting;
    const { request } = testCase;
    if (gate(testCase) !== undefined) return unsentOutcome(testCase);
    this.#creations.noteRequest(request);
    const exchange = await transport.send(request, operation.security);
    this.#creations.noteExchange(operation, exchange);
    onExchange(exchange);
    return outcomeOf(testCase, exchange, { value: jsonOf(exchange.response), deviations: [] });
  }

  /** Reads the list in which a step will create a resource. Returns whether all of the list was read. */
  async #readList({ type, parents }: PlannedCreation): Promise<boolean> {
    const { contract, signal } = this.#setting;
    const parameters = this.#parametersOf(parents);
    const list = type.list ?? type.keyList;
    if (!list?.pathParameters.every((name) => parameters[name] !== undefined)) return false;
    const testCase = caseOfRead(list, parameters);
    const { path } = testCase.request;
    const earlierResult = this.#isWholeByPath.get(path);
    if (earlierResult !== undefined) return earlierResult;
    const session = {
      contract,
      creations: this.#creations,
      send: (page: TestCase) => (signal?.aborted ? Promise.resolve(unsentOutcome(page)) : this.#send(page, list)),
    };
    const firstPage = await session.send(testCase);
    const fullList = type.list && (await readWholeList(session, firstPage));
    this.#isWholeByPath.set(path, fullList?.isComplete === true);
    return fullList?.isComplete === true;
  }

  #parametersOf(parents: Parameters): Record<string, string> {
    return Object.fromEntries(Object.entries(parents).map(([name, text]) => [name, this.#fillIds(text)]));
  }

  /** Returns the resource that a request has certainly created; undefined if that is not certain. */
  async #creationOf(
    { type, parents }: PlannedCreation,
    outcome: Outcome,
    { gives }: AgainStep,
    givenId: string | undefined,
  ): Promise<Creation | undefined> {
    const { request } = outcome.case;
    if (this.#creations.findByRequest(request)?.id === undefined && givenId !== undefined) {
      const parameters = { ...this.#parametersOf(parents), [type.parameter]: givenId };
      // The report's pointer may lead to the id of another resource, so only the object around that id is recorded.
      const parentPointer = gives?.at.startsWith('/') ? gives.at.slice(0, gives.at.lastIndexOf('/')) : '';
      const value = valueAt(outcome.value, parentPointer);
      this.#creations.noteResource({ type, parameters, parents, isCreatedByRun: true }, { ...outcome, value });
    }
    const creation = this.#creations.findByRequest(request);
    if (creation?.type?.prefix !== type.prefix) return undefined;
    if (!creation.isSure && type.get)
      await this.#send(caseOfRepeatedRead(type.get, creation.parameters, 'of the new resource'), type.get);
    return creation.isSure ? creation : undefined;
  }

  /**
   * Whether a resource is certainly new. A report may name an existing resource. So if the complete list was not read
   * before, the status must be 201, the id must not come from the report, and the resource must contain a string
   * of this replay.
   */
  #isProof(evidence: CreationEvidence): boolean {
    const { id = '', status, requestBody: sentBody, isListComplete } = evidence;
    const { texts } = this.#plan;
    const isFromReport = !texts.hasOwnToken(id) && !texts.isNewId(id) && valuesIn(sentBody).map(String).includes(id);
    if (!isListComplete && (status !== 201 || isFromReport)) return false;
    const proofValues = isListComplete ? sentBody : this.#ownTexts(sentBody);
    return isSurelyCreated({ ...evidence, requestBody: proofValues, givesNewIds: false, chosenIds: new Set() });
  }

  /** Returns the requests that created resources which may still exist. */
  async #findLeft(): Promise<string[]> {
    const remainingResources: string[] = [];
    for (const { request, id } of this.#creatingRequests) {
      const creation = this.#creations.findByRequest(request);
      if (creation?.isSure && creation.isRemoved && !(await this.#exists(creation))) continue;
      const { method, path } = request;
      remainingResources.push(id === undefined || path.includes(id) ? `${method} ${path}` : `${method} ${path} ${id}`);
    }
    return remainingResources;
  }

  async #exists({ type, parameters }: Creation): Promise<boolean> {
    if (!type?.get) return false;
    return (await this.#send(caseOfRepeatedRead(type.get, parameters, 'afterwards'), type.get)).ok;
  }

  async #isShown({ rule, expected }: Finding, again: Again, outcome: Outcome): Promise<boolean | undefined> {
    const { case: testCase, exchange } = outcome;
    const { response } = exchange;
    switch (again.by) {
      case 'judgement': {
        const { deviations } = await this.#setting.judge(testCase, exchange);
        return deviations.some((deviation) => deviation.rule === rule && deviation.pointer === again.pointer);
      }
      case 'value': {
        const { value } = await this.#setting.judge(testCase, exchange);
        return response && formatValue(valueAt(value, again.pointer)) !== this.#replaceTexts(expected);
      }
      case 'response': {
        const id = this.#fillIds(this.#replaceTexts(again.id ?? ''));
        return response?.status === again.status && textOf(response).includes(id) === again.isNamed;
      }
      case 'nothing':
        return undefined;
    }
  }
}

/** Whether a response proves anything about the finding. It does not if the server is down or refuses the key. */
function isConclusive({ by }: Again, { case: { request }, exchange }: Outcome, isReproduced?: boolean): boolean {
  const status = exchange.response?.status;
  if (by === 'judgement' && isReproduced === true) return true;
  if (by === 'nothing') return true;
  if (status === undefined || status === 429 || status >= 500) return false;
  if (by === 'value' && !(status >= 200 && status < 300)) return false;
  return request.key !== 'right' || (status !== 401 && status !== 403);
}

function missingCreationVerdict({ case: id, gives }: AgainStep, status: number): NoVerdict {
  return new NoVerdict(
    'again.not-made',
    `${sanitize(id)} did not create the resource that the finding needs: ` +
      (status === 0
        ? 'there was no response.'
        : `the server returned ${status}${gives ? `, without an id at ${sanitize(gives.at)}` : ''}.`),
  );
}

/** Returns the id that a response contains; undefined if it has characters with a meaning in paths. */
function idIn(response: ExchangeResponse, pointer: string): string | undefined {
  const location = headerOf(response, 'location');
  const id = pointer === 'Location' ? /([^/?]+)\/?$/.exec(location ?? '')?.[1] : valueAt(jsonOf(response), pointer);
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return isSendable(text) && /^\w[\w.~-]*$/.test(text) ? text : undefined;
}

function textOf(response: ExchangeResponse | undefined): string {
  return new TextDecoder().decode(response?.bytes);
}

function jsonOf(response: ExchangeResponse | undefined): unknown {
  return parseJson(textOf(response));
}
