import type { JsonObject } from '../../contract/json.js';
import { createRandom } from '../model/random.js';
import { moderations, type SandboxState, type StoredRecord } from '../model/store.js';
import { idOf, initialState } from './initial-state.js';
import words from './words.json' with { type: 'json' };

/** Number of partner entries in the initial state, and the seed of all invented data. */
export interface SampleOptions {
  entries: number;
  seed: number;
}

const { PartnerEntry: partners = [] } = initialState.collections;

const listWords = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '));
const [nameStarts, nameEnds] = [listWords(words.nameStarts), listWords(words.nameEnds)];
const [firstNames, lastNames] = [listWords(words.firstNames), listWords(words.lastNames)];
const partnerParents = { directory_id: idOf('Directory', 'Solution partners') };
const appParents = { directory_id: idOf('Directory', 'App marketplace') };
const badges = ['Launch partner', 'Top rated', 'Community contributor'];
const regions = ['Nordics', 'British Isles'];
const sizes = ['Up to 50 people', 'More than 50 people'];
const owners = [...new Set(partners.map(({ value }) => String(value['owner'])))];
const tierWeights = [
  ['Gold', 0.1],
  ['Silver', 0.4],
  ['Bronze', 0.4],
] as const;
/** An entry without content and awards; invented entries copy its shared fields. */
const template = partners.at(-1)?.value;
/** Half of the reviews are approved. */
const statuses = ['A', 'A', 'D', 'P'];
/** Invented reviews date from the year before the initial time of a sandbox's clock. */
const reviewPeriod = [Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1)] as const;
const optionId = (name: string): string => idOf('FilterOption', name);

/**
 * The initial state, followed by invented resources: partner entries up to a total of `entries`, and a proportional
 * number of app entries, locations, reviews and requests. Equal arguments give equal states.
 */
export function inventState({ entries, seed }: SampleOptions): SandboxState {
  const inventor = new Inventor(seed);
  const count = Math.max(0, entries - partners.length);
  for (let index = 0; index < count; index += 1) inventor.addPartner(index);
  const reviews = (inventor.records['Review'] ?? []).sort(compareByDate);
  const newRecords: Record<string, StoredRecord[]> = { ...inventor.records, Review: reviews };
  const collections = Object.entries(initialState.collections).map(([name, records]) => [
    name,
    [...records, ...(newRecords[name] ?? [])],
  ]);
  return { ...initialState, collections: Object.fromEntries(collections) };
}

function compareByDate({ value: one }: StoredRecord, { value: other }: StoredRecord): number {
  return String(one['created']) < String(other['created']) ? -1 : 1;
}

