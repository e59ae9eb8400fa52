import { createHash } from 'node:crypto';
import { blank, type Json, Refusal } from './fields.js';

/** The prefix of the path of each operation (interface.md §9). */
export const root = '/api/directory/private/v1alpha';

/** A resource, with the id of its parent. */
export interface Row {
  kind: string;
  id: string;
  parent: string | undefined;
  /** The fields that responses show, and the fields that they do not show. */
  value: Json;
  hidden: Json;
}

/** Returns an id for the resource with this name, always the same. */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** The resources of the service. */
export class Store {
  readonly #rows = new Map<string, Row>();

  add(kind: string, parent: string | undefined, value: Json, hiddenValue: Json = {}): Row {
    const row = { kind, id: String(value['id']), parent, value, hidden: hiddenValue };
    this.#rows.set(row.id, row);
    return row;
  }

  /** Returns the resources of a kind in the order of their creation: all of them, or only those of one parent. */
  list(kind: string, parent?: string): Row[] {
    return [...this.#rows.values()].filter(
      (row) => row.kind === kind && (parent === undefined || row.parent === parent),
    );
  }

  find(id: string | undefined): Row | undefined {
    return id === undefined ? undefined : this.#rows.get(id);
  }

  /** @throws Refusal 404 */
  get(kind: string, id: string): Row {
    const row = this.#rows.get(id);
    if (row?.kind !== kind) throw new Refusal(404, 'No record has this identifier.');
    return row;
  }

