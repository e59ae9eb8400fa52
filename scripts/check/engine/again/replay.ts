import { jsonIn } from '../../../contract/json.js';
import { visible } from '../../../text/escape.js';
import { readAgainCase, readCase } from '../../cases/reads.js';
import type { createJudge } from '../../judge/response.js';
import { type Again, type AgainStep, caseOfStep, placeholder } from '../../model/again.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { shown } from '../../model/deviation.js';
import { type Exchange, headerOf, type ReceivedResponse, type SentRequest } from '../../model/exchange.js';
import type { Finding } from '../../model/finding.js';
import { valueAt } from '../../model/likeness.js';
import { NoVerdict } from '../../model/no-verdict.js';
import { isSendable, type Parameters } from '../../model/request.js';
import { type CreationEvidence, isSurelyCreated, valuesIn } from '../../model/surely-created.js';
import { type Creation, Creations, valuesSent } from '../../session/creations.js';
import { type Outcome, outcomeOf, unsentOutcome } from '../../session/outcome.js';
import { wholeList } from '../../session/whole-list.js';
import type { Transport } from '../../transport/transport.js';
import { Removal, type RemovalWay } from '../server/removing-creations.js';
import type { Making, PlannedStep, PlanSetting, ReplayPlan } from './replay-plan.js';

/** What became of a finding. */
export interface ShownAgain {
  /** Whether it shows; undefined if that is not known. */
  shows: boolean | undefined;
  /** Why it is not known: the code and a sentence. */
  why?: NoVerdict | undefined;
  /** What may have been made and was not removed: the request, and the id if there is one. */
  left: string[];
}

interface ReplaySetting extends Pick<PlanSetting, 'contract' | 'gate'>, RemovalWay {
  transport: Transport;
  judge: ReturnType<typeof createJudge>;
  signal?: AbortSignal | undefined;
  /** Called after each request. */
  onExchange: (exchange: Exchange) => void;
}

/** A request that may have made something, and the id that its response or itself says. */
interface Maker {
  request: SentRequest;
  id: string | undefined;
}

/** Sends the steps of a plan, judges the response that shows the finding, and removes what the steps have made. */
export class Replay {
  readonly #plan: ReplayPlan;
  readonly #setting: ReplaySetting;
  readonly #creations: Creations;
  readonly #ids = new Map<string, string>();
  /** The resources that are surely made, by the position of the step. */
  readonly #made = new Map<number, Creation>();
  /** Whether the whole list at a path was read. */
  readonly #lists = new Map<string, boolean>();
  readonly #makers: Maker[] = [];
  #failed: NoVerdict | undefined;

  constructor(plan: ReplayPlan, setting: ReplaySetting) {
    this.#plan = plan;
    this.#setting = setting;
    this.#creations = new Creations(setting.contract, { isProof: (evidence) => this.#isProof(evidence) });
  }

