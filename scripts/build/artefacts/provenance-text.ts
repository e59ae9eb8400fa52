import type { OpenApiOperation } from '../../contract/document.js';
import { standingOf } from '../../contract/standing.js';

/** The standing of an operation, for people: `Standing: inferred (§1).`, and the open questions behind it. */
export function operationStanding(operation: OpenApiOperation): string {
  const line = `Standing: ${standingOf(operation)} (§${operation['x-provenance'].section}).`;
  return [line, openQuestions(operation)].filter(Boolean).join('\n');
}

/** The standing of a schema or a property. A property needs no line unless it differs from its schema. */
export function schemaStanding(schema: object, whole: boolean): string {
  const provenance = (schema as { 'x-provenance'?: { section: string } })['x-provenance'];
  const line = provenance ? `Standing: stated (§${provenance.section}).` : whole ? 'Standing: inferred.' : '';
  return [line, openQuestions(schema)].filter(Boolean).join('\n');
}

function openQuestions(place: object): string {
  const ids = (place as { 'x-unknown'?: string[] })['x-unknown'] ?? [];
  return ids.length > 0 ? `Open questions: ${ids.join(', ')}.` : '';
}
