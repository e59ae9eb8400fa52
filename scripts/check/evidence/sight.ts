import type { OpenApiDocument } from '../../contract/document.js';
import { isObject } from '../../contract/json.js';
import type { CaseKind, TestCase } from '../model/case.js';
import type { Exchange, ReceivedResponse } from '../model/exchange.js';
import { type CheckedOperation, isJson } from '../model/operations.js';
import type { Seen } from '../model/seen.js';
import { nameOf, schemasOf } from './marked.js';
import type { JsonObject, Sight } from './rule.js';

const itemLimit = 200;

/** Statuses from 400 to 499 that say nothing of the body that was sent. */
const notAboutContent = new Set([401, 403, 404, 405, 407, 408, 410, 421, 425, 429]);

/** Requests that are wrong in their path, whatever their body is. */
const aboutPath: ReadonlySet<CaseKind> = new Set(['unknown-id', 'bad-id', 'other-parent', 'undeclared-method']);

/** Makes of an answer what the rules look at; undefined where no answer came. */
export function createSights(document: OpenApiDocument): (seen: Seen) => Sight | undefined {
  const shapes = new Map<string, Shape>();
  return (seen) => {
    const { operation, exchange } = seen;
    if (!exchange.response) return undefined;
    let shape = shapes.get(operation.id);
    if (!shape) {
      shape = shapeOf(document, operation);
      shapes.set(operation.id, shape);
    }
    return new ResponseSight(seen, exchange.response, shape);
  };
}

/** A class, since one is made for every answer: closures and copies in its place take most of the time of all rules. */
class ResponseSight implements Sight {
  readonly case: TestCase;
  readonly operation: CheckedOperation;
  readonly exchange: Exchange;
  readonly value: unknown;
  readonly exists: boolean;
  readonly response: ReceivedResponse;
  readonly status: number;
  readonly isSuccess: boolean;
  readonly shown: string | undefined;
  readonly asked: string | undefined;
  readonly #isList: boolean;
  #things: readonly JsonObject[] | undefined;
  #sent: JsonObject | undefined;
  #isParsed = false;

  constructor(seen: Seen, response: ReceivedResponse, { shown, asked, isList }: Shape) {
    this.case = seen.case;
    this.operation = seen.operation;
    this.exchange = seen.exchange;
    this.value = seen.value;
    this.exists = seen.exists;
    this.response = response;
    this.status = response.status;
    this.isSuccess = response.status >= 200 && response.status < 300;
    this.shown = shown;
    this.asked = asked;
    this.#isList = isList;
  }

  get refusesContent(): boolean {
    const { status } = this;
    if (status < 400 || status > 499 || notAboutContent.has(status)) return false;
    return this.exchange.request.key === 'right' && !aboutPath.has(this.case.kind);
  }

  get resources(): readonly JsonObject[] {
    this.#things ??= this.isSuccess ? resourcesIn(this.value, this.#isList) : none;
    return this.#things;
  }

  get sent(): JsonObject | undefined {
    if (!this.#isParsed) this.#sent = parsed(this.exchange.request.body);
    this.#isParsed = true;
    return this.#sent;
  }
}

const none: readonly JsonObject[] = [];

interface Shape {
  shown: string | undefined;
  asked: string | undefined;
  isList: boolean;
}

function shapeOf(document: OpenApiDocument, operation: CheckedOperation): Shape {
  const schema = operation.success?.bodies.find(({ media }) => isJson(media))?.schema;
  const name = nameOf(schema);
  const target = name === undefined ? schema : schemasOf(document)[name];
  const isList = target?.type === 'array';
  return { shown: isList ? nameOf(target?.items) : name, asked: nameOf(operation.body?.schema), isList };
}

/** A list that comes inside an object, against what the contract says, is found there all the same. */
function resourcesIn(value: unknown, isList: boolean): readonly JsonObject[] {
  if (Array.isArray(value)) return value.slice(0, itemLimit).filter(isObject);
  if (!isObject(value)) return [];
  const inside = isList ? Object.values(value).find((each) => Array.isArray(each)) : undefined;
  return inside === undefined ? [value] : resourcesIn(inside, false);
}

/** Larger bodies than this are of no kind that a rule asks about, and take long to parse. */
const bodyLimit = 1_000_000;

function parsed(body: string | Uint8Array | undefined): JsonObject | undefined {
  if (typeof body !== 'string' || body.length > bodyLimit) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
