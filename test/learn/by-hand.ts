/** What a person has to say about a world, since `learn` cannot find it and a strict check needs it. */
export interface ByHand {
  question: string;
  worlds: readonly string[];
  why: string;
  /** Whether a run that knows it shows more, so that another one follows. */
  isLeading?: boolean;
}

export const byHand: readonly ByHand[] = [
  {
    question: 'the-service.name',
    worlds: ['json-api', 'link-header', 'next-after', 'numbered-pages'],
    why: 'Only somebody who knows the name of a field sends it.',
  },
  {
    question: 'operations.paths',
    worlds: ['moved-paths'],
    why: 'A run sends requests to the addresses of the contract alone.',
  },
  {
    question: 'operations.paths',
    worlds: ['odata'],
    why: 'A run sends requests to the addresses of the contract alone; the update there leaves badges without a title.',
    isLeading: true,
  },
  {
    question: 'filter-update.request',
    worlds: ['strict-requests'],
    why: 'That a field changes nothing may be a fault of the service.',
  },
  {
    question: 'partner-entry-update.owner-keys',
    worlds: ['strict-requests'],
    why: 'No response names the key that must be sent.',
  },
];

interface Unlearnt {
  question: string;
  /** The claims that it is about, as `claimsOf` writes them; by default all. */
  claims?: RegExp;
  why: string;
}

/** What a strict check does not need, and neither reads nor writes show of the worlds. */
export const unlearnt: readonly Unlearnt[] = [
  { question: 'lists.envelope', claims: /\/size=/, why: 'A run takes pages of the size that the service chooses.' },
  { question: 'errors.body', claims: /minItems|const/, why: 'Values that were seen never close a set.' },
  { question: 'errors.body', claims: /format=uuid/, why: 'All refusals of the world have the same one.' },
  { question: 'errors.other-statuses', claims: /^\/\*=/, why: 'It is said of each operation that shows it.' },
  { question: 'resources.fields', claims: /format=/, why: 'All resources of the world have the same value.' },
  { question: 'partner-entry-update.reflection', why: 'The contract says so already.' },
  { question: 'partner-entry-update.unshown-fields', why: 'That nothing shows a field is no news.' },
  {
    question: 'errors.other-statuses',
    claims: /^\/createTier=409$/,
    why: 'No request of a run creates what exists already.',
  },
  { question: 'partner-entry.required', claims: /Tier/, why: 'Fewer than 20 entries of the world have a tier.' },
  { question: 'limits.rate', why: 'The only header of the world does not name the limit.' },
  { question: 'operations.parameters', why: 'No response tells which parameters a list has.' },
];

/** Claims that are true in a world, but follow from its answers to other questions. */
export const following: readonly { question: string; claims: RegExp; from: string; why: string }[] = [
  {
    question: 'errors.other-statuses',
    claims: /^\/list\w+=400$/,
    from: 'lists.envelope',
    why: 'A list with pages refuses wrong pages.',
  },
  {
    question: 'errors.other-statuses',
    claims: /^\/approvePartnerEntryReview=409$/,
    from: 'partner-entry-update.required',
    why: 'After an edit that is refused, there is nothing to approve.',
  },
  {
    question: 'partner-entry.required',
    claims: /^=title$/,
    from: 'partner-entry-update.required',
    why: 'An entry has what must be sent.',
  },
  {
    question: 'filter.required',
    claims: /^=name$/,
    from: 'filter-update.request',
    why: 'A filter has what must be sent.',
  },
  {
    question: 'operations.payloads',
    claims: /^\/delete\w+\/response\/type=object$/,
    from: 'operations.success-status',
    why: 'A deletion with the status 200 has a body.',
  },
  {
    question: 'resources.fields',
    claims: /^\/AppEntry\/properties\/callouts\/items\/properties\/name\//,
    from: 'resource-items.types',
    why: 'The entry of an app has the callouts of an entry.',
  },
  {
    question: 'errors.body',
    claims: /\/status\/type=string$/,
    from: 'errors.body',
    why: 'A constant has a type.',
  },
];
