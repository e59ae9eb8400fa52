import { randomInt } from 'node:crypto';
import { parseJson } from '../../../contract/json.js';
import { decodePath, encodePart, pathPattern, pathShape } from '../../../contract/path-template.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { sanitize } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import { findUnknownTarget } from '../../cases/at-unknown-ids.js';
import { allMethods, declaredMethods, undeclaredMethodCase } from '../../cases/methods.js';
import { type CaseSource, caseSource, createUnknownId, findInvalidId, prefixEndingWith } from '../../cases/source.js';
import { type Again, type AgainStep, stepLimits, toPlaceholder, toTestCase } from '../../model/again.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation, CheckedParameter } from '../../model/contract/operations.js';
import { isNameOf } from '../../model/contract/parameter-encoding.js';
import { listShape, type ResourceType } from '../../model/contract/resources.js';
import { creationReasonOf } from '../../model/operation-words.js';
import { hasDotSegment, isSendable, isSendableByUser, type Parameters } from '../../model/request.js';
import { ReplayTexts } from './replay-texts.js';

export interface PlannedCreation {
  type: ResourceType;
  /** Path parameters of the creating request. A placeholder stands for an id from an earlier response. */
  parents: Parameters;
  /** The id of the new resource, if the request chooses it; undefined if the server chooses it. */
  chosenId?: string;
}

export interface PlannedStep {
  step: AgainStep;
  operation: CheckedOperation;
  creation?: PlannedCreation;
  /** Position of the step that creates the resource to which this step writes. */
  creatorStepPosition?: number;
  mayCreate: boolean;
  /** Whether the step may be sent only with `--writes disposable`. */
  needsPermission: boolean;
}

/** The steps that reproduce a finding. They include no deletions: the replay itself finds out what it must remove. */
export interface ReplayPlan {
  steps: readonly PlannedStep[];
  texts: ReplayTexts;
}

export interface PlanContext {
  contract: CheckedContract;
  /** Returns the reason why a request may never be sent; undefined if it may be sent. */
  gate: (testCase: Pick<TestCase, 'operationId' | 'kind' | 'request'>) => string | undefined;
  /** Whether the server runs on this machine. */
  isLocal: boolean;
}

/**
 * Plans how to send the steps of a report again. Since somebody else may have written the report, the contract decides
 * what a step does, and not the step itself. A write goes to a resource that an earlier step creates, or to an id that
 * no resource has.
 *
 * @throws UsageError for a step that may not be sent
 */
export function planReplay({ steps, show }: Again, context: PlanContext): ReplayPlan {
  const sentSteps = steps.slice(0, show + 1);
  if (!steps[show])
    throw new UsageError('The report does not say which request led to the finding. Run the check again.');
  if (sentSteps.length > stepLimits.steps)
    throw new UsageError(`Expected at most ${stepLimits.steps} requests for a finding, found ${sentSteps.length}.`);
  const texts = new ReplayTexts(sentSteps);
  const planner = new ReplayPlanner(context, texts);
  for (const step of sentSteps) planner.add(step);
  return { steps: planner.plannedSteps, texts };
}

/** Headers that a check adds to those in the contract. Any other header could change the meaning of a request. */
const usualHeaders = [
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'content-type', 'cookie'],
  ...['if-modified-since', 'if-none-match', 'range', 'referer'],
];

/** Headers that change the server, the key or the method of a request: refused even if the contract declares them. */
const forbiddenHeaderPattern = /^(?:host|authorization|proxy-.*|x-http-method.*|x-method-override)$/i;

