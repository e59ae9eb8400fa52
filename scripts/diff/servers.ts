import { objectOf, objectsOf } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import type { ContractChange } from './change.js';
import type { Fact } from './fact.js';
import { inheritedListChanges } from './inherited-lists.js';
import type { DocumentPair } from './operations.js';
import type { RuleName } from './rules.js';
import { codes } from './sentence.js';

export function serverChanges(pair: DocumentPair): ContractChange[] {
  return inheritedListChanges(pair, 'servers', (oldList, newList) => {
    const [old, current] = [serversIn(oldList), serversIn(newList)];
    const missing = (servers: Server[], others: Server[]): Server[] =>
      servers.filter((server) => !others.some((other) => covers(other, server)));
    const isChanged = (server: Server): boolean =>
      current.some(({ url, first }) => url === server.url && first !== server.first);
    const factOn = (rule: RuleName, servers: Server[]): Fact[] =>
      servers.length > 0 ? [{ rule, names: { urls: codes(servers.map(({ url }) => url)) } }] : [];
    return [
      ...factOn('server-removed', missing(old, current)),
      ...factOn('server-added', missing(current, old)),
      ...factOn('server-variable-changed', old.filter(isChanged)),
    ];
  });
}

/** An address, in which the variables with a list of values are replaced. */
interface Server {
  url: string;
  /** The address with the default value of each variable. */
  first: string;
}

/** Maximum number of addresses of one server. */
const mostAddresses = 200;

/** The addresses of the servers. Without servers, there is one server at `/` (OpenAPI 3.1 §4.8.1). */
function serversIn(list: unknown): Server[] {
  const servers = objectsOf(list).flatMap(({ url, variables }) => {
    let first = String(url);
    let urls = [first];
    for (const [name, value] of Object.entries(objectOf(variables))) {
      const variable = objectOf(value);
      const choices = textsIn(variable['enum']);
      first = first.replaceAll(`{${name}}`, String(variable['default']));
      if (choices.length > 0 && choices.length * urls.length <= mostAddresses)
        urls = urls.flatMap((text) => choices.map((choice) => text.replaceAll(`{${name}}`, choice)));
    }
    return [...new Set(urls)].map((each) => ({ url: each, first }));
  });
  return servers.length > 0 ? servers : [{ url: '/', first: '/' }];
}

/** Whether the variables of a server can have values with which it is another server. */
function covers({ url }: Server, other: Server): boolean {
  const [start = '', ...parts] = url.split(/\{[^}]*\}/);
  const end = parts.pop();
  if (end === undefined) return url === other.url;
  if (!other.url.startsWith(start) || !other.url.endsWith(end)) return false;
  // The search of parts one after another takes linear time, unlike a pattern.
  let position = start.length;
  for (const part of parts) {
    const next = other.url.indexOf(part, position);
    if (next < 0) return false;
    position = next + part.length;
  }
  return position <= other.url.length - end.length;
}
