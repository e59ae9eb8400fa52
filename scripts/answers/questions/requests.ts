import type { Node } from '../../contract/json.js';
import { textOfPrefix } from '../../contract/key-prefix.js';
import type { PlacedOperation } from '../../contract/operations.js';
import { dereference } from '../../contract/references.js';
import type { DocumentPart } from '../draft.js';
import { createParameter, type GivenParameter } from '../given-schema.js';
import { applyShapes } from '../object-shape.js';
import { contradiction, findOperations, mistake, type Teacher } from '../teaching.js';
import { type ShapeAnswer, toShapedSchema } from './resource-fields.js';

/** The text before the key in the header Authorization, such as `Bearer`; empty for the bare key. */
export const authSchemePrefix: Teacher<string> = ({ draft, value }) => {
  for (const scheme of Object.values(draft.document.components['securitySchemes'] ?? {}) as DocumentPart[]) {
    if (value === '') delete scheme['x-prefix'];
    else scheme['x-prefix'] = value;
    const keyForm =
      value === ''
        ? 'The bare API key, without a scheme in front of it.'
        : `The API key after "${textOfPrefix(value)}".`;
    scheme['description'] = `${keyForm} Every request carries it.`;
  }
};

export const requestBodyRequired: Teacher<boolean> = ({ draft, question, value, except }) => {
  for (const { requestBody } of draft.operations.map(({ operation }) => operation))
    if (requestBody) requestBody.required = value;
  for (const { endpoint, value: isRequired, at } of findOperations({ draft, question }, except, '/except')) {
    const { requestBody } = endpoint.operation;
    if (!requestBody) throw mistake(at, 'an operation that takes a body', endpoint.id, 'Remove it.');
    requestBody.required = isRequired;
  }
};

/** Whether a server ignores or refuses fields of an update of a partner entry that the contract does not list. */
export const requestExtraFields: Teacher<'ignored' | 'refused'> = ({ draft, value }) => {
  const schema = draft.schema('PartnerEntryUpdate');
  const composedEntry = Object.entries(draft.schemas).find(
    ([, { properties, allOf }]) => properties && allOf?.some((part) => draft.resolve(part) === schema),
  );
  // Closing this schema would also forbid the fields of a schema that extends it with `allOf`.
  const advice = `${composedEntry?.[0]} has fields that PartnerEntryUpdate lacks. Add them to PartnerEntryUpdate.`;
  if (value === 'refused' && composedEntry) throw mistake('/value', '"ignored"', value, advice);
  if (value === 'refused') schema.additionalProperties = false;
  else delete schema.additionalProperties;
};

/** The request body that updates a filter; `properties` are its fields. */
export const filterUpdateRequest: Teacher<ShapeAnswer> = ({ draft, question, value }) => {
  applyShapes(draft, question, [toShapedSchema('FilterUpdate', value, '/value')]);
  draft.settleFacet(draft.operation('updateFilter') as PlacedOperation, 'request', question);
};

/** Headers that OpenAPI does not describe as parameters (3.1 §4.8.12.2). */
const ignoredHeaderPattern = /^(?:accept|content-type|authorization)$/i;

/** Additional parameters, by operationId; an empty list if an operation has none. */
export const operationsParameters: Teacher<Record<string, GivenParameter[]>> = (answer) => {
  const { draft, question, value, keepOpen } = answer;
  for (const { endpoint, value: parameters, at } of findOperations(answer, value)) {
    const { operation } = endpoint;
    const all = new Map((operation.parameters ?? []).map((node) => [keyOf(dereference(draft.document, node)), node]));
    for (const [index, each] of parameters.entries()) {
      const place = `${at}/${index}`;
      if (each.required && operation['x-provenance'].stated.includes('request'))
        throw contradiction(`${place}/required`, endpoint, 'no required parameter', true);
      if (parameters.findIndex((parameter) => keyOf(parameter) === keyOf(each)) < index)
        throw mistake(place, 'each parameter once', each.name, 'Remove one of the two.');
      const advice = 'Answer operations.payloads for media types, and auth.scheme-prefix for the key.';
      if (each.in === 'header' && ignoredHeaderPattern.test(each.name))
        throw mistake(`${place}/name`, 'a header other than Accept, Content-Type and Authorization', each.name, advice);
      all.set(keyOf(each), createParameter(draft, each, place));
    }
    if (all.size > 0) operation.parameters = [...all.values()];
    draft.settleFacet(endpoint, 'request', question);
  }
  keepOpen();
};

/** Equal parameters have equal keys. The names of headers do not depend on case. */
function keyOf({ in: place, name }: Node | GivenParameter): string {
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`;
}
