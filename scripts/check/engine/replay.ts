import { isObject } from '../../contract/json.js';
import { visible } from '../../text/escape.js';
import type { createJudge } from '../judge/response.js';
import { type Again, type AgainStep, caseOfStep, placeholder } from '../model/again.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { shown } from '../model/deviation.js';
import { type Exchange, headerOf, type ReceivedResponse } from '../model/exchange.js';
import type { Finding } from '../model/finding.js';
import { valueAt } from '../model/likeness.js';
import { NoVerdict } from '../model/no-verdict.js';
import { type CaseParts, caseOf, isSendable, type Parameters } from '../model/request.js';
import { isSurelyCreated } from '../model/surely-created.js';
import { type Outcome, outcomeOf } from '../session/outcome.js';
import { wholeList } from '../session/whole-list.js';
import type { Transport } from '../transport/transport.js';
import type { Making, PlannedStep, PlanSetting, ReplayPlan } from './replay-plan.js';
import { jsonIn, textsIn, valuesSent } from './replay-texts.js';
import { ShownIds } from './shown-ids.js';

/** What became of a finding. */
export interface ShownAgain {
  /** Whether it shows; undefined if that is not known. */
  shows: boolean | undefined;
  /** Why it is not known: the code and a sentence. */
  why?: NoVerdict | undefined;
  /** What may have been made and was not removed: the request, and the id if there is one. */
  left: string[];
}

export interface ReplaySetting extends Pick<PlanSetting, 'contract' | 'gate'> {
  transport: Transport;
  judge: ReturnType<typeof createJudge>;
  signal?: AbortSignal | undefined;
  /** Called after each request. */
  onExchange: (exchange: Exchange) => void;
}

/** A resource that this replay has surely made. */
interface Creation {
  type: ResourceType;
  id: string;
  /** The parameters of its path. */
  parameters: Parameters;
  /** The request that made it. */
  request: string;
  isRemoved: boolean;
}

/** How the step of a creation says what it makes. */
interface Given {
  step: AgainStep;
  /** The id at the place that the step names. */
  given: string | undefined;
  isListWhole: boolean;
}

/** Sends the steps of a plan, judges the response that shows the finding, and removes what the steps have made. */
export class Replay {
  readonly #plan: ReplayPlan;
  readonly #setting: ReplaySetting;
  readonly #ids = new Map<string, string>();
  readonly #shownIds = new ShownIds();
  /** The resources that are surely made, by the position of the step. */
  readonly #made = new Map<number, Creation>();
  /** Whether the whole list at a path was read. */
  readonly #lists = new Map<string, boolean>();
  readonly #left: string[] = [];
  #failed: NoVerdict | undefined;

