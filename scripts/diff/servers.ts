import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { type ChangeParts, type ContractChange, createChange } from './change.js';
import { unordered } from './equality.js';
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
  const lostUrls = [...old.keys()].filter((url) => !current.has(url));
  const newUrls = [...current.keys()].filter((url) => !old.has(url));
  const both = [...old.keys()].filter((url) => current.has(url) && !isDeepStrictEqual(old.get(url), current.get(url)));
  const isNarrowed = both.some((url) => isNarrower(old.get(url), current.get(url)));
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
      urls: both,
      effect: isNarrowed ? 'breaking' : 'additive',
      kind: 'changed',
      rule: 'server-variable-changed',
      message: `The variables of ${codes(both)}${whose} have changed.`,
    },
  ];
  return changes
    .filter(({ urls }) => urls.length > 0)
    .map(({ urls: _urls, ...parts }) => createChange({ ...changeFields(group), ...parts }));
}

/** The variables of each server, by its address. Without servers, there is one server at `/` (OpenAPI 3.1 §4.8.1). */
function serversIn(list: unknown): Map<string, Variables> {
  const servers = (Array.isArray(list) ? list : []).filter(isObject);
  const byUrl = new Map(servers.map(({ url, variables }) => [String(url), variablesIn(variables)]));
  return byUrl.size > 0 ? byUrl : new Map([['/', {}]]);
}

const fieldOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

type Variables = Readonly<Record<string, { first: unknown; all: unknown }>>;

function variablesIn(variables: unknown): Variables {
  const entries = Object.entries(isObject(variables) ? variables : {});
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      { first: fieldOf(value, 'default'), all: unordered(fieldOf(value, 'enum')) },
    ]),
  );
}

/** Whether a variable allows fewer values than before. */
function isNarrower(old: Variables = {}, current: Variables = {}): boolean {
  return Object.entries(current).some(([name, { all }]) => {
    const before = old[name]?.all;
    return Array.isArray(all) && !(Array.isArray(before) && textsIn(before).every((value) => all.includes(value)));
  });
}
