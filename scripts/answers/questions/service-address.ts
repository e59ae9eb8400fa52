import { mistake } from '../mistake.js';
import type { Teach } from '../teaching.js';

interface Server {
  description?: string;
  variables?: Record<string, { default: string; description?: string }>;
}

/** The address of the service, which the document shows. Nothing is ever sent there because of it. */
export const serviceAddress: Teach<string> = ({ draft, value }) => {
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
