import type { JsonObject } from '../../contract/json.js';
import { numbersFrom } from '../model/random.js';
import { moderator, type SandboxState, type Stored } from '../model/store.js';
import { idOf, initialState } from './initial-state.js';
import words from './words.json' with { type: 'json' };

/** How many partner entries a state begins with, and the seed of everything that is invented for it. */
export interface Amount {
  entries: number;
  seed: number;
}

const { PartnerEntry: partners = [] } = initialState.collections;

const inPartners = { directory_id: idOf('Directory', 'Solution partners') };
const inApps = { directory_id: idOf('Directory', 'App marketplace') };
const badges = ['Launch partner', 'Top rated', 'Community contributor'];
const regions = ['Nordics', 'British Isles'];
const sizes = ['Up to 50 people', 'More than 50 people'];
const owners = [...new Set(partners.map(({ value }) => String(value['owner'])))];
/** Each tier with its share of the entries. */
const shares = [
  ['Gold', 0.1],
  ['Silver', 0.4],
  ['Bronze', 0.4],
] as const;
/** An entry without content and award, from which the invented ones have all fields that are alike. */
const plain = partners.at(-1)?.value;
const statuses: readonly JsonObject[] = [
  { status: 'A', statusDisplay: 'approved', approvedBy: moderator, declinedBy: null },
  { status: 'A', statusDisplay: 'approved', approvedBy: moderator, declinedBy: null },
  { status: 'D', statusDisplay: 'declined', approvedBy: null, declinedBy: moderator },
  { status: 'P', statusDisplay: 'pending', approvedBy: null, declinedBy: null },
];
/** Reviews were written in the year before the clock of a sandbox begins. */
const yearBefore = [Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1)] as const;
const locations = 'directories/entries/partners/locations';

/**
 * The initial state with invented resources after those that it has: partner entries up to a number, and a share of app
 * entries, locations, reviews and requests for them. The same arguments give the same state.
 */
export function inventedState({ entries, seed }: Amount): SandboxState {
  const invention = new Invention(seed);
  const count = Math.max(0, entries - partners.length);
  for (let index = 0; index < count; index += 1) invention.addPartner(index);
  const reviews = (invention.added['Review'] ?? []).sort(byDate);
  const added: Record<string, Stored[]> = { ...invention.added, Review: reviews };
  const collections = Object.entries(initialState.collections).map(([name, records]) => [
    name,
    [...records, ...(added[name] ?? [])],
  ]);
  return { ...initialState, collections: Object.fromEntries(collections) };
}

function byDate({ value: one }: Stored, { value: other }: Stored): number {
  return String(one['created']) < String(other['created']) ? -1 : 1;
}

class Invention {
  readonly added: Record<string, Stored[]> = {};
  readonly #number: () => number;

  constructor(seed: number) {
    this.#number = numbersFrom(seed);
  }

