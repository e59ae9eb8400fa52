/** Where a claim can be learnt from. What reads show, writes and recorded traffic show as well. */
export type Source = 'reads' | 'writes' | 'HAR';

/** Whether the claims of an answer can be learnt, and from what; if not, why. */
interface Row {
  question: string;
  /** The claims that it is about, as `claimsOf` writes them; by default all others. */
  claims?: RegExp;
  from?: Source;
  why: string;
}

const said = 'The contract says so already.';
const closing = 'Values that were seen never close a set.';

/** The questions whose answers change the contract; of the rows that fit a claim, the first one holds. */
export const learnable: readonly Row[] = [
  { question: 'links.leading-slash', claims: /=true/, why: said },
  { question: 'links.leading-slash', from: 'reads', why: 'Links of all resources begin in the same way.' },
  { question: 'the-service.name', claims: /request/, from: 'HAR', why: 'Only somebody who knows it sends it.' },
  { question: 'the-service.name', from: 'reads', why: 'One new field has addresses, and the old one is never there.' },
  { question: 'partner-entry.fields', claims: /minimum|maximum/, why: closing },
  { question: 'partner-entry.fields', from: 'reads', why: 'Fields that the contract does not list.' },
  { question: 'partner-entry.required', claims: /EntryMedia/, why: 'Fewer than 20 entries of the world have media.' },
  { question: 'partner-entry.required', from: 'reads', why: 'Always there, in at least 20 entries.' },
  { question: 'partner-entry.status-values', claims: /=(public|hidden)$/, why: said },
  { question: 'partner-entry.status-values', claims: /closed/, why: closing },
  { question: 'partner-entry.status-values', from: 'reads', why: 'Values of entries.' },
  { question: 'partner-entry.type-values', why: 'No response has it, and a run sends no value that it does not know.' },
  { question: 'media.type-values', claims: /closed/, why: closing },
  { question: 'media.type-values', from: 'reads', why: 'Values of media.' },
  { question: 'partner-entry.nullability', from: 'reads', why: 'Nulls.' },
  { question: 'resource-items.types', claims: /EntryResource/, why: 'Every address is a text as well.' },
  { question: 'resource-items.types', from: 'reads', why: 'Values of another type.' },
  { question: 'order.presence', claims: /=false/, why: said },
  { question: 'order.presence', from: 'reads', why: 'Always there, in at least 20 items.' },
  { question: 'certifications.position', claims: /=The/, why: 'What an order means, only people say.' },
  { question: 'certifications.position', from: 'reads', why: 'A field with the numbers of the positions.' },
  { question: 'colour.digits', why: `${closing} Other numbers of digits would be learnt from reads.` },
  { question: 'filter.option-shape', claims: /closed/, why: closing },
  { question: 'filter.option-shape', from: 'reads', why: 'Fields of options; always there in at least 20.' },
  { question: 'filter.required', from: 'reads', why: 'Always there, in at least 20 filters.' },
  { question: 'filter.nullability', from: 'reads', why: 'Nulls.' },
  { question: 'filter.type-values', claims: /=user$/, why: said },
  { question: 'filter.type-values', claims: /closed/, why: closing },
  { question: 'filter.type-values', from: 'reads', why: 'Values of filters.' },
  { question: 'resources.fields', claims: /^\/Directory\/required/, why: 'The world has fewer than 20 directories.' },
  { question: 'resources.fields', from: 'reads', why: 'Fields of responses; always there in at least 20 resources.' },
  { question: 'service.address', why: 'Whoever learns has given an address, perhaps that of a test system.' },
  { question: 'request.body-required', from: 'HAR', why: 'A run sends no write without a body.' },
];
