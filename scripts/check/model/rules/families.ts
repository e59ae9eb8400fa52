import type { RuleId } from './index.js';

/** What stands before the dot of an id. */
export type Family = RuleId extends infer Id ? (Id extends `${infer Name}.${string}` ? Name : never) : never;

/** What the rules of a family are about. */
const families: Readonly<Partial<Record<Family, string>>> = {
  auth: 'Who may call: without the right key nothing is answered, and nothing leaks.',
  body: 'An answer is what its media type says.',
  create: 'What is created is found and listed, once.',
  delete: 'What is deleted is gone and no longer listed.',
  field: 'Answers have the fields that the contract lists.',
  header: 'Answers have the headers that the contract and HTTP ask for.',
  list: 'A list holds each thing once, and agrees with what a read of that thing says.',
  refusal: 'A wrong request is refused, with the status that the contract gives, and changes nothing.',
  request: 'A right request is accepted.',
  schema: 'Answers fit their schema.',
  status: 'Each status is one that the contract lists.',
  target: 'The server can be reached.',
  tls: 'The server shows a certificate that can be trusted.',
  transport: 'An answer arrives whole and in time.',
  update: 'An update changes what was sent, and nothing else.',
  value: 'Values are among those that the contract knows.',
};

/** What a rule is about, in a sentence; rules of a family that has none are told by their name. */
export function aboutRule(rule: string): string {
  const [family = ''] = rule.split('.');
  return Object.hasOwn(families, family)
    ? (families[family as Family] ?? '')
    : `The rule ${rule} of the contract check.`;
}

/** Whether a rule, of this version or an older one, is of one of these families. */
export function isOfFamily(rule: string, ...names: Family[]): boolean {
  return names.some((name) => rule.startsWith(`${name}.`));
}
