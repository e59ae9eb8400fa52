import type { OpenApiOperation } from '../../contract/document.js';
import { standingOf } from '../../contract/standing.js';

/** How sure an operation is, for people: `Standing: inferred (§1).` and what it rests on. */
export function operationStanding(operation: OpenApiOperation): string {
  const line = `Standing: ${standingOf(operation)} (§${operation['x-provenance'].section}).`;
  return [line, openQuestions(operation)].filter(Boolean).join('\n');
}

/**
 * How sure a schema or a property is; what is said of a whole holds for its parts, so these need no line of their own.
 */
export function schemaStanding(schema: object, whole: boolean): string {
  const provenance = (schema as { 'x-provenance'?: { section: string } })['x-provenance'];
  const line = provenance ? `Standing: stated (§${provenance.section}).` : whole ? 'Standing: inferred.' : '';
  return [line, openQuestions(schema)].filter(Boolean).join('\n');
}

function openQuestions(place: object): string {
  const ids = (place as { 'x-unknown'?: string[] })['x-unknown'] ?? [];
  return ids.length > 0 ? `Open questions: ${ids.join(', ')}.` : '';
}
