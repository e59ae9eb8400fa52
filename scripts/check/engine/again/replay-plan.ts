import { randomInt } from 'node:crypto';
import { jsonIn } from '../../../contract/json.js';
import { decoded, formOf } from '../../../contract/path-template.js';
import { visible } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import { unknownTarget } from '../../cases/at-unknown-ids.js';
import { allMethods, declaredAt, undeclaredCase } from '../../cases/methods.js';
import { badId, type CaseSource, caseSource, prefixEndingWith, unknownId } from '../../cases/source.js';
import { type Again, type AgainStep, caseOfStep, placeholder, stepLimits } from '../../model/again.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { listShape, type ResourceType } from '../../model/contract/resources.js';
import { whyItMayCreate } from '../../model/operation-words.js';
import { hasDotSegment, isSendable, isSendableGiven, type Parameters } from '../../model/request.js';

import { ReplayTexts } from './replay-texts.js';

/** A creation among the steps of a replay. */
export interface Making {
  type: ResourceType;
  /** The values of the parameters in the path of the creation, with placeholders. */
  parents: Parameters;
  /** The id that the request chooses; undefined if the response gives one. */
  chosen?: string;
}

/** A step that may be sent. */
export interface PlannedStep {
  step: AgainStep;
  operation: CheckedOperation;
  makes?: Making;
  /** The position of the step that makes the resource to which this one writes. */
  writesTo?: number;
  /** Whether it may bring something into being. */
  mayMake: boolean;
  /** Whether it needs the permission of `--writes disposable`. */
  needsPermission: boolean;
}

/** The steps that show a finding, without those that remove what they make: a replay finds out itself what that is. */
export interface ReplayPlan {
  steps: readonly PlannedStep[];
  texts: ReplayTexts;
}

export interface PlanSetting {
  contract: CheckedContract;
  /** Why a request may never be sent. */
  gate: (testCase: Pick<TestCase, 'operationId' | 'kind' | 'request'>) => string | undefined;
  /** Whether the server is this machine. */
  isLocal: boolean;
}

/**
 * Plans to send the steps of a report, which may be somebody else's. Nothing that a step claims about itself counts:
 * what it is follows from the contract. A write goes to what an earlier step makes, or to an id that nobody has.
 *
 * @throws UsageError for a step that may not be sent
 */
export function replayPlan({ steps, show }: Again, setting: PlanSetting): ReplayPlan {
  const sent = steps.slice(0, show + 1);
  if (!steps[show]) throw new UsageError('The report does not say which of its requests shows the finding.');
  if (sent.length > stepLimits.steps)
    throw new UsageError(`Expected at most ${stepLimits.steps} requests for a finding, found ${sent.length}.`);
  const texts = new ReplayTexts(sent);
  const planning = new Planning(setting, texts);
  for (const step of sent) planning.add(step);
  return { steps: planning.planned, texts };
}

/** Headers that a check sends besides those of the contract. Others could change the meaning of a request. */
const usualHeaders = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-type',
  'cookie',
  'if-modified-since',
  'if-none-match',
  'range',
  'referer',
]);

/** Headers that lead a request, or the key, elsewhere, whatever the contract says. */
const leading = /^(?:host|authorization|proxy-.*|x-http-method.*|x-method-override)$/i;