  async run(finding: Finding, again: Again): Promise<ShownAgain> {
    const { signal } = this.#setting;
    let shows: boolean | undefined;
    for (const [position, planned] of this.#plan.steps.entries()) {
      if (this.#failed || signal?.aborted) break;
      const outcome = await this.#step(planned, position, position === again.show);
      if (position !== again.show || !outcome || this.#failed) continue;
      shows = await this.#isShown(finding, again, outcome);
      if (isProof(again, outcome, shows)) continue;
      shows = undefined;
      this.#failed = new NoVerdict(
        'again.unanswered',
        `The request that shows it got ${outcome.exchange.response?.status ?? 'no response'}.`,
      );
    }
    const stopped = signal?.aborted ? new NoVerdict('run.stopped', 'It was stopped.') : undefined;
    await new Removal(this.#creations, this.#setting).remove(
      async (testCase, operation) => (await this.#send(testCase, operation)).exchange,
    );
    return { shows, left: await this.#left(), ...(shows === undefined && { why: this.#failed ?? stopped }) };
  }

  async #step(planned: PlannedStep, position: number, isShowing: boolean): Promise<Outcome | undefined> {
    const { step, operation, makes, writesTo, mayMake } = planned;
    const testCase = caseOfStep(step, (text) => this.#filled(text));
    const { request } = testCase;
    // Without its id, an address may be that of all resources.
    if (/\{\{id\d+\}\}/.test(request.path) || (writesTo !== undefined && !this.#made.has(writesTo))) {
      const { method: by = '', path: at = '' } = this.#plan.steps[writesTo ?? position]?.step ?? {};
      this.#failed = new NoVerdict(
        'again.not-made',
        `${visible(step.case)} was not sent, because it is not sure that ${visible(`${by} ${at}`)} made something new.`,
      );
      return undefined;
    }
    const isListWhole = makes !== undefined && (await this.#readList(makes));
    if (makes && !isShowing && !isListWhole && this.#ownTexts(valuesSent(request)).length === 0) {
      this.#failed = new NoVerdict(
        'again.not-made',
        `${visible(step.case)} was not sent: nothing that it says is new, and no list shows what there is before it, ` +
          'so nobody could tell that it made something, and remove that.',
      );
      return undefined;
    }
    if (this.#setting.signal?.aborted) return undefined;
    if (makes?.chosen !== undefined) this.#creations.choose(makes.chosen);
    const outcome = await this.#send(testCase, operation);
    const { status, exchange } = outcome;
    if (exchange.failure && /^(target|tls)\./.test(exchange.failure.code))
      this.#failed = new NoVerdict(exchange.failure.code, exchange.failure.message);
    const given = step.gives && exchange.response && idIn(exchange.response, step.gives.at);
    const creation = makes && outcome.ok ? await this.#creationOf(makes, outcome, step, given) : undefined;
    if (creation) this.#made.set(position, creation);
    const id = creation?.id ?? given;
    if (step.gives && id !== undefined) this.#ids.set(step.gives.name, id);
    const isRefused = status >= 400 && status < 500;
    // A server that cannot be reached has made nothing.
    if ((makes || mayMake) && !isRefused && !this.#failed) this.#makers.push({ request, id: id ?? makes?.chosen });
    // A write before the one that shows the finding may be refused, as it was in the run.
    const isMissing = step.gives ? id === undefined : step.kind === 'create' && !outcome.ok;
    if (!isShowing && isMissing) this.#failed ??= notMade(step, status);
    return outcome;
  }

  /** A text of the report, with the tokens and ids of this replay. */
  #renewed(text: string): string {
    const { texts } = this.#plan;
    return texts.idFor(text) ?? texts.renewed(text);
  }

  #filled(text: string): string {
    return [...this.#ids].reduce((all, [name, id]) => all.replaceAll(placeholder(name), id), text);
  }

  /** The texts with a token of this replay. One that only looks like that may be anybody's. */
  #ownTexts(value: unknown): string[] {
    return valuesIn(value)
      .map(String)
      .filter((text) => this.#plan.texts.isOwn(text));
  }

  /** Sends a request, unless it may never be sent, and notes what its response says about creations. */
  async #send(testCase: TestCase, operation: CheckedOperation): Promise<Outcome> {
    const { gate, transport, onExchange } = this.#setting;
    const { request } = testCase;
    if (gate(testCase) !== undefined) return unsentOutcome(testCase);
    this.#creations.sending(request);
    const exchange = await transport.send(request, operation.security);
    this.#creations.saw(operation, exchange);
    onExchange(exchange);
    return outcomeOf(testCase, exchange, { value: jsonOf(exchange.response), deviations: [] });
  }

  /** Reads the list of what a step makes, before it does, and returns whether that is the whole list. */
  async #readList({ type, parents }: Making): Promise<boolean> {
    const { contract, signal } = this.#setting;
    const known = this.#parametersOf(parents);
    const list = type.list ?? type.keyed;
    if (!list?.pathParameters.every((name) => known[name] !== undefined)) return false;
    const testCase = readCase(list, known);
    const { path } = testCase.request;
    const before = this.#lists.get(path);
    if (before !== undefined) return before;
    const session = {
      contract,
      creations: this.#creations,
      send: (page: TestCase) => (signal?.aborted ? Promise.resolve(unsentOutcome(page)) : this.#send(page, list)),
    };
    const first = await session.send(testCase);
    const whole = type.list && (await wholeList(session, first));
    this.#lists.set(path, whole?.isComplete === true);
    return whole?.isComplete === true;
  }

  #parametersOf(parents: Parameters): Record<string, string> {
    return Object.fromEntries(Object.entries(parents).map(([name, text]) => [name, this.#filled(text)]));
  }

  /** The resource that a request has surely made; undefined if that is not sure. */
  async #creationOf(
    { type, parents }: Making,
    outcome: Outcome,
    { gives }: AgainStep,
    given: string | undefined,
  ): Promise<Creation | undefined> {
    const { request } = outcome.case;
    if (this.#creations.of(request)?.id === undefined && given !== undefined) {
      const parameters = { ...this.#parametersOf(parents), [type.parameter]: given };
      // A report may point at the id of another resource in the response.
      const beside = gives?.at.startsWith('/') ? gives.at.slice(0, gives.at.lastIndexOf('/')) : '';
      const value = valueAt(outcome.value, beside);
      this.#creations.identified({ type, parameters, parents, isOwn: true }, { ...outcome, value });
    }
    const creation = this.#creations.of(request);
    if (creation?.type?.prefix !== type.prefix) return undefined;
    if (!creation.isSure && type.get)
      await this.#send(readAgainCase(type.get, creation.parameters, 'of what was made'), type.get);
    return creation.isSure ? creation : undefined;
  }

  /**
   * A report may name what exists. So without the list before it, an older resource could have been found or changed:
   * then the status would be another one, the id that of the report, or no text of this replay would show.
   */
  #isProof(evidence: CreationEvidence): boolean {
    const { id = '', status, sent, isListWhole } = evidence;
    const { texts } = this.#plan;
    const isNamed = !texts.isOwn(id) && !texts.isFresh(id) && valuesIn(sent).some((value) => String(value) === id);
    if (!isListWhole && (status !== 201 || isNamed)) return false;
    const own = isListWhole ? sent : this.#ownTexts(sent);
    return isSurelyCreated({ ...evidence, sent: own, makesAnew: false, ownKeys: new Set() });
  }

  /** The requests that may have made something that is still there. */
  async #left(): Promise<string[]> {
    const left: string[] = [];
    for (const { request, id } of this.#makers) {
      const creation = this.#creations.of(request);
      if (creation?.isSure && creation.isRemoved && !(await this.#isThere(creation))) continue;
      const { method, path } = request;
      left.push(id === undefined || path.includes(id) ? `${method} ${path}` : `${method} ${path} ${id}`);
    }
    return left;
  }

  async #isThere({ type, parameters }: Creation): Promise<boolean> {
    return (
      type?.get !== undefined && (await this.#send(readAgainCase(type.get, parameters, 'afterwards'), type.get)).ok
    );
  }

  async #isShown(
    { rule, expected }: Finding,
    again: Again,
    { case: testCase, exchange }: Outcome,
  ): Promise<boolean | undefined> {
    const { response } = exchange;
    switch (again.by) {
      case 'judgement': {
        const { deviations } = await this.#setting.judge(testCase, exchange);
        return deviations.some((each) => each.rule === rule && each.pointer === again.pointer);
      }
      case 'value':
        return response && shown(valueAt(jsonOf(response), again.pointer)) !== this.#renewed(expected);
      case 'response': {
        const id = this.#filled(this.#renewed(again.id ?? ''));
        return response?.status === again.status && textOf(response).includes(id) === again.isNamed;
      }
      case 'nothing':
        return undefined;
    }
  }
}

/** Whether a response proves anything: one of a server that is down, or refuses the key, does not. */
function isProof({ by }: Again, { case: { request }, exchange }: Outcome, shows: boolean | undefined): boolean {
  const status = exchange.response?.status;
  if (by === 'judgement' && shows === true) return true;
  if (by === 'nothing') return true;
  if (status === undefined || status === 429 || status >= 500) return false;
  if (by === 'value' && !(status >= 200 && status < 300)) return false;
  return request.key !== 'right' || (status !== 401 && status !== 403);
}

/** The reason why a step did not prepare what the next ones need. */
function notMade({ case: id, gives }: AgainStep, status: number): NoVerdict {
  return new NoVerdict(
    'again.not-made',
    `${visible(id)} did not make what the finding needs: the server returned ${status === 0 ? 'no response' : status}` +
      `${gives ? `, without an id at ${visible(gives.at)}` : ''}.`,
  );
}

/** The id that a response gives, unless it would mean something in a path. */
function idIn(response: ReceivedResponse, at: string): string | undefined {
  const location = headerOf(response, 'location');
  const id = at === 'Location' ? /([^/?]+)\/?$/.exec(location ?? '')?.[1] : valueAt(jsonOf(response), at);
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return isSendable(text) && /^\w[\w.~-]*$/.test(text) ? text : undefined;
}

function textOf(response: ReceivedResponse | undefined): string {
  return new TextDecoder().decode(response?.bytes);
}

function jsonOf(response: ReceivedResponse | undefined): unknown {
  return jsonIn(textOf(response));
}
