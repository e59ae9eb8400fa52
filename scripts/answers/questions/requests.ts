import { isObject } from '../../contract/json.js';
import type { PlacedOperation } from '../../contract/operations.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { changeValues } from '../example-values.js';
import { mendExamples } from '../mended-examples.js';
import { operationsNamed } from '../named.js';
import { addFields } from '../object-shape.js';
import { requireField } from '../required-fields.js';
import { mistake, type Teach } from '../teaching.js';

/** Whether a request must have its body. */
export const requestBodyRequired: Teach<boolean> = ({ draft, value, except }) => {
  for (const { requestBody } of draft.operations.map(({ operation }) => operation))
    if (requestBody) requestBody.required = value;
  for (const { placed, value: own, at } of operationsNamed(draft, except, '/except')) {
    const { requestBody } = placed.operation;
    if (!requestBody) throw mistake(at, 'an operation that takes a body', placed.id, 'Remove it.');
    requestBody.required = own;
  }
};

/** What becomes of a field that an update of a partner entry sends and the contract does not list. */
export const requestExtraFields: Teach<'ignored' | 'refused'> = ({ draft, value }) => {
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

/** What an update of a filter may send. */
export const filterUpdateRequest: Teach<Request> = ({ draft, question, value }) => {
  const { properties = {}, required = [], without = [] } = value;
  const owner = draft.schema('FilterUpdate');
  const fieldsNamed = (names: readonly string[], at: string): void => {
    const known = Object.keys(owner.properties ?? {});
    for (const [index, name] of names.entries())
      if (!known.includes(name))
        throw mistake(`${at}/${index}`, 'a field of FilterUpdate', name, didYouMean(name, known));
  };
  fieldsNamed(without, '/value/without');
  for (const name of without) delete owner.properties?.[name];
  changeValues(draft.document, 'FilterUpdate', (sent) =>
    isObject(sent) ? Object.fromEntries(Object.entries(sent).filter(([name]) => !without.includes(name))) : sent,
  );
  addFields(draft, question, [{ schema: 'FilterUpdate', properties, pointer: '/value/properties' }]);
  const shown = draft.schema('Filter').properties ?? {};
  for (const name of Object.keys(properties)) {
    const field = owner.properties?.[name];
    if (field && Object.hasOwn(shown, name)) field['x-reflected-as'] = `/${name}`;
  }
  fieldsNamed(required, '/value/required');
  for (const name of required) requireField(owner, name);
  mendExamples(draft.document);
  draft.settleSchema(owner, question);
  draft.settleFacet(draft.operation('updateFilter') as PlacedOperation, 'request', question);
  return undefined;
};
