import { isObject, type Json, type JsonObject } from '../../../contract/json.js';
import { isJson } from '../../../contract/json-success.js';
import { schemaNameOf } from '../../../contract/references.js';
import { schemaPrefix } from '../../../contract/schema-walk.js';
import { getOrCreate } from '../../../text/group-by.js';
import { groupDigits } from '../../../text/numbers.js';
import { answeredObject, type Claim, ClaimGrounds, type Claims, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { isBetterFit, isLikely, namedSchemas } from '../schema-fit.js';
import { countText, listText, WordTally } from '../words.js';

interface ResponseBodies {
  operation: ResponseView['operation'];
  shapes: Set<string>;
  statuses: Set<number>;
  grounds: ClaimGrounds;
  /** The schemas of the contract that fit all objects in the operation's responses, by name. */
  fittingSchemas?: readonly string[];
  /** Whether no object in the operation's responses had a field of these schemas. */
  isForeign: boolean;
}

function createBodies(operation: ResponseView['operation']): ResponseBodies {
  return { operation, shapes: new Set(), statuses: new Set(), grounds: new ClaimGrounds(), isForeign: true };
}

export function operationsPayloads(subject: QuestionSubject): QuestionWatch {
  const { marks } = subject;
  const bodies = new Map<string, ResponseBodies>();
  const acceptedIds = new Set<string>();
  const refusedIds = new Set<string>();
  return {
    see(view) {
      const { case: testCase, operation, exchange, isSuccess, refusesContent } = view;
      if (!marks.operations.has(operation.id)) return false;
      if (isSuccess) keep(bodies, view, subject);
      const isSent = exchange.request.body !== undefined;
      if (isSent && isSuccess) acceptedIds.add(operation.id);
      if (isSent && refusesContent && testCase.expect === 'success') refusedIds.add(operation.id);
      return isSuccess || (isSent && refusesContent);
    },
    sentences: () => sentences(subject, bodies, acceptedIds, refusedIds),
    claims: () => findClaims(bodies, subject),
  };
}

function keep(all: Map<string, ResponseBodies>, view: ResponseView, { document, schemas }: QuestionSubject): void {
  const { operation, exchange, response, status, value, responseSchema } = view;
  const entry = getOrCreate(all, operation.id, () => createBodies(operation));
  if (exchange.request.method.toLowerCase() !== operation.method) return;
  entry.shapes.add(shapeOf(value, response.bytes.length));
  entry.statuses.add(status);
  entry.grounds.add(operation.id, '', value);
  if (operation.method === 'get' || !isObject(value)) return;
  const candidates = namedSchemas(document, operation.id);
  const isFitting = (name: string): boolean =>
    isLikely(document, name, value) ||
    (responseSchema !== undefined && name !== responseSchema && isBetterFit(document, name, responseSchema, value));
  entry.fittingSchemas = (entry.fittingSchemas ?? candidates).filter(isFitting);
  const fields = candidates.flatMap((name) => Object.keys(schemas[name]?.properties ?? {}));
  entry.isForeign &&= fields.every((name) => !Object.hasOwn(value, name));
}

function shapeOf(value: unknown, bytes: number): string {
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return value !== undefined ? 'other JSON value' : bytes > 0 ? 'text without JSON' : 'empty body';
}

function sentences(
  { marks }: QuestionSubject,
  bodies: ReadonlyMap<string, ResponseBodies>,
  acceptedIds: ReadonlySet<string>,
  refusedIds: ReadonlySet<string>,
): Sentences {
  const tally = new WordTally();
  for (const { shapes } of bodies.values()) tally.add([...shapes].at(-1) ?? 'empty body');
  const refusingIds = [...refusedIds].filter((id) => !acceptedIds.has(id)).sort();
  const kinds = tally.entries().map(([shape, amount]) => countText(amount, shape));
  return [
    bodies.size > 0 &&
      `${groupDigits(bodies.size)} of ${countText(marks.operations.size, 'operation')} succeeded; their response ` +
        `bodies are: ${kinds.join(', ')}.`,
    acceptedIds.size > 0 && `${countText(acceptedIds.size, 'operation')} accepted a body that matches the contract.`,
    refusingIds.length > 0 && `Every body that matches the contract was refused by ${listText(refusingIds)}.`,
  ];
}

/** The body of an operation's responses, as a claim states it. */
interface ClaimedBody {
  id: string;
  response: Json;
  grounds: ClaimGrounds;
}

function findClaims(bodies: ReadonlyMap<string, ResponseBodies>, subject: QuestionSubject): Claims {
  const allBodies = [...bodies].sort(([a], [b]) => (a < b ? -1 : 1));
  const claimBodies = (responseOf: (entry: ResponseBodies) => Json | undefined): ClaimedBody[] =>
    allBodies.flatMap(([id, entry]) => {
      const response = responseOf(entry);
      return response === undefined ? [] : [{ id, response, grounds: entry.grounds }];
    });
  const steadyBodies = claimBodies(steadyBody);
  const provenBodies = steadyBodies.filter(({ grounds }) => grounds.isEnough);
  const unprovenBodies = steadyBodies.filter(({ grounds }) => !grounds.isEnough);
  const varyingReadings = [0, 1].map((rank) => claimBodies((entry) => varyingBodies(entry)?.[rank]));
  const isVarying = varyingReadings.every((bodies) => bodies.length > 0);
  const readings = isVarying ? varyingReadings.map((each) => [...each, ...unprovenBodies]) : [unprovenBodies];
  return {
    shown: provenBodies.length > 0 ? bodiesClaim(provenBodies, answeredObject(subject)) : undefined,
    readings: readings.flatMap((bodies) => (bodies.length > 0 ? [bodiesClaim(bodies)] : [])),
  };
}

function bodiesClaim(allBodies: readonly ClaimedBody[], before: JsonObject = {}): Claim {
  const value = { ...(before as Record<string, JsonObject>) };
  for (const { id, response } of allBodies) value[id] = { ...value[id], response };
  const grounds = joinGrounds(allBodies.map((body) => body.grounds));
  return { value, support: grounds.toSupport('A response of these operations with another kind of body.') };
}

/** Returns both bodies of a write that returns sometimes an object and sometimes nothing. */
function varyingBodies({ shapes, operation }: ResponseBodies): readonly [Json, Json] | undefined {
  const isVarying = operation.method !== 'get' && shapes.has('object') && shapes.has('empty body');
  return isVarying ? [{ type: 'object' }, null] : undefined;
}

/** Returns the body of all responses, if it differs from the contract's; else undefined. */
function steadyBody({ shapes, fittingSchemas, isForeign, operation, statuses }: ResponseBodies): Json | undefined {
  const [shape, secondShape] = shapes;
  if (secondShape !== undefined) return undefined;
  const [body] = operation.success?.bodies ?? [];
  const isBodyless = [...statuses].every((status) => status === 204 || status === 205);
  // If the contract lists no body, an empty body says something new only with another status.
  const isNew = body !== undefined || !statuses.has(Number(operation.success?.status));
  if (shape === 'empty body') return operation.method !== 'get' && !isBodyless && isNew ? null : undefined;
  const documentedName = schemaNameOf(body?.schema.$ref);
  const [only, another] = fittingSchemas ?? [];
  if (shape === 'object' && only !== undefined && another === undefined && only !== documentedName) return only;
  if (shape === 'object' && body === undefined && isForeign && !isBodyless) return { type: 'object' };
  if (shape === 'array' && operation.method === 'get' && documentedName !== undefined && isJson(body?.media ?? ''))
    return { type: 'array', items: { $ref: schemaPrefix + documentedName } };
  return undefined;
}
