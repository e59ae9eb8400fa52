import { renameField } from '../object-shape.js';
import { mistake, type Teacher, withSingleAnswer } from '../teaching.js';

interface Server {
  description?: string;
  variables?: Record<string, { default: string; description?: string }>;
}

/** The address of the service. The document shows this address, but it makes no program send requests there. */
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

/** The name of the field that the interface description calls `the service`. */
export const theServiceName = withSingleAnswer<string | { request?: string; response: string }>(
  ({ draft, question, value, keepOpen }) => {
    const isSingleName = typeof value === 'string';
    const { request, response } = isSingleName ? { request: value, response: value } : value;
    const rename = (schema: string, to: string, pointer: string) =>
      renameField(draft, question, { schema, reference: 'the service', to, at: pointer });
    draft.settle(rename('PartnerEntry', response, isSingleName ? '/value' : '/value/response'), question);
    if (request === undefined) keepOpen();
    else rename('PartnerEntryUpdate', request, isSingleName ? '/value' : '/value/request');
  },
);
