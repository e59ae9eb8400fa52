import type { ReadContract } from '../model/read-contract.js';
import { defaultKey, type Sandbox } from '../sandbox.js';

/** The value of the header Authorization. */
export function credential({ keyPrefix }: Pick<ReadContract, 'keyPrefix'>): string {
  return keyPrefix === '' ? defaultKey : `${keyPrefix} ${defaultKey}`;
}

/** A line to paste: an update of the first entry; without entries, a request that needs none. */
export function curlLine(url: string, sandbox: Pick<Sandbox, 'resources'>, contract: ReadContract): string {
  const { operations } = contract;
  const key = `-H 'Authorization: ${credential(contract)}'`;
  const [entry] = sandbox.resources('PartnerEntry', 1);
  const update = operations.find(({ id }) => id === 'updatePartnerEntry');
  if (!entry || !update)
    return `curl ${key} ${url}${inShell(operations.find(({ id }) => id === 'listDirectories')?.path ?? '/')}`;
  const path = inShell(update.path.replace(/\{(\w+)\}/g, (_, name: string) => entry.parents[name] ?? entry.id));
  return `curl -X PATCH ${key} -H 'Content-Type: application/json' -d '{"headline":"Changed by hand"}' ${url}${path}`;
}

/** A path in which no character has a meaning for a shell or a terminal: ids come from files as well. */
function inShell(path: string): string {
  return path.replace(/[^\w./~%:@-]+/gu, (odd) => Buffer.from(odd).toString('hex').replace(/../g, '%$&').toUpperCase());
}