/** A member by which frameworks take another method than that of the request. */
const otherMethod = /(?:^|[?&"])_method\b/i;

const wholePlaceholder = /^\{\{id\d+\}\}$/;

/** What a step makes, as later steps write to it. */
interface Owned {
  position: number;
  /** The path up to the id, without the names of its parameters. */
  form: string;
  /** The value of each parameter in it; undefined where the creation does not say it, so that no step writes to it. */
  values: readonly (string | undefined)[];
}

class Planning {
  readonly planned: PlannedStep[] = [];
  readonly #contract: CheckedContract;
  readonly #gate: PlanSetting['gate'];
  readonly #isLocal: boolean;
  readonly #texts: ReplayTexts;
  readonly #owned: Owned[] = [];

  constructor({ contract, gate, isLocal }: PlanSetting, texts: ReplayTexts) {
    this.#contract = contract;
    this.#gate = gate;
    this.#isLocal = isLocal;
    this.#texts = texts;
  }

  add(given: AgainStep): void {
    const { body, gives } = given;
    const operation = this.#contract.operation(given.operationId);
    if (!operation)
      throw new UsageError(
        `The contract has no operation ${visible(given.operationId)}. Name the contract of the run with --contract.`,
      );
    const step: AgainStep = {
      ...given,
      path: this.#texts.renewed(given.path),
      ...(body !== undefined && { body: this.#texts.renewed(body) }),
    };
    const reason =
      whyForeign(step, operation) ??
      (gives && this.planned.some((each) => each.step.gives?.name === gives.name)
        ? 'An earlier step gives the same id.'
        : undefined);
    if (reason !== undefined) throw refusalOf(given, reason);
    const planned = this.#planned(step, operation);
    const { request } = caseOfStep(planned.step, (text) => text.replaceAll(/\{\{id\d+\}\}/g, 'x'));
    const never = this.#gate({ ...planned.step, request });
    if (never !== undefined) throw refusalOf(given, never);
    this.planned.push(planned);
  }

  #planned(step: AgainStep, operation: CheckedOperation): PlannedStep {
    const method = step.method.toLowerCase();
    const [pathname = '', ...search] = step.path.split(/(?=\?)/);
    const query = search.join('');
    const path = pathname
      .split('/')
      .map((part) => this.#texts.idFor(part) ?? part)
      .join('/');
    const isGet = method === 'get' || method === 'head';
    if (isGet && this.#isRead(path))
      return { step: { ...step, path: path + query }, operation, mayMake: false, needsPermission: false };
    const values = formOf(operation.path)
      .exec(path)
      ?.slice(1)
      .map((value) => decoded(value));
    const isOwnMethod = method === operation.method && !isGet;
    if (!values?.every(isSendable) || !(isOwnMethod || this.#isUndeclared(method, operation)))
      throw refusalOf(step, `${visible(`${step.method} ${step.path}`)} is not ${operation.id} of the contract.`);
    const writesTo = this.#madeBy(operation, values);
    if (writesTo === undefined && wholePlaceholder.test(values.at(-1) ?? '') && !this.#isCreation(operation, method))
      throw refusalOf(step, `${visible(step.path)} is not what an earlier step makes.`);
    if (!isOwnMethod && writesTo === undefined) return this.#undeclared(step, operation, method);
    const declared = new Set(
      operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name.toLowerCase()),
    );
    const undeclared = [...new URLSearchParams(query).keys()].find((name) => !declared.has(name.toLowerCase()));
    if (undeclared !== undefined)
      throw refusalOf(step, `${operation.id} has no parameter ${visible(undeclared)}, and it is a write.`);
    if (writesTo !== undefined) return { ...this.#at(step, operation, values, query), writesTo, mayMake: false };
    return method === 'post'
      ? this.#post(step, operation, values, query)
      : this.#elsewhere(step, operation, values, query);
  }

  /** Whether a path is that of a read of the contract, in any spelling. */
  #isRead(path: string): boolean {
    const plain = decoded(path);
    return this.#contract.operations.some((each) => {
      if (each.method !== 'get') return false;
      const form = new RegExp(formOf(each.path), 'i');
      return form.test(path) || form.test(plain);
    });
  }

  #isUndeclared(method: string, { path }: CheckedOperation): boolean {
    return (
      allMethods.some(({ name }) => name === method) && !declaredAt({ contract: this.#contract }, path).has(method)
    );
  }

  /** The position of the step that makes the resource which the last parameter of a path names. */
  #madeBy(operation: CheckedOperation, values: readonly string[]): number | undefined {
    const last = operation.pathParameters.at(-1);
    if (last === undefined) return undefined;
    const form = withoutNames(prefixEndingWith(operation.path, last));
    const isSame = (each: Owned): boolean => each.values.every((value, index) => value === values[index]);
    return this.#owned.find((each) => each.form === form && isSame(each))?.position;
  }

  #isCreation(operation: CheckedOperation, method: string): boolean {
    return method === 'post' && this.#contract.resources.some(({ create }) => create === operation);
  }

  /** The step at a path with these values. */
  #at(step: AgainStep, operation: CheckedOperation, values: readonly string[], query: string): PlannedStep {
    const left = values.map((value) => (wholePlaceholder.test(value) ? value : encodeURIComponent(value)));
    const path = operation.path.replace(/\{[^}]+\}/g, () => left.shift() ?? '') + query;
    return { step: { ...step, path }, operation, mayMake: step.method !== 'DELETE', needsPermission: true };
  }

  #undeclared(step: AgainStep, operation: CheckedOperation, name: string): PlannedStep {
    const method = allMethods.find((each) => each.name === name);
    const caseWith = (mayCreate: boolean): TestCase | undefined =>
      method && undeclaredCase(this.#source(), operation, method, { mayCreate, isLocal: this.#isLocal });
    const harmless = caseWith(false);
    const own = step.kind === 'undeclared-method' ? (harmless ?? caseWith(true)) : undefined;
    if (!own) throw refusalOf(step, `No check sends ${visible(step.method)} to ${operation.id}.`);
    const { path, headers, body, key } = own.request;
    const { body: _, ...rest } = step;
    return {
      step: { ...rest, path, headers: { ...headers }, ...(typeof body === 'string' && { body }), key },
      operation,
      mayMake: harmless === undefined,
      needsPermission: harmless === undefined,
    };
  }

  /** A POST that creates, or an action at a resource that nobody has. */
  #post(step: AgainStep, operation: CheckedOperation, values: readonly string[], query: string): PlannedStep {
    const { resources, resolve, operations } = this.#contract;
    const position = this.planned.length;
    const type = resources.find(({ create }) => create === operation);
    if (type) {
      const { body, ids, others } = this.#texts.withFreshIds(step, type);
      const [other] = others;
      if (other !== undefined)
        throw refusalOf(step, `It chooses the id ${visible(other)}, which an existing resource could have.`);
      const parents = Object.fromEntries(operation.pathParameters.map((name, index) => [name, values[index] ?? '']));
      const known = type.parameters.slice(0, -1).map((name) => parents[name]);
      const form = withoutNames(type.prefix);
      for (const id of step.gives ? givenBy(step.gives, type) : ids)
        this.#owned.push({ position, form, values: [...known, id] });
      const [first] = ids;
      return {
        ...this.#at(body === undefined ? step : { ...step, body }, operation, values, query),
        makes: { type, parents, ...(!step.gives && first !== undefined && { chosen: first }) },
      };
    }
    const list = operations.find((each) => each.method === 'get' && each.path === operation.path);
    const last = operation.pathParameters.at(-1);
    // A list whose items have no path of their own.
    if (list && listShape(list, resolve)) return this.#at(step, operation, values, query);
    const unknown = last === undefined ? undefined : unknownId(this.#source(operation, values), operation, last);
    if (last === undefined || unknown === undefined)
      throw refusalOf(step, `${operation.id} may change what other requests have made, as its body says.`);
    if (!saysUnknown(step)) throw refusalOf(step, othersCould(step));
    return this.#at(step, operation, this.#renamed(values, unknown), query);
  }

  /** A PUT, PATCH or DELETE to an id that nobody has. */
  #elsewhere(step: AgainStep, operation: CheckedOperation, values: readonly string[], query: string): PlannedStep {
    const last = operation.pathParameters.at(-1);
    const type = this.#contract.resources.find(({ upsert }) => upsert === operation);
    if (type && last !== undefined) {
      const chosen = unknownId(this.#source(operation, values), operation, last);
      if (chosen === undefined) throw refusalOf(step, othersCould(step));
      const renamed = this.#renamed(values, chosen);
      this.#owned.push({ position: this.planned.length, form: withoutNames(type.prefix), values: renamed });
      const parents = Object.fromEntries(operation.pathParameters.map((name, index) => [name, renamed[index] ?? '']));
      return { ...this.#at(step, operation, renamed, query), makes: { type, parents, chosen } };
    }
    const source = this.#source(operation, values);
    const parents = Object.fromEntries(
      operation.pathParameters.slice(0, -1).map((name, index) => [name, values[index] ?? '']),
    );
    const harmless = unknownTarget(source, operation, parents, false);
    const target = harmless ?? unknownTarget(source, operation, parents, true);
    if (!target || last === undefined)
      throw refusalOf(step, last === undefined ? othersCould(step) : (whyItMayCreate(operation) ?? othersCould(step)));
    const isBad = values.at(-1) === badId(source, operation, last);
    const isFresh = this.#texts.isFresh(values.at(-1) ?? '');
    // With another id, the request would not show the finding.
    if (!isBad && !isFresh && !saysUnknown(step)) throw refusalOf(step, othersCould(step));
    const unknown = isBad || isFresh ? (values.at(-1) ?? '') : (target[last] ?? '');
    if (!isBad) this.#renamed(values, unknown);
    const all = operation.pathParameters.map((name) => (name === last ? unknown : (target[name] ?? '')));
    return {
      ...this.#at({ ...step, isAtUnknownId: !isBad }, operation, all, query),
      needsPermission: harmless === undefined,
    };
  }

  /** The values with another id at the end, which later steps use as well. */
  #renamed(values: readonly string[], id: string): string[] {
    this.#texts.replace(values.at(-1) ?? '', id);
    return [...values.slice(0, -1), id];
  }

  /** A source of ids that nobody has, of the form of those in a path. */
  #source(operation?: CheckedOperation, values: readonly string[] = []): CaseSource {
    const like = Object.fromEntries(
      (operation?.pathParameters ?? []).map((name, index) => [name, values[index] ?? '']),
    );
    return caseSource(this.#contract, randomInt(2 ** 32), {
      references: () => [],
      others: () => (operation ? [like] : []),
      knows: () => false,
    });
  }
}

