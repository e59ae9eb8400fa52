import { isObject, type Node } from '../../contract/json.js';
import type { PlacedOperation } from '../../contract/operations.js';
import { dereference } from '../../contract/references.js';
import type { DocumentPart } from '../draft.js';
import { changeValues } from '../example-values.js';
import { requireField } from '../fields.js';
import { createParameter, type GivenParameter } from '../given-schema.js';
import { mendExamples } from '../mend-examples.js';
import { addFields } from '../object-shape.js';
import { contradiction, findOperations, mistake, refuseUnknown, type Teacher } from '../teaching.js';

/** The word before the key in the header Authorization; empty for the bare key. */
export const authSchemePrefix: Teacher<string> = ({ draft, value }) => {
  for (const scheme of Object.values(draft.document.components['securitySchemes'] ?? {}) as DocumentPart[]) {
    if (value === '') delete scheme['x-prefix'];
    else scheme['x-prefix'] = value;
    const form = value === '' ? 'The bare API key, without a scheme in front of it.' : `The API key after "${value} ".`;
    scheme['description'] = `${form} Every request carries it.`;
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
  if (value === 'refused') schema.additionalProperties = false;
  else delete schema.additionalProperties;
};

interface Request {
  /** Fields to add, or to describe otherwise, by name. */
  properties?: Record<string, unknown>;
  required?: string[];
  /** The fields that an update cannot send. */
  without?: string[];
}

export const filterUpdateRequest: Teacher<Request> = ({ draft, question, value }) => {
  const { properties = {}, required = [], without = [] } = value;
  const owner = draft.schema('FilterUpdate');
  const refuseOthers = (names: readonly string[], at: string): void =>
    refuseUnknown(names, Object.keys(owner.properties ?? {}), at, 'a field of FilterUpdate');
  refuseOthers(without, '/value/without');
  for (const name of without) delete owner.properties?.[name];
  changeValues(draft.document, 'FilterUpdate', (body) =>
    isObject(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !without.includes(name))) : body,
  );
  addFields(draft, question, [{ schema: 'FilterUpdate', properties, pointer: '/value/properties' }]);
  const shown = draft.schema('Filter').properties ?? {};
  for (const name of Object.keys(properties)) {
    const field = owner.properties?.[name];
    if (field && Object.hasOwn(shown, name)) field['x-reflected-as'] = `/${name}`;
  }
  refuseOthers(required, '/value/required');
  for (const name of required) requireField(owner, name);
  mendExamples(draft.document);
  draft.settleSchema(owner, question);
  draft.settleFacet(draft.operation('updateFilter') as PlacedOperation, 'request', question);
};

/** Headers that OpenAPI describes in other ways (3.1 §4.8.12.2). */
const described = /^(?:accept|content-type|authorization)$/i;

/** The further parameters of operations, by operationId; an empty list for an operation that has none. */
export const operationsParameters: Teacher<Record<string, GivenParameter[]>> = ({
  draft,
  question,
  value,
  keepOpen,
}) => {
  for (const { endpoint, value: parameters, at } of findOperations({ draft, question }, value)) {
    const { operation } = endpoint;
    const all = new Map((operation.parameters ?? []).map((node) => [keyOf(dereference(draft.document, node)), node]));
    for (const [index, each] of parameters.entries()) {
      const place = `${at}/${index}`;
      if (each.required && operation['x-provenance'].stated.includes('request'))
        throw contradiction(`${place}/required`, endpoint, 'no required parameter', true);
      if (parameters.findIndex((other) => keyOf(other) === keyOf(each)) < index)
        throw mistake(place, 'each parameter once', each.name, 'Remove one of the two.');
      if (each.in === 'header' && described.test(each.name))
        throw mistake(
          `${place}/name`,
          'another header',
          each.name,
          'Media types belong to operations.payloads, and the key to auth.scheme-prefix.',
        );
      all.set(keyOf(each), createParameter(draft, each, place));
    }
    if (all.size > 0) operation.parameters = [...all.values()];
    draft.settleFacet(endpoint, 'request', question);
  }
  keepOpen();
};

/** Names of headers are the same in any case. */
function keyOf({ in: place, name }: Node | GivenParameter): string {
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`;
}
