import { type RuleId, type RuleKey, ruleNamed, rules } from './index.js';

/** The part of a rule's id before the dot. */
export type Family = RuleId extends infer Id ? (Id extends `${infer Name}.${string}` ? Name : never) : never;

/** The subject of each family of rules, in the order in which they are listed. */
export const families: Readonly<Record<Family, string>> = {
  target: 'The server can be reached.',
  tls: 'The server presents a certificate that can be trusted.',
  transport: 'A response arrives whole and in time.',
  encoding: 'A body is compressed only if the request allows it.',
  status: 'Each status is one that the contract lists.',
  header: 'Responses have the headers that the contract and HTTP require.',
  'media-type': 'A response says what its body is, and the contract lists that.',
  body: 'The body of a response is what its media type says.',
  schema: 'Responses fit their schema.',
  field: 'Responses have the fields that the contract lists.',
  value: 'Values are among those that the contract knows.',
  safety: 'A response gives away nothing of the key and of the server.',
  auth: 'A request without the right key is refused, and receives no data.',
  refusal: 'A wrong request is refused, with the status that the contract gives, and changes nothing.',
  request: 'A valid request is accepted.',
  method: 'A server says which methods a path has.',
  identity: 'A response contains the requested resource.',
  head: 'HEAD returns what GET returns, without the body.',
  path: 'A resource has one path.',
  order: 'The order of items is the same in each read.',
  href: 'Paths in responses lead to the resources that they name.',
  list: 'A list contains each resource once, with the values that a read of that resource returns.',
  page: 'The pages of a list together are the list.',
  sort: 'A list has the order that a request asks for.',
  filter: 'A list contains the resources that match its filters, and no others.',
  create: 'A created resource can be read, and is listed once.',
  location: 'Location leads to the created resource.',
  delete: 'A deleted resource can no longer be read, and is no longer listed.',
  action: 'An action concerns only the resource that it names.',
  replace: 'A replacement replaces the whole of one resource, and nothing else.',
  'read-only': 'Fields that only the server sets stay as it has set them.',
  update: 'An update changes the fields that it sends, and nothing else.',
  merge: 'A merge patch means what RFC 7396 says.',
  state: 'After a run that puts its writes back, each resource is as it was before.',
};

export function isFamily(name: string): name is Family {
  return Object.hasOwn(families, name);
}

/** The family of a rule, of this version or an older one. */
export function familyOf(rule: string): string {
  return rule.split('.')[0] ?? '';
}

/** The ids of the rules of a family. */
export function rulesOf(family: Family): RuleKey[] {
  return (Object.keys(rules) as RuleKey[]).filter((id) => familyOf(id) === family);
}

/** Returns the subject of a rule in a sentence; for a rule of another version that of its family, or its id. */
export function aboutRule(rule: string): string {
  const family = familyOf(rule);
  return ruleNamed(rule)?.title ?? (isFamily(family) ? families[family] : `The rule ${rule} of the contract check.`);
}

/** Whether a rule, of this version or an older one, belongs to one of these families. */
export function isOfFamily(rule: string, ...names: Family[]): boolean {
  return names.some((name) => rule.startsWith(`${name}.`));
}
