import type { OpenApiDocument } from '../../contract/document.js';
import { isObject, type JsonObject } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { itemsIn } from '../../contract/paging/follow.js';
import type { Paging } from '../../contract/paging/paging.js';
import { createSchemaResolver, schemaNameOf } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { getOrCreate } from '../../text/group-by.js';
import type { CaseKind, TestCase } from '../model/case.js';
import { sentFields } from '../model/contract/body-encoding.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type ListShape, listShape } from '../model/contract/resources.js';
import type { Exchange, ExchangeResponse } from '../model/exchange.js';

const itemLimit = 200;

/** Statuses from 400 to 499 that say nothing about the request body. */
const nonContentStatuses = new Set([401, 403, 404, 405, 407, 408, 410, 421, 425, 429]);

/** Kinds of test case in which the path or the method is wrong. */
const wrongPathKinds: ReadonlySet<CaseKind> = new Set(['unknown-id', 'bad-id', 'other-parent', 'undeclared-method']);

/** Prepares responses for the rules; returns undefined for a request without a response. */
export function createViewer(document: OpenApiDocument): (caseResponse: CaseResponse) => ResponseView | undefined {
  const shapes = new Map<string, Shape>();
  let number = 0;
  return (caseResponse) => {
    const { operation, exchange } = caseResponse;
    if (!exchange.response) return undefined;
    const shape = getOrCreate(shapes, operation.id, () => shapeOf(document, operation));
    number += 1;
    return new ResponseView(number, caseResponse, exchange.response, shape);
  };
}

/** A response as the rules see it. A class, since closures for each response would take longer than all rules. */
export class ResponseView implements CaseResponse {
  /** The number of the response in its run, from 1. */
  readonly number: number;
  readonly case: TestCase;
  readonly operation: CheckedOperation;
  readonly exchange: Exchange;
  readonly value: unknown;
  readonly envelope: string | undefined;
  readonly hasExistingIds: boolean;
  readonly isWriting: boolean;
  readonly response: ExchangeResponse;
  readonly status: number;
  /** The status is 2xx. */
  readonly isSuccess: boolean;
  /** Name of the schema of the resource in the response, or of each item of the list. */
  readonly responseSchema: string | undefined;
  readonly requestSchema: string | undefined;
  readonly #shape: Shape;
  #resources: readonly JsonObject[] | undefined;
  #requestBody: JsonObject | undefined;
  #isParsed = false;

  constructor(number: number, caseResponse: CaseResponse, response: ExchangeResponse, shape: Shape) {
    this.number = number;
    this.case = caseResponse.case;
    this.operation = caseResponse.operation;
    this.exchange = caseResponse.exchange;
    this.value = caseResponse.value;
    this.envelope = caseResponse.envelope;
    this.hasExistingIds = caseResponse.hasExistingIds;
    this.isWriting = caseResponse.isWriting ?? false;
    this.response = response;
    this.status = response.status;
    this.isSuccess = response.status >= 200 && response.status < 300;
    this.responseSchema = shape.responseSchema;
    this.requestSchema = shape.requestSchema;
    this.#shape = shape;
  }

  /** The status is a 4xx about the content of the request: not about the key, the path, the method or the rate. */
  get refusesContent(): boolean {
    const { status } = this;
    if (status < 400 || status > 499 || nonContentStatuses.has(status)) return false;
    return this.exchange.request.key === 'right' && !wrongPathKinds.has(this.case.kind);
  }

  /** Whether the status shows that the server knows the path. */
  get showsPath(): boolean {
    return this.isSuccess || [400, 409, 412, 415, 422].includes(this.status);
  }

  /** The path of the request, without its query. */
  get path(): string {
    return this.exchange.request.path.split(/[?#]/, 1)[0] ?? '';
  }

  /** The resource in a success response, or the first 200 items of a list; empty for a list while the run writes. */
  get resources(): readonly JsonObject[] {
    this.#resources ??= this.isSuccess && !this.#isCrowded ? resourcesIn(this.value, this.#shape) : [];
    return this.#resources;
  }

  /** While the run writes, a list also shows the resources that the run has just created, which differ in each run. */
  get #isCrowded(): boolean {
    return this.isWriting && this.#shape.isList;
  }

  /** The resources, if they are at the documented place. `pointer` leads to the list; undefined if there is no list. */
  get documentedPart(): { pointer: string | undefined; items: readonly JsonObject[] } {
    const { items, empty } = this.#shape;
    const part = items === undefined ? this.value : itemsIn({ items, empty }, this.value);
    const isUsable = this.isSuccess && !this.#isCrowded && Array.isArray(part) === (items !== undefined);
    if (!isUsable) return { pointer: items, items: [] };
    return { pointer: items, items: items === undefined ? [part].filter(isObject) : this.resources };
  }

  get requestBody(): JsonObject | undefined {
    if (!this.#isParsed) this.#requestBody = sentFields(this.exchange.request.body, this.operation);
    this.#isParsed = true;
    return this.#requestBody;
  }
}

interface Shape {
  responseSchema: string | undefined;
  requestSchema: string | undefined;
  /** JSON pointer of the items in a list; undefined for other responses. */
  items: string | undefined;
  empty: Paging['empty'];
  isList: boolean;
}

function shapeOf(document: OpenApiDocument, operation: CheckedOperation): Shape {
  const schema = operation.success?.bodies.find(({ media }) => isJson(media))?.schema;
  const resolve = createSchemaResolver(document);
  const shape = listShape(operation, resolve);
  const list = schema && operation.paging ? shape : arrayShape(resolve(schema ?? {}));
  return {
    responseSchema: schemaNameOf((list ? list.items : schema)?.$ref),
    requestSchema: schemaNameOf(operation.body?.schema.$ref),
    items: list?.pointer,
    empty: operation.paging?.empty,
    isList: shape !== undefined,
  };
}

function arrayShape({ type, items = {} }: Schema): ListShape | undefined {
  return type === 'array' ? { pointer: '', items } : undefined;
}

/** Returns the resources in a response; also of a list inside an object where the contract documents a bare array. */
function resourcesIn(value: unknown, { items, empty }: Pick<Shape, 'items' | 'empty'>): readonly JsonObject[] {
  const list = items ? itemsIn({ items, empty }, value) : value;
  if (Array.isArray(list)) return list.slice(0, itemLimit).filter(isObject);
  if (!isObject(value)) return [];
  const innerArray = items === undefined ? undefined : Object.values(value).find((each) => Array.isArray(each));
  return innerArray === undefined ? [value] : resourcesIn(innerArray, { items: undefined, empty: undefined });
}

export interface CaseResponse {
  case: TestCase;
  operation: CheckedOperation;
  exchange: Exchange;
  /** The body, if it is JSON. */
  value?: unknown;
  /** JSON pointer of the resource in a body with an envelope that the contract does not describe. */
  envelope?: string;
  /** True if each id in the path belongs to an existing resource; then a 404 is about the path itself. */
  hasExistingIds: boolean;
  /** Whether the run had begun to write: later reads may show resources that it has created. */
  isWriting?: boolean;
}
