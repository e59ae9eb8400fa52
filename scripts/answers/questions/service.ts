import { isObject } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import type { Draft, SchemaPart } from '../draft.js';
import { changeValues } from '../example-values.js';
import { mistake, singleAnswer, type Teacher } from '../teaching.js';

interface Server {
  description?: string;
  variables?: Record<string, { default: string; description?: string }>;
}

/** The address of the service, which the document shows. Nothing is ever sent there because of it. */
export const serviceAddress: Teacher<string> = ({ draft, value }) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw mistake('/value', 'an address of http or https without user, query and fragment', value);
  const [server] = (draft.document as unknown as { servers: Server[] }).servers;
  const variable = server?.variables?.['base_url'];
  if (!server || !variable) throw new Error('The contract has no server with the variable base_url.');
  server.description = 'The service.';
  variable.default = value.replace(/\/+$/, '');
  variable.description = 'Address of the service, without a slash at the end.';
};

const source = 'the service';

/** The name of the field that the interface description calls `the service`. */
export const theServiceName = singleAnswer<string | { request?: string; response: string }>(
  ({ draft, question, value, keepOpen }) => {
    const isOne = typeof value === 'string';
    const { request, response } = isOne ? { request: value, response: value } : value;
    const responseField = rename(draft, 'PartnerEntry', response, isOne ? '/value' : '/value/response');
    const requestField = rename(draft, 'PartnerEntryUpdate', request ?? source, isOne ? '/value' : '/value/request');
    requestField['x-reflected-as'] = `/${escapeToken(response)}`;
    if (request === undefined) {
      draft.settle(responseField, question);
      keepOpen();
    }
  },
);

/** Renames the field in a schema and in its examples. @returns the field */
function rename(draft: Draft, schema: string, name: string, pointer: string): SchemaPart {
  const owner = draft.schema(schema);
  const { properties = {}, required } = owner;
  const field = properties[source] as SchemaPart;
  if (name === source) return field;
  if (Object.hasOwn(properties, name) || name === '__proto__') {
    const advice = `${schema} has a field of this name already.`;
    throw mistake(pointer, 'a name that no other field has', name, advice);
  }
  field['x-renamed-from'] = source;
  field.description = `A URL. The interface description calls this field \`${source}\`.`;
  const renameKey = <Value>(object: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(object).map(([key, each]) => [key === source ? name : key, each]));
  owner.properties = renameKey(properties);
  if (required) owner.required = required.map((each) => (each === source ? name : each));
  changeValues(draft.document, schema, (value, { example, pointer: at }) => {
    const old = `${at}/${escapeToken(source)}`;
    const invented = example['x-invented'];
    if (invented) example['x-invented'] = invented.map((each) => (each === old ? `${at}/${escapeToken(name)}` : each));
    return isObject(value) ? renameKey(value) : value;
  });
  return field;
}
