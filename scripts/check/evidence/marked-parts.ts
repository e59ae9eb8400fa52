import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import type { Schema } from '../../contract/schema.js';
import { getOrCreate } from '../../text/group-by.js';

export interface MarkedProperty {
  schema: string;
  property: string;
}

/** The places of a contract whose `x-unknown`, or `x-answered`, names one entry of the register. */
export interface MarkedParts {
  /** Names under `components/schemas`. */
  schemas: string[];
  properties: MarkedProperty[];
  operations: Set<string>;
}

/** Finds the places that all questions mark in one walk over the contract. */
export function readMarks(document: OpenApiDocument): (question: string) => MarkedParts {
  const partsByQuestion = new Map<string, MarkedParts>();
  const at = (question: string): MarkedParts =>
    getOrCreate(partsByQuestion, question, () => ({ schemas: [], properties: [], operations: new Set() }));
  for (const [schema, node] of Object.entries(schemasOf(document))) {
    for (const question of questionsOf(node)) at(question).schemas.push(schema);
    for (const [property, innerSchema] of Object.entries(node.properties ?? {})) {
      for (const question of questionsOf(innerSchema)) at(question).properties.push({ schema, property });
    }
  }
  for (const { id, operation } of eachOperation(document))
    for (const question of questionsOf(operation)) at(question).operations.add(id);
  return at;
}

export function schemasOf(document: OpenApiDocument): Record<string, Schema> {
  return (document.components?.['schemas'] ?? {}) as Record<string, Schema>;
}

/** The questions that a part of the contract names, open or answered. */
export function questionsOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { 'x-unknown': openIds, 'x-answered': answeredQuestions } = node as Record<string, unknown>;
  return [openIds, answeredQuestions].flat().filter((each) => typeof each === 'string');
}
