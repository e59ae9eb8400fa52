import { isObject, type Json, type JsonObject } from '../../../contract/json.js';
import { schemaNameOf } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { schemaRef } from '../../../contract/schema-walk.js';
import { grouped } from '../../../text/numbers.js';
import { isBetter, isLike, namedSchemas } from '../fitting.js';
import { answeredObject, type Claims, Grounds, joined } from '../proposals.js';
import type { Sentences, Sight, Subject, Watch } from '../rule.js';
import { count, list, Tally } from '../words.js';

/** What successful responses of one operation contain. */
class Bodies {
  readonly operation: Sight['operation'];
  /** The kinds of body that came. */
  readonly shapes = new Set<string>();
  readonly statuses = new Set<number>();
  readonly grounds = new Grounds();
  /** The schemas of the contract that fit all objects that came, by name. */
  fitting: readonly string[] | undefined;
  /** Whether no object had a field of these schemas. */
  isForeign = true;

  constructor(operation: Sight['operation']) {
    this.operation = operation;
  }
}

/** The bodies of requests and responses. */
export function operationsPayloads(subject: Subject): Watch {
  const { marked } = subject;
  const bodies = new Map<string, Bodies>();
  const accepted = new Set<string>();
  const refused = new Set<string>();
  return {
    see(sight) {
      const { case: testCase, operation, exchange, isSuccess, refusesContent } = sight;
      if (!marked.operations.has(operation.id)) return false;
      if (isSuccess) keep(bodies, sight, subject);
      const isSent = exchange.request.body !== undefined;
      if (isSent && isSuccess) accepted.add(operation.id);
      if (isSent && refusesContent && testCase.expect === 'success') refused.add(operation.id);
      return isSuccess || (isSent && refusesContent);
    },
    sentences: () => sentences(subject, bodies, { accepted, refused }),
    claims: () => claims(bodies, subject),
  };
}

function keep(
  all: Map<string, Bodies>,
  { operation, exchange, response, status, value, shown }: Sight,
  subject: Subject,
): void {
  const own = all.get(operation.id) ?? new Bodies(operation);
  all.set(operation.id, own);
  if (exchange.request.method.toLowerCase() !== operation.method) return;
  own.shapes.add(shapeOf(value, response.bytes.length));
  own.statuses.add(status);
  own.grounds.add(operation.id, '', value);
  if (operation.method === 'get' || !isObject(value)) return;
  const named = namedSchemas(subject.document, operation.id);
  const { document } = subject;
  const isFitting = (name: string): boolean =>
    isLike(document, name, value) || (shown !== undefined && name !== shown && isBetter(document, name, shown, value));
  own.fitting = (own.fitting ?? named).filter(isFitting);
  own.isForeign &&= named.every((name) => !hasFieldOf(subject.schemas[name], value));
}

function hasFieldOf(schema: Schema | undefined, value: JsonObject): boolean {
  return Object.keys(schema?.properties ?? {}).some((name) => Object.hasOwn(value, name));
}

function shapeOf(value: unknown, bytes: number): string {
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return value !== undefined ? 'other JSON value' : bytes > 0 ? 'text without JSON' : 'empty body';
}

interface Requests {
  accepted: ReadonlySet<string>;
  refused: ReadonlySet<string>;
}

function sentences(
  { marked }: Subject,
  bodies: ReadonlyMap<string, Bodies>,
  { accepted, refused }: Requests,
): Sentences {
  const tally = new Tally();
  for (const { shapes } of bodies.values()) tally.add([...shapes].at(-1) ?? 'empty body');
  const never = [...refused].filter((id) => !accepted.has(id)).sort();
  const kinds = tally
    .entries()
    .map(([shape, amount]) => count(amount, shape))
    .join(', ');
  return [
    bodies.size > 0 &&
      `${grouped(bodies.size)} of ${count(marked.operations.size, 'operation')} succeeded; their response ` +
        `bodies are: ${kinds}.`,
    accepted.size > 0 && `${count(accepted.size, 'operation')} accepted a body that matches the contract.`,
    never.length > 0 && `Every body that matches the contract was refused by ${list(never)}.`,
  ];
}

function claims(bodies: ReadonlyMap<string, Bodies>, subject: Subject): Claims {
  const found = [...bodies]
    .flatMap(([id, own]) => {
      const response = responseOf(own);
      return response === undefined ? [] : [{ id, response, grounds: own.grounds }];
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  if (found.length === 0) return {};
  const value = { ...(answeredObject(subject) as Record<string, JsonObject>) };
  for (const { id, response } of found) value[id] = { ...value[id], response };
  const rests = joined(found.map(({ grounds }) => grounds)).rests('A response of these operations with another body.');
  return { shown: { value, rests } };
}

/** The body of a response, where it is another than the contract says; undefined if nothing is to be said. */
function responseOf({ shapes, fitting, isForeign, operation, statuses }: Bodies): Json | undefined {
  const [shape, other] = shapes;
  if (other !== undefined) return undefined;
  const [body] = operation.success?.bodies ?? [];
  const isBodyless = [...statuses].every((status) => status === 204 || status === 205);
  // Without an answer, another status than 204 would mean that there is a body.
  const isNews = body !== undefined || !statuses.has(Number(operation.success?.status));
  if (shape === 'empty body') return operation.method !== 'get' && !isBodyless && isNews ? null : undefined;
  const documented = schemaNameOf(body?.schema.$ref);
  const [only, another] = fitting ?? [];
  if (shape === 'object' && only !== undefined && another === undefined && only !== documented) return only;
  if (shape === 'object' && body === undefined && isForeign && !isBodyless) return { type: 'object' };
  if (shape === 'array' && operation.method === 'get' && documented !== undefined && body?.media === 'application/json')
    return { type: 'array', items: { $ref: schemaRef + documented } };
  return undefined;
}
