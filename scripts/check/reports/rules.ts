/** What the rules of a family are about; a rule is named `family.kind`. */
const families: Readonly<Record<string, string>> = {
  auth: 'Who may call: without the right key nothing is answered, and nothing leaks.',
  body: 'An answer is what its media type says.',
  collection: 'A list holds each thing once, and agrees with what a read of that thing says.',
  create: 'What is created is found and listed, once.',
  delete: 'What is deleted is gone and no longer listed.',
  field: 'Answers have the fields that the contract lists.',
  header: 'Answers have the headers that the contract and HTTP ask for.',
  http: 'The server keeps the rules of HTTP.',
  list: 'A list holds each thing once, and agrees with what a read of that thing says.',
  media: 'An answer comes in a media type that the contract lists.',
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

/** What a rule is about, in a sentence; rules of a family that is not known here are told by their name. */
export function aboutRule(rule: string): string {
  const [family = ''] = rule.split('.');
  return Object.hasOwn(families, family) ? (families[family] ?? '') : `The rule ${rule} of the contract check.`;
}