/** Why a step cannot be one of a check. */
function whyForeign(
  { path, headers, body, gives, method }: AgainStep,
  operation: CheckedOperation,
): string | undefined {
  const own = new Set(
    operation.parameters.filter(({ in: place }) => place === 'header').map(({ name }) => name.toLowerCase()),
  );
  const header = Object.keys(headers).find(
    (name) => leading.test(name) || !(usualHeaders.has(name.toLowerCase()) || own.has(name.toLowerCase())),
  );
  if (header !== undefined) return `It has the header ${visible(header)}, which no check sends.`;
  const isPlain = /^\/[\x21-\x7e]*$/.test(path) && !/[#\\]/.test(path) && !path.startsWith('//');
  const [pathname = ''] = path.split('?');
  if (!isPlain || hasDotSegment(path) || !pathname.split('/').every((part) => isSendableGiven(decoded(part))))
    return `${visible(path)} could lead to another path.`;
  if (gives && !/^id\d+$/.test(gives.name)) return `${visible(gives.name)} is not the name of an id.`;
  if (Math.max(body?.length ?? 0, path.length) > stepLimits.body)
    return `It has more than ${stepLimits.body} characters.`;
  if (body !== undefined && /^(?:GET|HEAD)$/i.test(method)) return 'It is a read with a body, which no check sends.';
  const sent = [path, body ?? '', JSON.stringify(jsonIn(body ?? '')) ?? ''];
  if (sent.some((text) => otherMethod.test(decoded(text)))) return 'It could mean another method.';
  return undefined;
}

function refusalOf(step: AgainStep, reason: string): UsageError {
  return new UsageError(`${visible(step.case)} is not sent again. ${reason}`);
}

/** Whether a step claims that its id is unknown. It gets another id that nobody has all the same. */
function saysUnknown({ isAtUnknownId, kind }: AgainStep): boolean {
  return isAtUnknownId === true || kind === 'unknown-id';
}

function othersCould({ path }: AgainStep): string {
  return `${visible(path)} could be somebody else's.`;
}

function withoutNames(template: string): string {
  return template.replace(/\{[^}]+\}/g, '{}');
}

/** The placeholder of an id, if a response has it where resources of this kind have theirs. */
function givenBy({ name, at }: NonNullable<AgainStep['gives']>, { idFields }: ResourceType): string[] {
  return at === 'Location' || idFields.includes(at.split('/').at(-1) ?? '') ? [placeholder(name)] : [];
}
