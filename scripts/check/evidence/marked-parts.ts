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

/** Finds the places of all entries in one walk over the contract. */
export function readMarks(document: OpenApiDocument): (unknown: string) => MarkedParts {
  const byQuestion = new Map<string, MarkedParts>();
  const at = (unknown: string): MarkedParts =>
    getOrCreate(byQuestion, unknown, () => ({ schemas: [], properties: [], operations: new Set() }));
  for (const [schema, node] of Object.entries(schemasOf(document))) {
    for (const unknown of questionsOf(node)) at(unknown).schemas.push(schema);
    for (const [property, below] of Object.entries(node.properties ?? {})) {
      for (const unknown of questionsOf(below)) at(unknown).properties.push({ schema, property });
    }
  }
  for (const { id, operation } of eachOperation(document))
    for (const unknown of questionsOf(operation)) at(unknown).operations.add(id);
  return at;
}

export function schemasOf(document: OpenApiDocument): Record<string, Schema> {
  return (document.components?.['schemas'] ?? {}) as Record<string, Schema>;
}

/** The questions that a part of the contract names, open or answered. */
export function questionsOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { 'x-unknown': open, 'x-answered': answered } = node as Record<string, unknown>;
  return [open, answered].flat().filter((each) => typeof each === 'string');
}