  /** Deletes a resource and everything that belongs to it. */
  delete(row: Row): void {
    this.#rows.delete(row.id);
    for (const otherRow of [...this.#rows.values()]) if (otherRow.parent === row.id) this.delete(otherRow);
  }
}

/** Returns this number of items, each made from its number, from 1 on. */
function times<Item>(count: number, make: (number: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

const places = ['Bergen', 'Ghent', 'Porto', 'Tartu'] as const;

/** Adds the two directories to a store, with several resources of each kind. Both also have empty lists. */
export function fill(store: Store): void {
  for (const code of ['EUR', 'NOK', 'SEK']) store.add('CurrencyFieldOption', undefined, { id: idOf(code), code });
  store.add('ContactRequestForm', undefined, { id: idOf('default form'), title: 'Contact us' });
  for (const [index, name] of ['Solution partners', 'Training partners'].entries()) fillDirectory(store, name, index);
}

function fillDirectory(store: Store, name: string, index: number): void {
  const directory = idOf(name);
  const colours = { textColor: 'ffffff', backgroundColor: index === 0 ? '205493' : '4a7c59' };
  /** Adds resources of a kind; a function returns the fields for each number. */
  const add = (kind: string, count: number, fields: (number: number) => Json, parent = directory): Row[] =>
    times(count, (number) => {
      const id = idOf(`${kind} ${number} of ${parent}`);
      const valueBefore = kind === 'PartnerEntry' ? {} : blank(kind);
      return store.add(kind, parent, { ...valueBefore, ...fields(number), id });
    });
  store.add('Directory', undefined, { id: directory, name, slug: name.toLowerCase().replace(' ', '-') });
  add('DirectorySettings', 1, () => ({ reviewsEnabled: index === 0, locale: 'en' }));
  add('ContactRequestForm', 1, () => ({ title: `Contact ${name.toLowerCase()}` }));
  add('CustomForm', 3, (number) => ({ name: `Form ${number}`, fields: ['name', 'email'] }));
  add('Callout', 3, (order) => ({ name: `Callout ${order}`, order, ...colours }));
  const badges = add('Badge', 6, (number) => ({ title: `Badge ${number}` }));
  add('Certification', 4, (number) => ({ title: `Certification ${number}` }));
  add('Verification', 3, (number) => ({ title: `Verification ${number}` }));
  const filters = add('Filter', 7, (order) => ({
    ...{ name: `Filter ${order}`, slug: `filter-${order}`, order, type: 'user', userEnabled: order % 2 === 1 },
    ...{ displayInDirectory: order !== 2, displayInInternalDirectory: order !== 3 },
  }));
  const options = filters.flatMap(({ id }) =>
    add('FilterOption', 3, (order) => ({ name: `Option ${order}`, order }), id),
  );
  add('FilterOptionMapping', 6, (number) => ({
    ...{ value: `value-${number}`, external: number % 2 === 0, filterOption: options[number]?.id },
  }));
  const tiers = add('Tier', 5, (order) => ({
    ...{ title: `Tier ${order}`, default: order === 1, order, image: `https://images.example.com/tiers/${order}.png` },
  }));
  const apps = add('AppEntry', 4, (number) => ({ name: `App ${index + 1}.${number}`, slug: `app-${number}` }));
  for (const [number, { hidden }] of apps.entries()) hidden['callouts'] = callouts(100 + index * 20 + number);
  const entries = add('PartnerEntry', 13, (number) => entryOf(index * 20 + number, tiers[number % 4]));
  for (const [number, { hidden }] of entries.entries()) {
    const { id: badge } = badges[number % badges.length] as Row;
    Object.assign(hidden, hiddenOf(index * 20 + number + 1), {
      badges: [badge, ...badges.slice(0, 1).map(({ id }) => id)],
    });
  }
  const requests = add('ContactRequest', 3, (number) => ({ name: `Person ${number}`, message: 'Please call.' }));
  for (const { id } of requests.slice(0, 2))
    add('ContactRequestAttachment', 2, (number) => ({ name: `figures-${number}.pdf` }), id);
  for (const { hidden } of add('MatchmakingRequest', 3, (number) => ({
    subject: `Request ${number}`,
    owner: idOf('owner'),
  })))
    hidden['partners'] = entries.slice(0, 7).map(({ id }) => id);
  add('Review', 6, (number) => reviewOf(number, entries[number] as Row));
}

/** Returns items for a list of an entry. */
function items(list: string, entry: number, count: number, fields: (order: number) => Json): Json[] {
  return times(count, (order) => ({ id: idOf(`${list} ${order} of entry ${entry}`), ...fields(order) }));
}

/** Returns items of the lists whose items are files or links (interface.md §2.1). */
function files(list: string, entry: number): Json[] {
  return items(list, entry, 2, (order) => ({
    ...{ title: `${list} ${order}`, url: `https://files.example.com/${entry}/${order}`, order },
    file: order === 1 ? null : `https://files.example.com/${entry}/${order}.pdf`,
  }));
}

function testimonials(list: string, entry: number): Json[] {
  return items(list, entry, 2, (order) => ({
    ...{ author_name: `Author ${order}`, position: 'Head of operations', company_name: 'Larkhollow', order },
    testimonial_text: 'They came, listened and delivered.',
  }));
}

function useCases(list: string, entry: number): Json[] {
  return items(list, entry, 2, (order) => ({ title: `Case ${order}`, description: 'From paper to data.', order }));
}

function callouts(entry: number): Json[] {
  const colours = { textColor: '000000', backgroundColor: 'ffcc00' };
  return items('Callout', entry, 2, (order) => ({ name: `Callout ${order}`, order, ...colours }));
}

function certifications(list: string, entry: number): Json[] {
  return items(list, entry, 2, (number) => ({ title: `Certificate ${number}`, quantity: number * 2 }));
}

/** Returns all fields of a partner entry (interface.md §2.1), except fields that depend on other resources. */
function entryOf(entry: number, tier: Row | undefined): Json {
  const site = `https://partner-${entry}.example.com`;
  return {
    title: `Partner ${entry}`,
    headline: `We know ${places[entry % places.length]}`,
    description: 'A partner of long standing.',
    icon: `${site}/icon.png`,
    image: `${site}/image.png`,
    slug: `partner-${entry}`,
    custom_slug: entry % 3 === 0 ? `number-${entry}` : null,
    status: entry % 4 === 0 ? 'hidden' : 'public',
    featured: entry % 5 === 0,
    owner: idOf('owner'),
    'the service': `${site}/directory`,
    location: places[entry % places.length],
    call_to_action_url: `${site}/contact`,
    call_to_action_label: 'Contact us',
    external_url: site,
    support_email: `support@partner-${entry}.example.com`,
    developer_name: `Partner ${entry} AS`,
    metadata: { external_id: `P-${entry}` },
    award: `${site}/award.png`,
    use_cases: useCases('Use case', entry),
    callouts: callouts(entry),
    media: items('Medium', entry, 2, (order) => ({
      ...{ title: `Medium ${order}`, description: 'How it looks.', order, type: order === 1 ? 'P' : 'V' },
      ...{ url: `${site}/media/${order}`, pdfFileThumbnailUrl: `${site}/media/${order}.png` },
    })),
    resources: files('Resource', entry),
    special_offers: files('Offer', entry),
    clients: files('Client', entry),
    testimonials: testimonials('Testimonial', entry),
    certifications: certifications('Certificate', entry),
    verifications: items('Verification', entry, 2, (number) => ({ title: `Verification ${number}` })),
    tracking: { tracker_website_id: `w-${entry}`, tracker_share_id: `s-${entry}` },
    display_on_internal_directory: entry % 2 === 0,
    tier: tier?.id,
  };
}

/** Returns the fields that only the lists of an entry show. */
function hiddenOf(entry: number): Json {
  return {
    keywords: items('Keyword', entry, 2, (number) => ({ name: `keyword-${number}` })),
    locations: items('Location', entry, 2, (number) => ({ city: places[number], country: 'NO' })),
    industry_certifications: certifications('Industry certificate', entry),
    segment_certifications: certifications('Segment certificate', entry),
    internal_resources: files('Internal resource', entry),
    internal_testimonials: testimonials('Internal testimonial', entry),
    internal_use_cases: useCases('Internal use case', entry),
  };
}

function reviewOf(number: number, entry: Row): Json {
  return {
    entry: { id: entry.id, owner: entry.value['owner'], title: entry.value['title'] },
    ...{ entryType: 'partner', title: 'Good work', company: 'Larkhollow', summary: 'All was done in time.' },
    ...{ shortSummary: 'In time.', firstName: 'Ines', lastName: 'Dahl', email: 'ines@larkhollow.example.com' },
    ...{ rating: 3 + (number % 3), created: `2026-03-0${number}T09:30:00Z` },
    ...reviewState(number % 2 === 1 ? 'A' : 'D'),
  };
}

/** Returns the fields of a review that depend on its status. */
export function reviewState(status: unknown): Json {
  const person = { id: idOf('moderator'), firstName: 'Tomas', lastName: 'Lind', email: 'tomas@directory.example.com' };
  return {
    status,
    statusDisplay: status === 'A' ? 'approved' : status === 'D' ? 'declined' : 'pending',
    approvedBy: status === 'A' ? person : null,
    declinedBy: status === 'D' ? person : null,
  };
}
