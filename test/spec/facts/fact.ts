import { expect } from 'vitest';
import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import { isObject, type Node } from '../../../scripts/contract/json.js';
import { eachOperation, type PlacedOperation } from '../../../scripts/contract/operations.js';
import { parsePointer, valueAt } from '../../../scripts/contract/pointer.js';
import { bundle } from '../bundle.js';

/** A fact of the interface description, in other words, and the assertion that a document agrees with it. */
export interface Fact {
  section: string;
  fact: string;
  /** Throws if the document does not agree. */
  holds(document: OpenApiDocument): void;
  /** Changes of the document, each of which contradicts the fact. */
  contradictions: readonly Change[];
}

/** A place in the document, and its new value; without a value, the place is removed. */
export type Change = readonly [pointer: string, value?: unknown];

/** A fact without the number of its section. */
export type Row = readonly [fact: string, holds: Fact['holds'], ...contradictions: Change[]];

export function factsOf(section: string, rows: readonly Row[]): Fact[] {
  return rows.map(([fact, holds, ...contradictions]) => ({ section, fact, holds, contradictions }));
}

/** Returns the document after one change. It shares all unchanged parts with the original. */
export function applyChange(document: OpenApiDocument, [pointer, value]: Change): OpenApiDocument {
  const copy = (node: unknown, [key = '', ...rest]: string[]): unknown => {
    if (!isObject(node) && !Array.isArray(node)) throw new Error(`The document has nothing to change at ${pointer}.`);
    if (rest.length === 0 && value === undefined) return without(node, key, pointer);
    const next = rest.length === 0 ? value : copy((node as Node)[key], rest);
    return Object.assign(Array.isArray(node) ? [...node] : { ...node }, { [key]: next });
  };
  return copy(document, parsePointer(pointer)) as OpenApiDocument;
}

function without(node: Node | unknown[], key: string, pointer: string): unknown {
  if (!Object.hasOwn(node, key)) throw new Error(`The document has nothing to remove at ${pointer}.`);
  const members = Object.entries(node).filter(([name]) => name !== key);
  return Array.isArray(node) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

export const schemas = '/components/schemas';

/** Returns the operation with this operationId. The assertion fails if the document has no such operation. */
export function operationOf(document: OpenApiDocument, id: string): PlacedOperation {
  const operation = [...eachOperation(document)].find((each) => each.id === id);
  expect(operation, `the operation ${id}`).toBeDefined();
  return operation as PlacedOperation;
}

/** Returns the JSON pointer of a place in an operation of the bundle. */
export function at(id: string, path = ''): string {
  return ([...eachOperation(bundle)].find((each) => each.id === id)?.pointer ?? `/no operation ${id}`) + path;
}

/** Returns a change that gives an operation of the bundle another method or path. */
export function moved(id: string, to: { method?: string; path?: string }): Change {
  const { path, method, node } = [...eachOperation(bundle)].find((operation) => operation.id === id) ?? {};
  const { [method ?? 'get']: _, ...otherMethods } = bundle.paths[path ?? ''] ?? {};
  const paths: Record<string, object> = { ...bundle.paths, [path ?? '']: otherMethods };
  const target = to.path ?? path ?? '';
  return ['/paths', { ...paths, [target]: { ...paths[target], [to.method ?? method ?? '']: node } }];
}

/**
 * The fact that the description leaves something open, about which the register has a question in this section.
 *
 * @param places JSON pointers of the nodes that depend on the question
 */
export function notShown(section: string, what: string, id: string, ...places: string[]): Row {
  const index = bundle['x-unknowns']?.findIndex((question) => question.id === id);
  const holds = (document: OpenApiDocument): void => {
    const question = document['x-unknowns']?.find((otherQuestion) => otherQuestion.id === id);
    expect(question, `the question ${id}`).toMatchObject({
      section,
      question: expect.stringMatching(/\?$/),
      assumed: expect.stringMatching(/\w/),
      evidence: expect.stringMatching(/\w/),
    });
    for (const place of places) expect(valueAt(document, `${place}/x-unknown`), place).toContain(id);
  };
  const ends = new Set(places.length === 0 ? [] : [places[0], places.at(-1)]);
  const unmarked = [...ends].map((place): Change => [`${place}/x-unknown`, []]);
  return [`${what}: not shown`, holds, [`/x-unknowns/${index}`], [`/x-unknowns/${index}/section`, '0'], ...unmarked];
}

/** Returns the ids of the operations for which the function returns true. */
export function idsWhere(document: OpenApiDocument, holds: (operation: PlacedOperation) => boolean): string[] {
  return [...eachOperation(document)].filter(holds).map(({ id }) => id);
}

/** Returns the facets of an operation that the document marks as stated. */
export function statedOf({ operation }: PlacedOperation): readonly string[] {
  return operation['x-provenance']?.stated ?? [];
}

/** The two operations that the description describes in full. */
export const inFull: readonly string[] = ['updateFilter', 'updatePartnerEntry'];
