import type { OpenApiDocument, OpenApiOperation } from '../../contract/document.js';
import { copyJson, type JsonObject } from '../../contract/json.js';
import { eachOperation } from '../../contract/operations.js';
import type { Schema } from '../../contract/schema.js';
import { FieldReflections } from './field-reflections.js';
import { operationStanding, questionsText, schemaStanding } from './provenance-text.js';

type DescribedSchema = Schema & { description?: string };

/**
 * A copy of the document whose descriptions repeat the facts from the extensions: guesses, open questions and known
 * values. Code generators and docs tools for other languages show descriptions, but no extensions.
 */
export function describeDocument(document: OpenApiDocument): OpenApiDocument {
  const copy = describeFields(document, (field, knownValues) =>
    appendDescription(field, knownValues.length > 0 ? `Known values: ${knownValues.join(', ')}; others may come.` : ''),
  );
  for (const schema of Object.values(copy.components['schemas'] ?? {}) as DescribedSchema[])
    appendDescription(schema, schemaStanding(schema, true));
  for (const kind of ['responses', 'securitySchemes'])
    for (const part of Object.values(copy.components[kind] ?? {}) as JsonObject[])
      appendDescription(part, questionsText(part));
  appendDescription(copy.info, questionsText(copy.info));
  return copy;
}

/**
 * A copy of the document in which the description of each operation and field ends with its standing. The description
 * of a request field also names the response field that shows its value.
 *
 * @param addValues receives each field with its known values, and those of the response field that shows its value
 */
export function describeFields(
  document: OpenApiDocument,
  addValues: (field: DescribedSchema, knownValues: readonly string[]) => void,
): OpenApiDocument {
  const copy = copyJson(document);
  const reflections = new FieldReflections(copy);
  for (const { operation } of eachOperation(copy)) appendDescription(operation, operationStanding(operation));
  for (const schema of Object.values(copy.components['schemas'] ?? {}) as DescribedSchema[])
    for (const [name, field] of Object.entries(schema.properties ?? {}) as [string, DescribedSchema][]) {
      const knownValues = reflections.knownValuesOf(schema, name);
      appendDescription(field, reflections.textOf(schema, name));
      appendDescription(field, schemaStanding(field, false));
      addValues(field, knownValues);
    }
  return copy;
}

function appendDescription(part: DescribedSchema | OpenApiOperation | JsonObject, text: string): void {
  if (text !== '') part.description = [part.description, text].filter(Boolean).join('\n\n');
}