  constructor(plan: ReplayPlan, setting: ReplaySetting) {
    this.#plan = plan;
    this.#setting = setting;
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
    for (const creation of [...this.#made.values()].reverse()) await this.#remove(creation);
    return { shows, left: this.#left, ...(shows === undefined && { why: this.#failed ?? stopped }) };
  }

  async #step(planned: PlannedStep, position: number, isShowing: boolean): Promise<Outcome | undefined> {
    const { step, operation, makes, writesTo, mayMake } = planned;
    const target = writesTo === undefined ? undefined : this.#made.get(writesTo);
    const testCase = caseOfStep(step, (text) => this.#filled(text));
    const { method, path } = testCase.request;
    // Without its id, an address may be that of all resources.
    if (/\{\{id\d+\}\}/.test(path) || (writesTo !== undefined && !target)) {
      const { method: by = '', path: at = '' } = this.#plan.steps[writesTo ?? position]?.step ?? {};
      this.#failed = new NoVerdict(
        'again.not-made',
        `${visible(step.case)} was not sent, because it is not sure that ${visible(`${by} ${at}`)} made something new.`,
      );
      return undefined;
    }
    const isListWhole = makes !== undefined && (await this.#readList(makes));
    if (
      makes &&
      !isShowing &&
      !isListWhole &&
      !textsIn(valuesSent(testCase.request)).some((text) => this.#plan.texts.isOwn(text))
    ) {
      this.#failed = new NoVerdict(
        'again.not-made',
        `${visible(step.case)} was not sent: nothing that it says is new, and no list shows what there is before it, ` +
          'so nobody could tell that it made something, and remove that.',
      );
      return undefined;
    }
    if (this.#setting.signal?.aborted) return undefined;
    const outcome = await this.#send(testCase, operation, makes === undefined);
    const { status, exchange } = outcome;
    if (exchange.failure && /^(target|tls)\./.test(exchange.failure.code))
      this.#failed = new NoVerdict(exchange.failure.code, exchange.failure.message);
    const given = step.gives && exchange.response && idIn(exchange.response, step.gives.at);
    const isRefused = status >= 400 && status < 500;
    let id = given;
    if (makes) {
      const creation = outcome.ok ? await this.#creationOf(makes, outcome, { step, given, isListWhole }) : undefined;
      if (creation) this.#made.set(position, creation);
      // A server that cannot be reached has made nothing.
      else if (!isRefused && !this.#failed) this.#noteLeft(method, path, given ?? makes.chosen);
      id = creation?.id ?? given;
      this.#shownIds.add(outcome.value, path);
    } else if (mayMake && !isRefused && !this.#failed) this.#noteLeft(method, path, given);
    if (step.gives && id !== undefined) this.#ids.set(step.gives.name, id);
    if (target && method === 'DELETE' && path.split('?')[0] === this.#pathOf(target) && isGone(outcome))
      target.isRemoved = true;
    // A write before the one that shows the finding may be refused, as it was in the run.
    const isMissing = step.gives ? id === undefined : step.kind === 'create' && !outcome.ok;
    if (!isShowing && isMissing) this.#failed ??= notMade(step, status);
    return outcome;
  }

  #noteLeft(method: string, path: string, id: string | undefined): void {
    this.#left.push(id === undefined || path.includes(id) ? `${method} ${path}` : `${method} ${path} ${id}`);
  }

  /** A text of the report, with the tokens and ids of this replay. */
  #renewed(text: string): string {
    const { texts } = this.#plan;
    return texts.idFor(text) ?? texts.renewed(text);
  }

  #filled(text: string): string {
    return [...this.#ids].reduce((all, [name, id]) => all.replaceAll(placeholder(name), id), text);
  }

  #pathOf({ type, parameters }: Creation): string | undefined {
    return type.remove && caseOf(type.remove, removal(parameters)).request.path;
  }

  async #send(testCase: TestCase, { security }: CheckedOperation, isNoted = true): Promise<Outcome> {
    const exchange = await this.#setting.transport.send(testCase.request, security);
    this.#setting.onExchange(exchange);
    const value = jsonOf(exchange.response);
    const outcome = outcomeOf(testCase, exchange, { value, deviations: [] });
    if (isNoted && outcome.ok) this.#shownIds.add(value, testCase.request.path);
    return outcome;
  }

  /** Reads by an operation; undefined if it must not be called, or a parameter of its path is not known. */
  async #read(
    operation: CheckedOperation | undefined,
    known: Parameters,
    isNoted = true,
  ): Promise<Outcome | undefined> {
    if (!operation?.pathParameters.every((name) => known[name] !== undefined)) return undefined;
    const parameters = Object.fromEntries(operation.pathParameters.map((name) => [name, known[name] ?? '']));
    const testCase = caseOf(operation, { kind: 'read', about: 'of what was made', expect: 'any', parameters });
    return this.#setting.gate(testCase) === undefined ? this.#send(testCase, operation, isNoted) : undefined;
  }

  /** Reads the list of what a step makes, before it does, and returns whether that is the whole list. */
  async #readList({ type, parents }: Making): Promise<boolean> {
    const { contract, gate, signal } = this.#setting;
    const known = this.#parametersOf(parents);
    const list = type.list ?? type.keyed;
    if (!list?.pathParameters.every((name) => known[name] !== undefined)) return false;
    const place = `${list.id} ${list.pathParameters.map((name) => known[name]).join('/')}`;
    const before = this.#lists.get(place);
    if (before !== undefined) return before;
    const first = await this.#read(list, known);
    const session = {
      contract,
      noteLongList: () => undefined,
      send: async (testCase: TestCase) =>
        gate(testCase) === undefined && !signal?.aborted
          ? this.#send(testCase, list)
          : outcomeOf(testCase, { request: testCase.request, milliseconds: 0, attempts: 0 }, { deviations: [] }),
    };
    const whole = first && type.list && (await wholeList(session, first));
    const isWhole = whole?.isComplete === true;
    this.#lists.set(place, isWhole);
    return isWhole;
  }

  #parametersOf(parents: Parameters): Record<string, string> {
    return Object.fromEntries(Object.entries(parents).map(([name, text]) => [name, this.#filled(text)]));
  }

  /** What a creation has surely made; undefined if that is not sure. */
  async #creationOf(
    making: Making,
    outcome: Outcome,
    { step, given, isListWhole }: Given,
  ): Promise<Creation | undefined> {
    const { request } = outcome.case;
    const { gives } = step;
    const beside = gives?.at.startsWith('/') ? gives.at.slice(0, gives.at.lastIndexOf('/')) : '';
    // A report may point at the id of another resource in the response.
    const found: [id: string | undefined, shown: unknown][] =
      request.method === 'PUT'
        ? [[making.chosen, outcome.value]]
        : [
            [given, valueAt(outcome.value, beside)],
            [idAmong(making.type.idFields, outcome.value), outcome.value],
          ];
    // Without the list, an older resource could have been changed; then the status would be another one.
    if (!isListWhole && outcome.status !== 201) return undefined;
    for (const [id, shown] of found) {
      const creation = id === undefined ? undefined : this.#named(making, outcome, id);
      if (creation && (await this.#isSure(creation, outcome, { shown, isListWhole, chosen: making.chosen })))
        return creation;
    }
    return undefined;
  }

  #named({ type, parents }: Making, { case: { request } }: Outcome, id: string): Creation {
    const parameters = { ...this.#parametersOf(parents), [type.parameter]: id };
    const by = request.method === 'PUT' ? '' : ` ${id}`;
    return { type, id, parameters, request: `${request.method} ${request.path}${by}`, isRemoved: false };
  }

  async #isSure(
    { type, id, parameters }: Creation,
    { case: testCase, status }: Outcome,
    { shown, isListWhole, chosen }: { shown: unknown; isListWhole: boolean; chosen: string | undefined },
  ): Promise<boolean> {
    const body = valuesSent(testCase.request);
    const named = new ShownIds();
    named.add(body, testCase.request.path);
    const isOwnId = this.#plan.texts.isOwn(id) || id === chosen;
    if (this.#shownIds.has(id, type) || (!isOwnId && named.has(id, type))) return false;
    // A text that only looks like one with a token may be anybody's.
    const sent = isListWhole ? body : textsIn(body).filter((text) => this.#plan.texts.isOwn(text));
    const evidence = { status, wasShown: false, isListWhole, sent };
    if (isSurelyCreated({ ...evidence, shown })) return true;
    const read = await this.#read(type.get, parameters, false);
    return read?.ok === true && isSurelyCreated({ ...evidence, shown: read.value });
  }

  /** Deletes what this replay has made, and looks whether it has gone. */
  async #remove(creation: Creation): Promise<void> {
    const { type, parameters, request, isRemoved } = creation;
    if (isRemoved && !(await this.#isThere(creation))) return;
    const { remove } = type;
    const testCase = remove?.pathParameters.every((name) => parameters[name] !== undefined)
      ? caseOf(remove, removal(parameters))
      : undefined;
    const isCalled = remove && testCase && this.#setting.gate(testCase) === undefined;
    const isDeleted = isCalled && isGone(await this.#send(testCase, remove));
    if (!isDeleted || (await this.#isThere(creation))) this.#left.push(request);
  }

  async #isThere({ type, parameters }: Creation): Promise<boolean> {
    return (await this.#read(type.get, parameters))?.ok === true;
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

function removal(parameters: Parameters): CaseParts {
  return { kind: 'delete', about: 'of what was made', expect: 'any', parameters };
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

function isGone({ ok, status }: Outcome): boolean {
  return ok || status === 404 || status === 410;
}

/** The id that a response gives, unless it would mean something in a path. */
function idIn(response: ReceivedResponse, at: string): string | undefined {
  const location = headerOf(response, 'location');
  return idText(at === 'Location' ? /([^/?]+)\/?$/.exec(location ?? '')?.[1] : valueAt(jsonOf(response), at));
}

/** The first of some fields that has an id. */
function idAmong(fields: readonly string[], value: unknown): string | undefined {
  return isObject(value) ? fields.map((name) => idText(value[name])).find((id) => id !== undefined) : undefined;
}

function idText(id: unknown): string | undefined {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return isSendable(text) && /^\w[\w.~-]*$/.test(text) ? text : undefined;
}

function textOf(response: ReceivedResponse | undefined): string {
  return new TextDecoder().decode(response?.bytes);
}

function jsonOf(response: ReceivedResponse | undefined): unknown {
  return jsonIn(textOf(response));
}
