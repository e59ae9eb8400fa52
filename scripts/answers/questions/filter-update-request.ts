import { isObject } from '../../contract/json.js';
import type { PlacedOperation } from '../../contract/operations.js';
import { escapeToken } from '../../contract/pointer.js';
import { DerivedValues } from '../derived-values.js';
import { changeValues } from '../example-values.js';
import { givenSchema } from '../given-schema.js';
import { unknownName } from '../named.js';
import type { Teach } from '../teaching.js';

interface Request {
  /** Fields to add, or to describe otherwise, by name. */
  properties?: Record<string, unknown>;
  required?: string[];
  /** The fields that an update cannot send. */
  without?: string[];
}

/** What an update of a filter may send. */
export const filterUpdateRequest: Teach<Request> = ({ draft, question, value }) => {
  const { properties = {}, required, without = [] } = value;
  const schema = draft.schema('FilterUpdate');
  const fields = schema.properties ?? {};
  for (const [index, name] of without.entries()) {
    if (!Object.hasOwn(fields, name))
      throw unknownName(`/value/without/${index}`, 'a field of FilterUpdate', name, Object.keys(fields));
    delete fields[name];
  }
  const shown = Object.keys(draft.schema('Filter').properties ?? {});
  for (const [name, given] of Object.entries(properties)) {
    const field = givenSchema(draft, given, `/value/properties/${escapeToken(name)}`);
    if (shown.includes(name)) field['x-reflected-as'] ??= `/${name}`;
    fields[name] = field;
  }
  for (const [index, name] of (required ?? []).entries())
    if (!Object.hasOwn(fields, name))
      throw unknownName(`/value/required/${index}`, 'a field of FilterUpdate', name, Object.keys(fields));
  if (required && required.length > 0) schema.required = required;
  changeValues(draft.document, 'FilterUpdate', (sent) =>
    isObject(sent) ? Object.fromEntries(Object.entries(sent).filter(([name]) => !without.includes(name))) : sent,
  );
  new DerivedValues(draft).mendExamples();
  draft.settleSchema(schema, question);
  draft.settleFacet(draft.operation('updateFilter') as PlacedOperation, 'request', question);
};