/** The field or parameter `_method`, with which some frameworks replace the method of a request. */
const methodOverridePattern = /(?:^|[?&"])_method\b/i;

const wholePlaceholderPattern = /^\{\{id\d+\}\}$/;

/** A resource that a step creates. Later steps may write to it. */
interface OwnResource {
  position: number;
  /** The path template up to the id, without parameter names: `/books/{}`. */
  templatePrefix: string;
  /** The value of each parameter in the template; undefined if unknown, so that no step may use the resource. */
  values: readonly (string | undefined)[];
}

class ReplayPlanner {
  readonly plannedSteps: PlannedStep[] = [];
  readonly #contract: CheckedContract;
  readonly #gate: PlanContext['gate'];
  readonly #isLocal: boolean;
  readonly #texts: ReplayTexts;
  readonly #ownResources: OwnResource[] = [];

  constructor({ contract, gate, isLocal }: PlanContext, texts: ReplayTexts) {
    this.#contract = contract;
    this.#gate = gate;
    this.#isLocal = isLocal;
    this.#texts = texts;
  }

  add(rawStep: AgainStep): void {
    const { body, gives } = rawStep;
    const operation = this.#contract.operation(rawStep.operationId);
    if (!operation)
      throw new UsageError(
        `The contract has no operation ${sanitize(rawStep.operationId)}. Set --contract to the contract of the report.`,
      );
    const step: AgainStep = {
      ...rawStep,
      path: this.#texts.withNewTokens(rawStep.path),
      ...(body !== undefined && { body: this.#texts.withNewTokens(body) }),
    };
    const reason = whyNeverSent(step, operation);
    if (reason !== undefined) throw refusalOf(rawStep, reason);
    if (gives && this.plannedSteps.some((plannedStep) => plannedStep.step.gives?.name === gives.name))
      throw refusalOf(rawStep, 'In the report, two steps of this finding have the same name in their member "gives".');
    const plannedStep = this.#planStep(step, operation);
    const { request } = toTestCase(plannedStep.step, (text) => text.replaceAll(/\{\{id\d+\}\}/g, 'x'));
    const refusalReason = this.#gate({ ...plannedStep.step, request });
    if (refusalReason !== undefined) throw refusalOf(rawStep, refusalReason);
    this.plannedSteps.push(plannedStep);
  }

  #planStep(step: AgainStep, operation: CheckedOperation): PlannedStep {
    const method = step.method.toLowerCase();
    const [pathname = '', ...search] = step.path.split(/(?=\?)/);
    const query = search.join('');
    const parts = pathname.split('/').map((part) => this.#texts.newIdOf(part) ?? part);
    const path = parts.join('/');
    const isGet = method === 'get' || method === 'head';
    if (isGet && this.#isRead(path))
      return { step: { ...step, path: path + query }, operation, mayCreate: false, needsPermission: false };
    const values = pathPattern(operation.path).exec(path)?.slice(1).map(decodePath);
    const isOwnMethod = method === operation.method && !isGet;
    if (!values?.every(isSendable) || !(isOwnMethod || this.#isUndeclared(method, operation)))
      throw refusalOf(step, `${sanitize(`${step.method} ${step.path}`)} is not a request of ${operation.id}.`);
    const creatorPosition = this.#creatingStep(operation, values);
    const needsCreation = wholePlaceholderPattern.test(values.at(-1) ?? '') && !this.#isCreation(operation, method);
    if (creatorPosition === undefined && needsCreation)
      throw refusalOf(step, `No earlier step creates the resource ${sanitize(step.path)}.`);
    if (!isOwnMethod && creatorPosition === undefined) return this.#undeclaredStep(step, operation, method);
    const queryParameters = operation.parameters.filter(({ in: place }) => place === 'query');
    const isFieldOfParameter = ({ kind, schema }: CheckedParameter, name: string): boolean =>
      kind === 'object' && fieldsOf(this.#contract, schema).properties.has(name);
    const isDeclared = (name: string): boolean =>
      queryParameters.some((each) => isNameOf(each, name) || isFieldOfParameter(each, name));
    const undeclaredName = [...new URLSearchParams(query).keys()].find((name) => !isDeclared(name));
    const ending = 'and the check sends a write only with parameters of the contract.';
    if (undeclaredName !== undefined)
      throw refusalOf(step, `${operation.id} has no query parameter ${sanitize(undeclaredName)}, ${ending}`);
    const ownStep = this.#stepAt(step, operation, values, query);
    if (creatorPosition !== undefined) return { ...ownStep, creatorStepPosition: creatorPosition, mayCreate: false };
    return method === 'post'
      ? this.#postStep(step, operation, values, query)
      : this.#unknownIdStep(step, operation, values, query);
  }

  /** Whether a path matches a GET of the contract, even with other letter case or percent-encoding. */
  #isRead(path: string): boolean {
    const decodedPath = decodePath(path);
    return this.#contract.operations.some((operation) => {
      if (operation.method !== 'get') return false;
      const pattern = new RegExp(pathPattern(operation.path), 'i');
      return pattern.test(path) || pattern.test(decodedPath);
    });
  }

  #isUndeclared(method: string, { path }: CheckedOperation): boolean {
    const methodsInContract = declaredMethods({ contract: this.#contract }, path);
    return allMethods.some(({ name }) => name === method) && !methodsInContract.has(method);
  }

  /** Returns the position of the step that creates the resource at the end of a path; undefined if no step does. */
  #creatingStep(operation: CheckedOperation, values: readonly string[]): number | undefined {
    const lastParameter = operation.pathParameters.at(-1);
    if (lastParameter === undefined) return undefined;
    const form = pathShape(prefixEndingWith(operation.path, lastParameter));
    const hasSameValues = (each: OwnResource): boolean => each.values.every((value, index) => value === values[index]);
    return this.#ownResources.find((resource) => resource.templatePrefix === form && hasSameValues(resource))?.position;
  }

  #isCreation(operation: CheckedOperation, method: string): boolean {
    return method === 'post' && this.#contract.resources.some(({ create }) => create === operation);
  }

  #stepAt(step: AgainStep, operation: CheckedOperation, values: readonly string[], query: string): PlannedStep {
    const encodedValues = values.map((value) => (wholePlaceholderPattern.test(value) ? value : encodePart(value)));
    const path = operation.path.replace(/\{[^}]+\}/g, () => encodedValues.shift() ?? '') + query;
    return { step: { ...step, path }, operation, mayCreate: step.method !== 'DELETE', needsPermission: true };
  }

  #undeclaredStep(step: AgainStep, operation: CheckedOperation, name: string): PlannedStep {
    const method = allMethods.find((allMethod) => allMethod.name === name);
    const buildCase = (mayCreate: boolean): TestCase | undefined =>
      method && undeclaredMethodCase(this.#source(), operation, method, { mayCreate, isLocal: this.#isLocal });
    const harmlessCase = buildCase(false);
    const testCase = step.kind === 'undeclared-method' ? (harmlessCase ?? buildCase(true)) : undefined;
    if (!testCase) throw refusalOf(step, `The check never sends ${sanitize(step.method)} to ${operation.id}.`);
    const { path, headers, body, key } = testCase.request;
    const { body: _, ...rest } = step;
    return {
      step: { ...rest, path, headers: { ...headers }, ...(typeof body === 'string' && { body }), key },
      operation,
      mayCreate: harmlessCase === undefined,
      needsPermission: harmlessCase === undefined,
    };
  }

  /** Plans a POST. It either creates a resource, or is an action on a resource that does not exist. */
  #postStep(step: AgainStep, operation: CheckedOperation, values: readonly string[], query: string): PlannedStep {
    const { resources, resolve, operations } = this.#contract;
    const position = this.plannedSteps.length;
    const type = resources.find(({ create }) => create === operation);
    if (type) {
      const { body, ids, unsafeIds } = this.#texts.withFreshIds(step, type);
      const [unsafeId] = unsafeIds.map((text) => sanitize(text));
      if (unsafeId !== undefined)
        throw refusalOf(step, `The request chooses the id ${unsafeId}, which an existing resource could have.`);
      const parents = parametersOf(operation, values);
      const parentValues = type.parameters.slice(0, -1).map((name) => parents[name]);
      const form = pathShape(type.prefix);
      for (const id of step.gives ? placeholderIds(step.gives, type) : ids)
        this.#ownResources.push({ position, templatePrefix: form, values: [...parentValues, id] });
      const [firstId] = ids;
      return {
        ...this.#stepAt(body === undefined ? step : { ...step, body }, operation, values, query),
        creation: { type, parents, ...(!step.gives && firstId !== undefined && { chosenId: firstId }) },
      };
    }
    const list = operations.find((each) => each.method === 'get' && each.path === operation.path);
    const lastParameter = operation.pathParameters.at(-1);
    // The POST adds an item to a list whose items have no paths of their own.
    if (list && listShape(list, resolve)) return this.#stepAt(step, operation, values, query);
    const newId = lastParameter && createUnknownId(this.#source(operation, values), operation, lastParameter);
    if (newId === undefined)
      throw refusalOf(step, `Depending on its body, ${operation.id} may change somebody else's resources.`);
    if (!claimsUnknownId(step)) throw refusalOf(step, foreignPathReason(step));
    return this.#stepAt(step, operation, this.#replaceId(values, newId), query);
  }

  /** Plans a PUT, PATCH or DELETE to an id that no resource has. */
  #unknownIdStep(step: AgainStep, operation: CheckedOperation, values: readonly string[], query: string): PlannedStep {
    const lastParameter = operation.pathParameters.at(-1);
    const type = this.#contract.resources.find(({ upsert }) => upsert === operation);
    if (type && lastParameter !== undefined) {
      const chosenId = createUnknownId(this.#source(operation, values), operation, lastParameter);
      if (chosenId === undefined) throw refusalOf(step, foreignPathReason(step));
      const newValues = this.#replaceId(values, chosenId);
      const position = this.plannedSteps.length;
      this.#ownResources.push({ position, templatePrefix: pathShape(type.prefix), values: newValues });
      const parents = parametersOf(operation, newValues);
      return { ...this.#stepAt(step, operation, newValues, query), creation: { type, parents, chosenId } };
    }
    const source = this.#source(operation, values);
    const parents = parametersOf(operation, values);
    const harmlessTarget = findUnknownTarget(source, operation, parents, false);
    const target = harmlessTarget ?? findUnknownTarget(source, operation, parents, true);
    if (lastParameter === undefined) throw refusalOf(step, foreignPathReason(step));
    if (!target) throw refusalOf(step, creationReasonOf(operation) ?? foreignPathReason(step));
    const isBadId = values.at(-1) === findInvalidId(source, operation, lastParameter);
    const isFreshId = this.#texts.isNewId(values.at(-1) ?? '');
    // The step was sent to an existing resource. Sent to an unknown id, it would not reproduce the finding.
    if (!isBadId && !isFreshId && !claimsUnknownId(step)) throw refusalOf(step, foreignPathReason(step));
    const newId = isBadId || isFreshId ? (values.at(-1) ?? '') : (target[lastParameter] ?? '');
    if (!isBadId) this.#replaceId(values, newId);
    const pathValues = operation.pathParameters.map((name) => (name === lastParameter ? newId : (target[name] ?? '')));
    return {
      ...this.#stepAt({ ...step, isAtUnknownId: !isBadId }, operation, pathValues, query),
      needsPermission: harmlessTarget === undefined,
    };
  }

  /** Returns the values with `id` in place of the last one. Later steps use the new id as well. */
  #replaceId(values: readonly string[], id: string): string[] {
    this.#texts.noteNewId(values.at(-1) ?? '', id);
    return [...values.slice(0, -1), id];
  }

  /** Returns a source of ids that no resource has, but that look like the ids in the given path values. */
  #source(operation?: CheckedOperation, values: readonly string[] = []): CaseSource {
    const examples = operation ? [parametersOf(operation, values)] : [];
    const fixtures = { references: () => [], others: () => examples, knows: () => false };
    return caseSource(this.#contract, randomInt(2 ** 32), fixtures);
  }
}

function parametersOf({ pathParameters }: CheckedOperation, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(pathParameters.map((name, index) => [name, values[index] ?? '']));
}

/** Returns the reason why a check would never send this step; undefined if it could send it. */
function whyNeverSent(step: AgainStep, operation: CheckedOperation): string | undefined {
  const { path, headers, body, gives, method, key } = step;
  const ownHeaders = operation.parameters.filter(({ in: place }) => place === 'header');
  const allowedNames = new Set([...usualHeaders, ...ownHeaders.map(({ name }) => name.toLowerCase())]);
  const isAllowed = (name: string): boolean =>
    allowedNames.has(name.toLowerCase()) && !forbiddenHeaderPattern.test(name);
  const header = Object.keys(headers).find((name) => !isAllowed(name));
  if (header !== undefined) return `The request has the header ${sanitize(header)}, which the check never sends.`;
  const isPlainPath = /^\/[\x21-\x7e]*$/.test(path) && !/[#\\]/.test(path) && !path.startsWith('//');
  const [pathname = ''] = path.split('?');
  if (!isPlainPath || hasDotSegment(path) || !pathname.split('/').every((part) => isSendableByUser(decodePath(part))))
    return `A server may read the path ${sanitize(path)} as a different path.`;
  const invalidGivesMessage = 'Expected a name such as id1 in the member "gives" of this step in the report';
  if (gives && !/^id\d+$/.test(gives.name)) return `${invalidGivesMessage}, found ${sanitize(gives.name)}.`;
  if (Math.max(body?.length ?? 0, path.length) > stepLimits.body)
    return `The path or the body of the request has more than ${stepLimits.body} characters.`;
  if (key === 'other' && method === 'POST') return 'The check creates nothing with the key of another identity.';
  if (body !== undefined && /^(?:GET|HEAD)$/i.test(method))
    return 'The request is a read with a body, which the check never sends.';
  const texts = [path, body ?? '', JSON.stringify(parseJson(body ?? '')) ?? ''];
  if (texts.some((text) => methodOverridePattern.test(decodePath(text))))
    return 'The request contains "_method", which could give the request the effect of another method.';
  return undefined;
}

function refusalOf(step: AgainStep, reason: string): UsageError {
  return new UsageError(`${sanitize(step.case)} is not sent again. ${reason}`);
}

/** Whether a step claims that no resource has its id. The planner does not rely on that, and sends an unknown id. */
function claimsUnknownId({ isAtUnknownId, kind }: AgainStep): boolean {
  return isAtUnknownId === true || kind === 'unknown-id';
}

function foreignPathReason({ path }: AgainStep): string {
  return `${sanitize(path)} could be the path of somebody else's resource.`;
}

/** Returns the placeholder of an id if the response has it in Location, or in an id field of this resource type. */
function placeholderIds({ name, at }: NonNullable<AgainStep['gives']>, { idFields }: ResourceType): string[] {
  return at === 'Location' || idFields.includes(at.split('/').at(-1) ?? '') ? [toPlaceholder(name)] : [];
}
