import { isObject, type Node } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { type ChangeParts, type ContractChange, createChange } from './change.js';
import { changeFields, groupsBy, ofOperations, type PairGroup, rewriteNotes } from './inherited-lists.js';
import type { DocumentPair } from './operations.js';
import { codes } from './sentence.js';

export function serverChanges(pair: DocumentPair): ContractChange[] {
  const groups = groupsBy(pair, 'servers');
  const changes = groups.map(changesOfGroup);
  const sameGroups = groups.filter((_, index) => changes[index]?.length === 0);
  return [...changes.flat(), ...rewriteNotes(pair, 'servers', groups, sameGroups)];
}

function changesOfGroup(group: PairGroup): ContractChange[] {
  const [old, current] = [serversIn(group.old.value), serversIn(group.new.value)];
  const lostUrls = old.filter((server) => !current.some((other) => covers(other, server))).map(({ url }) => url);
  const newUrls = current.filter((server) => !old.some((other) => covers(other, server))).map(({ url }) => url);
  const kept = old.filter((server) => current.some(({ url, first }) => url === server.url && first !== server.first));
  const whose = ofOperations(group.operations);
  const changes: (Pick<ChangeParts, 'effect' | 'kind' | 'rule' | 'message'> & { urls: string[] })[] = [
    {
      urls: lostUrls,
      effect: 'breaking',
      kind: 'removed',
      rule: 'server-removed',
      message: `The list of servers${whose} no longer has ${codes(lostUrls)}.`,
    },
    {
      urls: newUrls,
      effect: 'additive',
      kind: 'added',
      rule: 'server-added',
      message: `The servers${whose} gained ${codes(newUrls)}.`,
    },
    {
      urls: kept.map(({ url }) => url),
      effect: 'additive',
      kind: 'changed',
      rule: 'server-variable-changed',
      message: `The default values of ${codes(kept.map(({ url }) => url))}${whose} have changed.`,
    },
  ];
  return changes
    .filter(({ urls }) => urls.length > 0)
    .map(({ urls: _urls, ...parts }) => createChange({ ...changeFields(group), ...parts }));
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
  const servers = (Array.isArray(list) ? list : []).filter(isObject).flatMap(({ url, variables }) => {
    const values = Object.entries((isObject(variables) ? variables : {}) as Record<string, Node>);
    const first = values.reduce(
      (text, [name, variable]) => text.replaceAll(`{${name}}`, String(variable['default'])),
      String(url),
    );
    const urls = values.reduce(
      (texts, [name, { enum: allowed }]) => {
        const choices = textsIn(allowed);
        if (choices.length === 0 || choices.length * texts.length > mostAddresses) return texts;
        return texts.flatMap((text) => choices.map((choice) => text.replaceAll(`{${name}}`, choice)));
      },
      [String(url)],
    );
    return [...new Set(urls)].map((each) => ({ url: each, first }));
  });
  return servers.length > 0 ? servers : [{ url: '/', first: '/' }];
}

/** Whether the variables of a server can have values with which it is another server. */
function covers({ url }: Server, other: Server): boolean {
  const [start = '', ...parts] = url.split(/\{[^}]*\}/);
  const end = parts.pop();
  if (end === undefined) return url === other.url;
  let rest = other.url;
  if (!rest.startsWith(start) || !rest.endsWith(end) || rest.length < start.length + end.length) return false;
  rest = rest.slice(start.length, rest.length - end.length);
  return parts.every((part) => {
    const position = rest.indexOf(part);
    rest = rest.slice(position + part.length);
    return position >= 0;
  });
}