class Inventor {
  readonly records: Record<string, StoredRecord[]> = {};
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  addPartner(index: number): void {
    const { id, title, owner } = this.#partner(index);
    for (let count = Math.floor(this.#random() * 4); count > 0; count -= 1) this.#addReview({ id, owner, title });
    if (index % 4 === 0) this.#addApp(title);
    if (index % 20 === 0) this.#addContactRequest(id);
    if (index % 50 === 0) this.#addMatchmaking(id, title);
  }

  #partner(index: number): { id: string; title: string; owner: string } {
    const { name: trade, about, industry } = this.#pick(words.trades);
    const { city, country, form } = this.#pick(words.places);
    const name = this.#pick(nameStarts) + this.#pick(nameEnds);
    const [id, title, owner] = [this.#id(), `${name} ${trade}`, this.#pick(owners)];
    // Two entries may get the same name, so the number makes their addresses differ.
    const site = `${name}-${index + 1}`.toLowerCase();
    const host = `https://${site}.example`;
    const slug = `${site}-${trade.toLowerCase()}`;
    const tier = this.#tier();
    const value = {
      ...template,
      title,
      headline: `${capitalize(about)}, in ${city} and beyond`,
      description: `${title} works on ${about}, with ${2 + this.#integerBelow(90)} people in ${city}.`,
      icon: `https://cdn.example.com/icons/${site}.svg`,
      image: `https://cdn.example.com/images/${site}.jpg`,
      slug,
      status: this.#random() < 0.15 ? 'hidden' : 'public',
      featured: this.#random() < 0.05,
      owner,
      'the service': `https://directory.example.com/partners/${slug}`,
      location: `${city}, ${country}`,
      call_to_action_url: `${host}/contact`,
      call_to_action_label: 'Talk to us',
      external_url: host,
      support_email: `support@${site}.example`,
      developer_name: `${name} ${form}`,
      metadata: { external_id: `CRM-${30_000 + index}` },
      tracking: { tracker_website_id: `site-${1000 + index}`, tracker_share_id: `share-${1000 + index}` },
      display_on_internal_directory: this.#random() < 0.9,
    };
    const hidden = {
      type: 'partner',
      ...(tier !== undefined && { tier: idOf('Tier', tier) }),
      badges: this.#random() < 0.2 ? [idOf('Badge', this.#pick(badges))] : [],
      keywords: [],
      userAssignedFilterOptions: [this.#pick(regions), industry, this.#pick(sizes)].map(optionId),
    };
    this.#add('PartnerEntry', { id, parents: partnerParents, value, hidden });
    const parents = { ...partnerParents, entry_id: id };
    this.#add('directories/entries/partners/locations', { id: this.#id(), parents, value: { city, country } });
    return { id, title, owner };
  }

  #addReview(entry: JsonObject): void {
    const [firstName, lastName] = [this.#pick(firstNames), this.#pick(lastNames)];
    const company = `${this.#pick(nameStarts)}${this.#pick(nameEnds)}`;
    // Most reviews are good.
    const rating = 5 - Math.floor(this.#random() ** 2 * 5);
    const { title = '', summary = '' } = words.opinions[rating - 1] ?? {};
    const [from, to] = reviewPeriod;
    const creationTime = new Date(from + Math.floor(this.#random() * ((to - from) / 1000)) * 1000);
    const id = this.#id();
    const email = `${firstName}.${lastName}@${company}.example`.toLowerCase();
    const created = creationTime.toISOString().replace('.000Z', 'Z');
    const status = this.#pick(statuses);
    const value = {
      ...{ entry, entryType: 'partner', title, company, summary, shortSummary: `${title}.`, firstName, lastName },
      ...{ email, rating, created, status, ...moderations.get(status) },
    };
    this.#add('Review', { id, parents: partnerParents, value });
  }

  #addApp(company: string): void {
    const isFeatured = this.#random() < 0.1;
    const value = { title: `${company} Connector`, headline: 'The nightly export, as an app', callouts: [] };
    const hidden = isFeatured && { hidden: { tier: idOf('Tier', 'Featured app') } };
    this.#add('AppEntry', { id: this.#id(), parents: appParents, value, ...hidden });
  }

  #addContactRequest(entry: string): void {
    const [first, last] = [this.#pick(firstNames), this.#pick(lastNames)];
    const email = `${first}.${last}@${this.#pick(nameStarts)}.example`.toLowerCase();
    const id = this.#id();
    const value = { email, message: this.#pick(words.wishes), entry };
    this.#add('ContactRequest', { id, parents: partnerParents, value });
  }

  #addMatchmaking(partnerId: string, name: string): void {
    const value = { title: `A partner like ${name}`, owner: this.#pick(owners), partners: [partnerId] };
    this.#add('MatchmakingRequest', { id: this.#id(), parents: partnerParents, value });
  }

  #add(collection: string, record: StoredRecord): void {
    const records = this.records[collection] ?? [];
    this.records[collection] = records;
    records.push(record);
  }

  /** Picks a tier by weight; one entry in ten gets none. */
  #tier(): string | undefined {
    let remaining = this.#random();
    for (const [tier, share] of tierWeights) {
      remaining -= share;
      if (remaining < 0) return tier;
    }
    return undefined;
  }

  #integerBelow(maximum: number): number {
    return Math.floor(this.#random() * maximum);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#integerBelow(items.length)] as Item;
  }

  /** A UUID of version 4, of random digits. */
  #id(): string {
    const digits = Array.from({ length: 4 }, () =>
      this.#integerBelow(0x1_0000_0000).toString(16).padStart(8, '0'),
    ).join('');
    const variant = '89ab'.charAt(this.#integerBelow(4));
    const [a, b, c] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16)];
    return `${a}-${b}-4${c}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
