import type { RuleId } from './index.js';

/** The part of a rule's id before the dot. */
export type Family = RuleId extends infer Id ? (Id extends `${infer Name}.${string}` ? Name : never) : never;

/** The subject of each family of rules. */
const families: Readonly<Partial<Record<Family, string>>> = {
  auth: 'A request without the right key is refused, and receives no data.',
  body: 'The body of a response is what its media type says.',
  create: 'A created resource can be read, and is listed once.',
  delete: 'A deleted resource can no longer be read, and is no longer listed.',
  field: 'Responses have the fields that the contract lists.',
  header: 'Responses have the headers that the contract and HTTP require.',
  list: 'A list contains each resource once, with the values that a read of that resource returns.',
  refusal: 'A wrong request is refused, with the status that the contract gives, and changes nothing.',
  request: 'A valid request is accepted.',
  schema: 'Responses fit their schema.',
  status: 'Each status is one that the contract lists.',
  target: 'The server can be reached.',
  tls: 'The server presents a certificate that can be trusted.',
  transport: 'A response arrives whole and in time.',
  update: 'An update changes the fields that it sends, and nothing else.',
  value: 'Values are among those that the contract knows.',
};

/** Returns the subject of a rule in a sentence; without a known family, the sentence contains the rule's id. */
export function aboutRule(rule: string): string {
  const [family = ''] = rule.split('.');
  return Object.hasOwn(families, family)
    ? (families[family as Family] ?? '')
    : `The rule ${rule} of the contract check.`;
}

/** Whether a rule, of this version or an older one, belongs to one of these families. */
export function isOfFamily(rule: string, ...names: Family[]): boolean {
  return names.some((name) => rule.startsWith(`${name}.`));
}