  addPartner(index: number): void {
    const { id, title, owner } = this.#partner(index);
    for (let count = Math.floor(this.#number() * 4); count > 0; count -= 1) this.#addReview({ id, owner, title });
    if (index % 4 === 0) this.#addApp(title);
    if (index % 20 === 0) this.#addContactRequest(id);
    if (index % 50 === 0) this.#addMatchmaking(id, title);
  }

  #partner(index: number): { id: string; title: string; owner: string } {
    const { name: trade, about, industry } = this.#one(words.trades);
    const { city, country, form } = this.#one(words.places);
    const name = this.#one(words.nameStarts) + this.#one(words.nameEnds);
    const [id, title, owner] = [this.#id(), `${name} ${trade}`, this.#one(owners)];
    // Names may be the same, addresses may not.
    const site = `${name}-${index + 1}`.toLowerCase();
    const host = `https://${site}.example`;
    const slug = `${site}-${trade.toLowerCase()}`;
    const tier = this.#tier();
    const value = {
      ...plain,
      title,
      headline: `${upperFirst(about)}, in ${city} and beyond`,
      description: `${title} works on ${about}, with ${2 + this.#below(90)} people in ${city}.`,
      icon: `https://cdn.example.com/icons/${site}.svg`,
      image: `https://cdn.example.com/images/${site}.jpg`,
      slug,
      status: this.#number() < 0.15 ? 'hidden' : 'public',
      featured: this.#number() < 0.05,
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
      display_on_internal_directory: this.#number() < 0.9,
    };
    const hidden = {
      type: 'partner',
      ...(tier !== undefined && { tier: idOf('Tier', tier) }),
      badges: this.#number() < 0.2 ? [idOf('Badge', this.#one(badges))] : [],
      keywords: [],
      userAssignedFilterOptions: [this.#one(regions), industry, this.#one(sizes)].map((each) =>
        idOf('FilterOption', each),
      ),
    };
    this.#add('PartnerEntry', { id, parents: inPartners, value, hidden });
    this.#add(locations, { id: this.#id(), parents: { ...inPartners, entry_id: id }, value: { city, country } });
    return { id, title, owner };
  }

  #addReview(entry: JsonObject): void {
    const [first, last] = [this.#one(words.firstNames), this.#one(words.lastNames)];
    const company = `${this.#one(words.nameStarts)}${this.#one(words.nameEnds)}`;
    // Most reviews are good.
    const rating = 5 - Math.floor(this.#number() ** 2 * 5);
    const { title = '', summary = '' } = words.opinions[rating - 1] ?? {};
    const [from, to] = yearBefore;
    const created = new Date(from + Math.floor(this.#number() * ((to - from) / 1000)) * 1000);
    const id = this.#id();
    const value = {
      entry,
      entryType: 'partner',
      title,
      company,
      summary,
      shortSummary: `${title}.`,
      firstName: first,
      lastName: last,
      email: `${first}.${last}@${company}.example`.toLowerCase(),
      rating,
      created: created.toISOString().replace('.000Z', 'Z'),
      ...this.#one(statuses),
    };
    this.#add('Review', { id, parents: inPartners, value });
  }

  #addApp(maker: string): void {
    const isFeatured = this.#number() < 0.1;
    const value = { title: `${maker} Connector`, headline: 'The nightly export, as an app', callouts: [] };
    const hidden = isFeatured && { hidden: { tier: idOf('Tier', 'Featured app') } };
    this.#add('AppEntry', { id: this.#id(), parents: inApps, value, ...hidden });
  }

  #addContactRequest(entry: string): void {
    const [first, last] = [this.#one(words.firstNames), this.#one(words.lastNames)];
    const email = `${first}.${last}@${this.#one(words.nameStarts)}.example`.toLowerCase();
    const id = this.#id();
    const value = { email, message: this.#one(words.wishes), entry };
    this.#add('ContactRequest', { id, parents: inPartners, value });
  }

  #addMatchmaking(partnerId: string, name: string): void {
    const value = { title: `A partner like ${name}`, owner: this.#one(owners), partners: [partnerId] };
    this.#add('MatchmakingRequest', { id: this.#id(), parents: inPartners, value });
  }

  #add(collection: string, added: Stored): void {
    const records = this.added[collection] ?? [];
    this.added[collection] = records;
    records.push(added);
  }

  /** One entry in ten has no tier. */
  #tier(): string | undefined {
    let left = this.#number();
    for (const [tier, share] of shares) {
      left -= share;
      if (left < 0) return tier;
    }
    return undefined;
  }

  #below(most: number): number {
    return Math.floor(this.#number() * most);
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  /** A UUID of version 4, of random digits. */
  #id(): string {
    const digits = Array.from({ length: 4 }, () => this.#below(0x1_0000_0000).toString(16).padStart(8, '0')).join('');
    const variant = '89ab'.charAt(this.#below(4));
    const [a, b, c] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16)];
    return `${a}-${b}-4${c}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  }
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
